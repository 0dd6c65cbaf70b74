"""Link-preview pictures: their content, and that pages name them."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from tests.again import fixture_again
from tests.halls import a_round, a_tournament, director_of, play_out
from tests.web.conftest import client_of
from tournaments.actions import sweep
from tournaments.actions.people.shown_names import show_player_as
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.models import Player, Tournament
from tournaments.serving.cache_keys import public_address
from tournaments.web.public.posters import BOLD, DISPLAY, HEIGHT, WIDTH, Poster, drawn, face
from tournaments.web.views.syndication import club_poster, tournament_poster

pytestmark = pytest.mark.django_db


@fixture_again
def evening(club):
    """A round that is over: the four who sat first won."""
    tournament = a_tournament(club, name="Serata", rounds=2)
    play_out(a_round(tournament, tables=[range(4), range(4, 8)]), [20, 10, 6, 4])
    rounds.close_round(tournament.rounds.get(), by=director_of(tournament))
    sweep.refresh_stale_standings()
    return Tournament.objects.get()


def poster():
    return tournament_poster(Tournament.objects.with_last_round().get())


def test_poster_has_the_first_three_and_the_state_of_the_standings(evening):
    first = [
        ("1.", "Player 0004", "0"),
        ("1.", "Player 0008", "0"),
        ("3.", "Player 0003", "0"),
        ("3.", "Player 0007", "0"),
    ]
    rows = evening.standings.get(after_round=1).document["rows"][:4]
    assert [(f"{row['place']}.", row["name"], row["score"]) for row in rows] == first
    told = (*first[:2], ("", "and 2 more", ""))
    assert poster() == Poster("Circolo del Re", "Serata", told, "After round 1.")
    Tournament.objects.update(status="finished")
    assert poster().foot == "Final standings."


@pytest.mark.parametrize("after_round", [0, 1])
def test_hidden_standings_leave_no_name_on_it(evening, after_round):
    standings.hide_standings(evening, by=director_of(evening), after_round=after_round)
    assert poster() == Poster(
        "Circolo del Re", "Serata", (("", "Busca (Accademia)", ""),), "Standings are hidden until the prize-giving."
    )


def test_poster_has_public_names(evening):
    first = evening.standings.get(after_round=1).document["rows"][0]["name"]
    player = Player.objects.get(name=first)
    show_player_as(player, shown_as="code", code_name="La Volpe", by=director_of(evening))
    assert poster().rows[0][1] == "La Volpe"


def test_a_clubs_names_only_what_everybody_may_see(evening, club):
    a_tournament(club, players=0, name="Nascosta", visibility="link")
    assert [name for _day, name, _figure in club_poster(club).rows] == ["Serata"]


def test_a_clubs_begins_with_what_is_on_and_what_comes_next(evening, club):
    for name, days in (("In maggio", 90), ("Domani", 1), ("In aprile", 60)):
        starts_at = timezone.now() + timedelta(days=days)
        Tournament.objects.filter(pk=a_tournament(club, players=0, name=name).pk).update(starts_at=starts_at)
    assert [name for _day, name, _figure in club_poster(club).rows] == ["Serata", "Domani", "In aprile"]
    Tournament.objects.filter(pk=evening.pk).update(status="finished")
    assert [name for _day, name, _figure in club_poster(club).rows] == ["Domani", "In aprile", "In maggio"]


ODD = Poster(
    "Клуб", "W" * 100, (("1.", "Maddalena" * 12, "1234,5"), ("12.", "\u202eרות <b>", ""), ("", "", "")), "x" * 200
)


@pytest.mark.parametrize("what", [ODD, Poster("", "", (), "")], ids=["long and odd", "empty"])
def test_any_text_is_drawn_in_its_room(what):
    image = Image.open(BytesIO(drawn(what)))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    assert len(drawn(what)) < 40_000
    rule_and_baize = {image.convert("RGB").getpixel((WIDTH - 10, y)) for y in range(0, HEIGHT, 3)}
    assert len(rule_and_baize) == 2


@pytest.mark.parametrize(
    ("title", "drawn_in"),
    [("Torneo d’autunno – “Coppa”…", DISPLAY), ("Peña", DISPLAY), ("Клуб", BOLD), ("Žižkov", BOLD)],
)
def test_a_title_is_drawn_in_the_face_that_has_its_letters(title, drawn_in):
    assert face(title) == drawn_in


def test_pages_name_it_with_the_whole_address_where_everybody_may_see_them(evening, club, anybody):
    player = Player.objects.first()
    for page in (f"/tournaments/{evening.slug}/", f"/clubs/{club.slug}/", f"/players/{player.pk}/"):
        said = anybody.get(page).content.decode()
        assert f'<meta property="og:image" content="http://localhost:8000{page}poster.png">' in said
        assert f'<meta property="og:url" content="http://localhost:8000{page}">' in said
        picture = anybody.get(f"{page}poster.png")
        assert (picture["Content-Type"], picture["Cache-Control"]) == ("image/png", "no-cache")
        assert public_address(f"{page}poster.png", "") is not None
    Tournament.objects.update(visibility="link")
    linked = Tournament.objects.get().address
    assert "og:" not in anybody.get(f"/tournaments/{linked}/").content.decode()
    assert anybody.get(f"/tournaments/{evening.slug}/poster.png").status_code == 404
    assert anybody.get(f"/players/{player.pk}/poster.png").status_code == 404


def about(anybody, page):
    """Return what a messenger shows below the title of this page."""
    said = anybody.get(page).content.decode()
    [told] = re.findall('<meta property="og:description" content="([^"]*)">', said)
    return told


def titles(anybody, page):
    """Return a messenger's title of this page, and the picture's text for people who cannot see it."""
    said = anybody.get(page).content.decode()
    return re.findall('<meta property="og:(?:title|image:alt)" content="([^"]*)">', said)


def test_a_page_is_sent_on_under_a_title_of_its_own(evening, anybody):
    page = f"/tournaments/{evening.slug}/"
    own = {
        "": "Serata",
        "players/": "Players · Serata",
        "rounds/1/": "Round 1 · Serata",
        "rounds/1/tables/1/": "Table 1, round 1 · Serata",
        f"players/{evening.entries.get(name='Player 0004').pk}/": "Player 0004 · Serata",
        "pictures/": "Charts · Serata",
        "standings/1/": "Serata",
    }
    told = {below: titles(anybody, page + below) for below in own}
    assert told == {below: [f"{title} · Circolo del Re", "Serata · Circolo del Re"] for below, title in own.items()}


def test_standings_of_an_earlier_round_say_so_in_their_title(evening, anybody):
    second = a_round(evening)
    play_out(second, [20, 10, 6, 4])
    rounds.close_round(second, by=director_of(evening))
    sweep.refresh_stale_standings()
    page = f"/tournaments/{evening.slug}/standings/"
    told = [titles(anybody, f"{page}{number}/")[0] for number in (1, 2)]
    assert told == ["Standings after round 1 · Serata · Circolo del Re", "Serata · Circolo del Re"]


def test_a_title_is_sent_on_as_it_is_written(evening, anybody):
    Tournament.objects.update(name='The "Fante" & <b>friends</b>')
    [title, _] = titles(anybody, f"/tournaments/{evening.slug}/rounds/1/")
    assert title == "Round 1 · The &quot;Fante&quot; &amp; &lt;b&gt;friends&lt;/b&gt; · Circolo del Re"


def test_a_page_tells_what_it_shows(evening, club, anybody):
    first = "1. Player 0004 0 · 1. Player 0008 0 · and 2 more"
    page = f"/tournaments/{evening.slug}/"
    assert about(anybody, page) == f"After round 1. {first}"
    assert about(anybody, f"{page}standings/1/") == about(anybody, f"{page}pictures/") == f"After round 1. {first}"
    assert about(anybody, f"{page}players/") == "Busca (Accademia) · Round 1 of 2"
    assert about(anybody, f"{page}rounds/1/") == "Round 1 of 2 · The round is closed."
    seated = [seat.entry.name for seat in evening.rounds.get().tables.get(number=1).seats.order_by("number")]
    assert about(anybody, f"{page}rounds/1/tables/1/") == " · ".join(seated)
    entry = evening.entries.get(name="Player 0004")
    assert about(anybody, f"{page}players/{entry.pk}/") == "Player 0004 · Place 1 · Buscas 0"
    assert about(anybody, f"/clubs/{club.slug}/") == "Serata"
    assert about(anybody, f"/players/{entry.players.get().pk}/") == "1. Serata of 8"
    Tournament.objects.update(status="finished")
    assert about(anybody, page) == f"Final standings. {first}"


@pytest.mark.parametrize("after_round", [0, 1])
def test_a_page_tells_nothing_of_hidden_standings(evening, anybody, after_round):
    standings.hide_standings(evening, by=director_of(evening), after_round=after_round)
    entry = evening.entries.get(name="Player 0004")
    hidden = "Busca (Accademia) · Standings are hidden until the prize-giving."
    page = f"/tournaments/{evening.slug}/"
    assert about(anybody, page) == about(anybody, f"{page}pictures/") == hidden
    assert about(anybody, f"{page}players/{entry.pk}/") == f"Player 0004 · {hidden}"
    own = client_of(director_of(evening).user)
    assert about(own, page) == hidden
    assert about(own, f"{page}players/{entry.pk}/") == f"Player 0004 · {hidden}"


def test_a_page_that_not_everybody_may_see_tells_nothing(evening, anybody):
    Tournament.objects.update(visibility="link")
    said = anybody.get(f"/tournaments/{Tournament.objects.get().address}/").content.decode()
    assert '<meta name="description" content="Serata, Circolo del Re: \ntables, results and standings.">' in said
    assert "Player 0004" not in said.partition("</head>")[0]


@pytest.mark.parametrize(("language", "told"), [("it", "Dopo il turno 1."), ("nl", "Na ronde 1.")])
def test_preview_sentence_is_in_the_language_of_the_page(evening, language, told):
    reader = Client(headers={"accept-language": language})
    assert about(reader, f"/tournaments/{evening.slug}/").startswith(f"{told} 1. Player 0004 0")
