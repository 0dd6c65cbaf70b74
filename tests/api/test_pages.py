"""Every list has pages of the same kind."""

import pytest

from tests.halls import a_round, a_tournament

from .caller import codes

pytestmark = pytest.mark.django_db

LISTS = [
    "games/",
    "clubs/circolo-del-re/players/",
    "clubs/circolo-del-re/cards/",
    "tournaments/serata/entries/",
    "tournaments/serata/pins/",
    "tournaments/serata/cards/",
    "tournaments/serata/rounds/1/tables/1/seats/",
]


@pytest.fixture(autouse=True)
def _drawn(tournament):
    a_round(tournament)


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


def test_the_way_back(director):
    first = director.get("tournaments/serata/pins/?limit=3").json()
    second = director.get(below(first["next"])).json()
    assert (first["previous"], director.get(below(second["previous"])).json()) == (None, first)


@pytest.mark.parametrize("address", LISTS)
def test_bad_limits_and_cursors_of_other_lists_are_refused(director, address):
    other = director.get("tournaments/serata/entries/?limit=3").json()["next"].partition("cursor=")[2].partition("&")[0]
    faults = {"limit=0": "bad_limit", "limit=201": "bad_limit", "limit=x": "bad_limit", "cursor=%FF": "bad_cursor"}
    if "entries" not in address:
        faults[f"cursor={other}"] = "bad_cursor"
    for query, code in faults.items():
        assert codes(director.get(f"{address}?{query}"), 400) == [code]


def test_a_cursor_belongs_to_its_filters_and_order(director, club):
    a_tournament(club, name="Altra")
    wanted = "tournaments/?club=circolo-del-re&ordering=name"
    page = below(director.get(f"{wanted}&limit=1").json()["next"])
    assert [row["name"] for row in director.get(page.replace("limit=1", "limit=2")).json()["results"]] == ["Serata"]
    for other in (page.replace("=name", "=-name"), page.replace("club=circolo-del-re", "club=circolo-del-fante")):
        assert codes(director.get(other), 400) == ["bad_cursor"]
