"""A season on paper, in a calendar, as a picture, on the club's own site; and the way from an evening to it."""

import re

import pytest
from django.urls import reverse
from icalendar import Calendar

from tests.again import fixture_again
from tests.api.caller import Caller
from tests.halls import a_tournament, agreed, director_of
from tests.season_evenings import a_season, an_evening
from tests.web.pages import text
from tests.web.papers import pages
from tournaments.actions.seasons import season_refreshing
from tournaments.actions.standings import standings
from tournaments.models import Season, Tournament
from tournaments.serving.cache_keys import public_address
from tournaments.web.public.posters import Poster
from tournaments.web.views.season_outputs import season_poster

pytestmark = pytest.mark.django_db
FIRST = (0, 5, 10, 25)
AT = "2026-03-%02dT20:00:00Z"


@fixture_again
def season(club):
    """Two evenings of four that count, the second won from behind, and one to come."""
    first = an_evening(club, *FIRST, starts_at=AT % 2)
    second = an_evening(club, *reversed(FIRST), name="Altra", starts_at=AT % 9)
    coming = a_tournament(club, players=0, name="Finale", starts_at=AT % 16)
    return a_season(club, coming, first, second)


def page(name):
    return reverse(name, args=[Season.objects.get().slug])


@pytest.mark.slow
def test_paper_has_every_evening_below_its_name_and_how_it_is_counted(season, anybody):
    (printed,) = pages(anybody.get(page("print-season")))
    assert printed.startswith("Standings Stagione Circolo del Re · 9 March 2026 printed ")
    assert "Place Player Score Evenings 1 Player 0002 7 2 1: 4 · 2: 3" in printed
    assert "1 Player 0003 7 2 1: 3 · 2: 4" in printed
    assert "1. Serata · 2. Altra The last place of an evening is worth 1 point" in printed
    answer = Caller().get(f"seasons/{season.slug}/paper/standings/")
    assert pages(answer)[0].partition("printed")[0] == printed.partition("printed")[0]
    assert answer["Content-Disposition"] == 'inline; filename="stagione-standings.pdf"'


@pytest.mark.slow
def test_outputs_after_an_evening(season, anybody):
    after = f"?after={Tournament.objects.get(name='Serata').slug}"
    page_then = anybody.get(page("season") + after).content.decode()
    for name in ("season-csv", "print-season"):
        assert f'href="{page(name)}{after}"' in page_then
        assert public_address(page(name), after[1:]) is not None
        assert anybody.get(f"{page(name)}?after=another").status_code == 404
    for answer in (
        anybody.get(page("print-season") + after),
        Caller().get(f"seasons/{season.slug}/paper/standings/{after}"),
    ):
        assert "1 of 4 evenings" in pages(answer)[0]
    assert b"Place;Player;Score;Evenings;Serata\r\n" in anybody.get(page("season-csv") + after).content


def test_before_the_first_evening_there_is_nothing_to_print(club, anybody):
    season = a_season(club)
    assert anybody.get(page("print-season")).status_code == 404
    assert Caller().get(f"seasons/{season.slug}/paper/standings/").status_code == 404
    assert "The standings appear here" in text(anybody.get(page("season")))
    assert season_poster(season) == Poster("Circolo del Re", "Stagione", (), "0 of 4 evenings")


def test_paper_names_what_is_dropped_added_and_compared(club, anybody):
    evenings = [an_evening(club, *FIRST, name=f"Serata {number}") for number in (1, 2)]
    parts = [{"evenings": 2, "best": 1, "name": "Autumn"}, {"evenings": 2}]
    a_season(club, *evenings, declaration={"parts": parts, "coming": 1, "tie_breaks": ["wins", "lot"]})
    printed = pages(anybody.get(page("print-season")))[0]
    assert "1: 4 · 2: (4) · added 2 · Autumn: place 1, 6" in printed


def test_paper_names_a_lot_without_its_number(club, anybody):
    evenings = [an_evening(club, *FIRST), an_evening(club, *reversed(FIRST), name="Altra")]
    a_season(club, *evenings, declaration={"parts": [{"evenings": 2}], "tie_breaks": ["wins", "lot"]})
    printed = pages(anybody.get(page("print-season")))[0]
    assert printed.count("Tie: evenings won 1, lot ") == 2
    assert not re.search(r"lot \d{6}", printed)


