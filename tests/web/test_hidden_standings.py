"""While standings are hidden, nobody outside the club reads a result at any address."""

import re
from decimal import Decimal
from io import BytesIO

import pytest
from django.urls import NoReverseMatch, reverse
from pypdf import PdfReader

from tests.again import fixture_again
from tests.halls import a_round, a_table, a_tournament, director_of, play
from tests.parameters import slowly
from tournaments.actions import sweep
from tournaments.actions.core.refusals import Invalid
from tournaments.actions.people import penalties
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.api.urls import version_1
from tournaments.models import Tournament
from tournaments.web.public_urls import public_pages

pytestmark = pytest.mark.django_db

NO_RESULTS = ("/rules/", "/api/v1/games/", "/api/v1/schema/")
OPEN = [31, 3, 3, 3]
SECRET = [34, 3, 2, 1]
TELL_TALES = ("34", "731")
"""What stands in no page but as a result of the hidden round, and in no date: points of cards, and a penalty."""


@fixture_again
def tournament(club):
    """Round 1 is public to its end; round 2 is hidden, with a penalty that belongs to it."""
    tournament = a_tournament(club, name="Serata", rounds=3, table={"hands": 2})
    director = director_of(tournament)
    first = a_round(tournament, tables=[range(4), range(4, 8)])
    play(a_table(first), 1, OPEN)
    rounds.close_round(first, by=director, anyway=True)
    second = a_round(tournament, tables=[range(4), range(4, 8)])
    play(a_table(second), 1, SECRET)
    entry = tournament.entries.first()
    penalties.penalise(entry, amount=Decimal(731), reason="Late", by=director, round_=second)
    standings.hide_standings(tournament, by=director)
    sweep.refresh_stale_standings()
    return Tournament.objects.get()


def web_addresses(tournament):
    known = {
        "slug": (tournament.slug, tournament.club.slug),
        "pk": (*tournament.entries.values_list("pk", flat=True), *tournament.club.players.values_list("pk", flat=True)),
        "number": (1, 2),
        "table": (1, 2),
        "after_round": (0, 1, 2),
        "year": (tournament.created_at.year,),
        "picture": ("places", "distribution", "meetings", "tables"),
    }
    return [where for pattern in public_pages for where in addresses(pattern.name, pattern, known)]


def api_addresses(tournament):
    known = {
        "slug": (tournament.slug,),
        "club": (tournament.club.slug,),
        "pk": (
            *tournament.entries.values_list("pk", flat=True),
            *tournament.club.players.values_list("pk", flat=True),
            *tournament.penalties.values_list("pk", flat=True),
        ),
        "number": (1, 2),
        "table": (1, 2),
        "hand": (1,),
        "seat": (0,),
    }
    found = [where for pattern in version_1 for where in addresses(f"api:{pattern.name}", pattern, known)]
    rankings = f"/api/v1/tournaments/{tournament.slug}/standings/"
    more = ("?format=csv", "?after_round=1", "?after_round=2", "?after_round=2&format=csv")
    lines = f"/api/v1/tournaments/{tournament.slug}/ledger/?format=ndjson"
    return [*found, *(rankings + each for each in more), lines]


def addresses(name, pattern, known):
    """Yield every address that a pattern gives with the rows of this tournament."""
    given = [{}]
    for part in pattern.pattern.converters:
        given = [{**one, part: value} for one in given for value in known.get(part, ())]
    for kwargs in given:
        try:
            yield reverse(name, kwargs=kwargs)
        except NoReverseMatch:
            continue


def read(client, where):
    answer = client.get(where, headers={"Accept-Encoding": "identity"})
    assert answer.status_code < 500, where
    return answer


def words(answer):
    """Return the words of a response for people, without pictures, digests, times and attributes."""
    if answer["Content-Type"] == "application/pdf":
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    said = answer.getvalue().decode(errors="replace")
    for no_text in (r"<svg.*?</svg>", r"[0-9a-f]{12,}", r'(nonce|value|href|src|content|hx-headers)="[^"]*"'):
        said = re.sub(no_text, "", said, flags=re.DOTALL)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+", "", said)


def says(number, text):
    """Return whether a number occurs in these words outside of a time or a date."""
    return re.search(rf"(?<![\w+/-])(?<!\d[:.,]){number}(?![\w+/=-]|:\d)", text) is not None


def everywhere(tournament):
    """Return every address that could show a result."""
    found = [*web_addresses(tournament), *api_addresses(tournament)]
    return {where for where in found if not where.startswith(NO_RESULTS) and not where.endswith(".png")}


def leaks(client, tournament, places):
    """Return what each of these addresses shows of the hidden round."""
    first = [row for row in tournament.standings.get(after_round=2).document["rows"] if row["place"]][-1]
    tales = (*TELL_TALES, first["score"])
    said = {where: words(read(client, where)) for where in places}
    found = {where: [each for each in tales if says(each, said[where])] for where in said}
    return {where: told for where, told in found.items() if told}


@pytest.mark.slow
def test_results_are_public_before_they_are_hidden(director, anybody, tournament):
    telling = {
        "/tournaments/serata/rounds/2/tables/1/",
        "/api/v1/tournaments/serata/standings/?after_round=2",
        "/api/v1/tournaments/serata/penalties/",
        "/api/v1/tournaments/serata/rounds/2/tables/",
        "/api/v1/tournaments/serata/rounds/2/tables/1/",
        "/api/v1/tournaments/serata/rounds/2/tables/1/hands/",
        "/api/v1/tournaments/serata/rounds/2/tables/1/hands/1/",
        "/api/v1/tournaments/serata/rounds/2/tables/1/hands/1/versions/",
    }
    assert telling <= everywhere(tournament)
    assert leaks(director, tournament, telling).keys() == telling


