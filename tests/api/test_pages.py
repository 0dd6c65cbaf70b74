"""Every list has pages of the same kind."""

from datetime import UTC, datetime

import pytest

from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions.standings.ratings import rate_game
from tournaments.models import Tournament

from .caller import codes

pytestmark = pytest.mark.django_db

LISTS = [
    "games/",
    "clubs/circolo-del-re/players/",
    "clubs/circolo-del-re/cards/",
    "clubs/circolo-del-re/ratings/busca-accademia/",
    "tournaments/serata/entries/",
    "tournaments/serata/pins/",
    "tournaments/serata/cards/",
    "tournaments/serata/rounds/1/tables/1/seats/",
]


@pytest.fixture(autouse=True)
def _drawn(tournament):
    a_round(tournament)
    rated = rate_game(tournament.club, tournament.ruleset)
    players = tournament.club.players.values_list("pk", flat=True)
    about = {"rating": 1500, "deviation": 90, "provisional": False, "tables": 3, "curve": []}
    rated.body = {"tables": 3, "players": [{"player": pk, **about} for pk in players], "calibration": []}
    rated.save()


@pytest.mark.parametrize("address", LISTS)
def test_a_list_is_read_page_by_page(director, address):
    every = director.get(address).json()
    assert (every["next"], every["previous"]) == (None, None)
    seen, page = [], director.get(f"{address}?limit=3").json()
    while page:
        seen.append(page["results"])
        page = page["next"] and director.get(below(page["next"])).json()
    assert [row for rows in seen for row in rows] == every["results"]
    assert {len(rows) for rows in seen[:-1]} <= {3}
    assert 1 <= len(seen[-1]) <= 3


def below(address):
    return address.partition("/api/v1/")[2]


def test_the_years_of_a_club_are_a_list_whose_pages_are_in_a_header(anybody, club):
    for year in range(2020, 2025):
        start = datetime(year, 5, 1, tzinfo=UTC)
        Tournament.objects.filter(pk=a_tournament(club).pk).update(status="finished", starts_at=start)
    years = "clubs/circolo-del-re/years/"
    assert [each["year"] for each in anybody.get(years).json()] == [2024, 2023, 2022, 2021, 2020]
    assert "Link" not in anybody.get(years)
    first = anybody.get(f"{years}?limit=2")
    after, relation = first["Link"].split("; ")
    second = anybody.get(below(after.strip("<>")))
    assert [each["year"] for each in first.json() + second.json()] == [2024, 2023, 2022, 2021]
    assert (relation, second["Link"].count('rel="prev"')) == ('rel="next"', 1)
    assert codes(anybody.get(f"{years}?limit=201"), 400) == ["bad_limit"]


def test_the_way_back(director):
    first = director.get("tournaments/serata/pins/?limit=3").json()
    second = director.get(below(first["next"])).json()
    assert (first["previous"], director.get(below(second["previous"])).json()) == (None, first)


@pytest.mark.parametrize("order", ["name", "-name", "starts_at", "-starts_at", "created_at"])
def test_the_way_back_has_every_row_of_a_list_with_equal_ones(anybody, club, order):
    """As of evenings with one name, and of groups that begin together."""
    for day in (1, 1, 2, 1, 2, 2, 1):
        a_tournament(club, players=0, name="ab"[day - 1], starts_at=f"2026-05-0{day}T20:30:00+02:00")
    where = f"tournaments/?ordering={order}"
    every = [row["slug"] for row in anybody.get(where).json()["results"]]
    for limit in (1, 2, 3, 5):
        there, back = [anybody.get(f"{where}&limit={limit}").json()], []
        while there[-1]["next"]:
            there.append(anybody.get(below(there[-1]["next"])).json())
        page = there[-1]
        while page:
            back.insert(0, page["results"])
            page = page["previous"] and anybody.get(below(page["previous"])).json()
        for pages in ([page["results"] for page in there], back):
            assert [row["slug"] for rows in pages for row in rows] == every, limit


@pytest.mark.parametrize("address", LISTS)
def test_bad_limits_and_cursors_of_other_lists_are_refused(director, address):
    other = director.get("tournaments/serata/entries/?limit=3").json()["next"].partition("cursor=")[2].partition("&")[0]
    for limit in ("0", "201", "x"):
        assert codes(director.get(f"{address}?limit={limit}"), 400) == ["bad_limit"]
    for cursor in ("%FF", "", *([] if "entries" in address else [other])):
        assert codes(director.get(f"{address}?cursor={cursor}"), 404) == ["bad_cursor"]


def test_a_cursor_belongs_to_its_filters_and_order(director, club):
    a_tournament(club, name="Altra")
    a_club("Circolo del Fante", owner=a_user("fante"))
    wanted = "tournaments/?club=circolo-del-re&ordering=name"
    page = below(director.get(f"{wanted}&limit=1").json()["next"])
    assert [row["name"] for row in director.get(page.replace("limit=1", "limit=2")).json()["results"]] == ["Serata"]
    for other in (page.replace("=name", "=-name"), page.replace("club=circolo-del-re", "club=circolo-del-fante")):
        assert codes(director.get(other), 404) == ["bad_cursor"]