def test_calendar_has_the_evenings_of_the_season_alone(season, club, anybody):
    a_tournament(club, players=0, name="Fuori", starts_at=AT % 23)
    answer = anybody.get(page("season-calendar"))
    events = Calendar.from_ical(answer.content).events
    assert sorted(str(event["SUMMARY"]) for event in events) == ["Altra", "Finale", "Serata"]
    Tournament.objects.filter(name="Finale").update(visibility="private")
    events = Calendar.from_ical(anybody.get(page("season-calendar")).content).events
    assert sorted(str(event["SUMMARY"]) for event in events) == ["Altra", "Serata"]


def test_picture_and_preview_have_the_first_three(season, anybody):
    rows = Caller().get(f"seasons/{season.slug}/standings/").json()["rows"]
    assert [(row["place"], row["score"]) for row in rows] == [(1, "7"), (1, "7"), (3, "3"), (3, "3")]
    first = (("1.", "Player 0002", "7"), ("1.", "Player 0003", "7"))
    assert season_poster(season) == Poster(
        "Circolo del Re", "Stagione", (*first, ("", "and 2 more", "")), "2 of 4 evenings"
    )
    assert anybody.get(page("season-poster"))["Content-Type"] == "image/png"
    read = anybody.get(page("season")).content.decode()
    (preview,) = re.findall('<meta property="og:description" content="(.*?)">', read)
    assert preview.startswith("2 of 4 evenings · 1. ")
    assert f'<meta property="og:image" content="http://localhost:8000{page("season-poster")}">' in read


def test_frame_has_the_first_ten_in_the_clubs_language_and_may_be_framed(season, club, anybody, director):
    answer = anybody.get(page("season-frame"), headers={"Accept-Language": "nl"})
    assert len(re.findall(r'<th scope="row" translate="no">Player 000\d</th>', answer.content.decode())) == 4
    assert '<html lang="it">' in answer.content.decode()
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    queries = ("", "theme=dark", "theme=pink", "x=1")
    assert [public_address(page("season-frame"), query) is not None for query in queries] == [True, True, False, False]
    line = director.get(f"/clubs/{club.slug}/site/?season={season.slug}&theme=dark").content.decode()
    assert f'&lt;iframe src="http://localhost:8000{page("season-frame")}?theme=dark" title="Stagione"' in line


def test_an_evening_leads_to_its_season_with_its_number(season, club, anybody, director):
    number = {name: of_season(anybody, name) for name in ("Serata", "Altra", "Finale")}
    assert number == {
        "Serata": "Evening 1 of Stagione",
        "Altra": "Evening 2 of Stagione",
        "Finale": "Evening 3 of Stagione",
    }
    assert of_season(director, "Altra") == number["Altra"]
    Tournament.objects.filter(name="Serata").update(visibility="private")
    assert (of_season(director, "Serata"), of_season(anybody, "Altra")) == ("", "Evening 1 of Stagione")
    a_tournament(club, players=0, name="Fuori")
    assert of_season(anybody, "Fuori") == ""


def test_the_club_leads_to_all_its_seasons(club, anybody):
    for _number in range(7):
        a_season(club)
    shown = anybody.get(f"/clubs/{club.slug}/").content.decode()
    assert len(set(re.findall(r'<a href="/seasons/(.*?)/">', shown))) == 7


def of_season(reader, name):
    """Return the links from this evening's page to its season."""
    page = reader.get(reverse("tournament", args=[Tournament.objects.get(name=name).slug])).content.decode()
    return "".join(re.findall(r'<a href="/seasons/stagione/">\s*(.*?)\s*</a>', re.sub("</?bdi.*?>", "", page)))


def test_hidden_evening_is_in_no_output(season, anybody):
    last = Tournament.objects.get(name="Altra")
    agreed(director_of(last), lambda by: standings.hide_standings(last, by=by, after_round=0))
    (printed,) = pages(anybody.get(page("print-season")))
    assert ("1 of 4 evenings" in printed, "2: 1" in printed) == (True, False)
    assert season_poster(season).foot == "1 of 4 evenings"
    assert "1 serata su 4" in text(anybody.get(page("season-frame")))
    season_refreshing.refresh(season.pk)
    assert season_poster(season).foot == "1 of 4 evenings"