@pytest.mark.slow
@pytest.mark.parametrize("who", ["anybody", *slowly("stranger")])
def test_nobody_outside_the_club_reads_a_result_at_any_address(request, who, tournament):
    assert leaks(request.getfixturevalue(who), tournament, everywhere(tournament)) == {}


@pytest.mark.slow
def test_a_player_is_in_the_place_of_the_last_public_round_that_is_over(anybody, director, tournament):
    rounds.close_round(tournament.rounds.get(number=2), by=director_of(tournament), anyway=True)
    before, after = (
        {row["entry"]: row["place"] for row in each.document["rows"]}
        for each in tournament.standings.order_by("after_round")
    )
    moved = next(entry for entry in before if before[entry] != after[entry])
    page = f"/players/{tournament.entries.get(pk=moved).players.get().pk}/"
    assert f"<strong>{before[moved]}</strong>" in read(anybody, page).content.decode()
    assert f"<strong>{after[moved]}</strong>" in read(director, page).content.decode()


@pytest.mark.slow
def test_what_is_public_stays_so(anybody, tournament):
    document = read(anybody, "/api/v1/tournaments/serata/standings/").json()
    assert document["after_round"] == 1
    page = read(anybody, "/tournaments/serata/").content.decode()
    assert "Standings are hidden until the prize-giving." in page
    assert read(anybody, "/tournaments/serata/rounds/1/tables/1/").status_code == 200
    hands = "/api/v1/tournaments/serata/rounds/{}/tables/1/hands/"
    assert read(anybody, hands.format(1)).status_code == 200
    assert read(anybody, hands.format(2)).status_code == 403


def test_standings_after_a_hidden_round_are_not_there(anybody, tournament):
    assert read(anybody, "/tournaments/serata/standings/2/").status_code == 404
    assert read(anybody, "/api/v1/tournaments/serata/standings/?after_round=2").status_code == 404


def test_the_print_out_is_of_the_last_public_round(anybody, tournament):
    hidden = read(anybody, "/tournaments/serata/standings.pdf").content
    assert hidden.startswith(b"%PDF")
    standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
    assert read(anybody, "/tournaments/serata/standings.pdf").status_code == 404


def test_with_all_hidden_there_are_no_standings(anybody, tournament):
    standings.hide_standings(tournament, by=director_of(tournament), after_round=0)
    sweep.refresh_stale_standings()
    assert read(anybody, "/api/v1/tournaments/serata/standings/").json()["rows"] == []
    page = read(anybody, "/tournaments/serata/").content.decode()
    assert "Standings are hidden until the prize-giving." in page
    assert not says("31", words(read(anybody, "/tournaments/serata/rounds/1/tables/1/")))


def test_the_club_sees_them_with_a_mark(scorer, director, tournament):
    for client in (scorer, director):
        page = read(client, "/tournaments/serata/").content.decode()
        assert "Hidden from the public: everything after round 1." in page
    assert "Show the standings to everybody" in page


@pytest.mark.parametrize("path", ["live/", "rounds/2/tables/1/", "rounds/2/tables/"])
def test_what_was_read_before_is_not_confirmed(anybody, tournament, path):
    """An answer kept from before the hiding is not said to be still so."""
    director = director_of(tournament)
    where = f"/api/v1/tournaments/serata/{path}"
    standings.show_standings(tournament, by=director)
    sweep.refresh_stale_standings()
    kept = read(anybody, where)
    standings.hide_standings(tournament, by=director)
    sweep.refresh_stale_standings()
    again = anybody.get(where, headers={"If-None-Match": kept["ETag"]})
    assert (again.status_code, again.content != kept.content) == (200, True)


def test_the_ledger_tells_it_and_holds(tournament):
    director = director_of(tournament)
    standings.hide_standings(tournament, by=director)
    standings.show_standings(tournament, by=director)
    standings.show_standings(tournament, by=director)
    sweep.refresh_stale_standings()
    kinds = list(tournament.ledger.values_list("kind", flat=True))[-2:]
    assert kinds == ["standings_hidden", "standings_shown"]
    assert verify(tournament).findings == ()


def test_a_round_that_is_not_public_is_refused(tournament):
    with pytest.raises(Invalid) as refusal:
        standings.hide_standings(tournament, by=director_of(tournament), after_round=9)
    assert [problem.pointer for problem in refusal.value.problems] == [("after_round",)]


def test_a_director_hides_and_shows_with_one_tap(director, anybody, tournament):
    answer = director.post("/tournaments/serata/standings/show/", follow=True)
    assert "Everybody sees the standings again." in answer.content.decode()
    page = read(anybody, "/tournaments/serata/").content.decode()
    assert "Standings are hidden until the prize-giving." not in page
    answer = director.post("/tournaments/serata/standings/hide/", follow=True)
    assert "The standings are hidden." in answer.content.decode()
    assert Tournament.objects.get().standings_hidden_after == 1
    director.post("/tournaments/serata/standings/hide/", {"after_round": "0"})
    assert Tournament.objects.get().standings_hidden_after == 0
    director.post("/tournaments/serata/standings/hide/", {"after_round": "x"})
    assert Tournament.objects.get().standings_hidden_after == 0
