"""clubs/{club}/imports/: an evening from paper."""

import json
from pathlib import Path

import pytest

from tournaments.models import Hand, Tournament

from .caller import Caller, codes, faults

pytestmark = pytest.mark.django_db
IMPORTS = "clubs/circolo-del-re/imports/"
EVENING = Path(__file__).parent.parent / "data" / "busca-evening.json"


@pytest.fixture
def evening():
    """A small evening: four players, one table, two hands."""
    players = ["Anna", "Berto", "Carla", "Dino"]
    hands = [[13, 13, 13, 1], {"lines": [{"points": 10}] * 4}]
    tables = [{"seats": players, "hands": hands}]
    return {"ruleset": "busca-accademia", "table": {"hands": 2}, "players": players, "rounds": [{"tables": tables}]}


def test_an_evening_becomes_a_tournament(director, evening):
    answer = director.post(IMPORTS + "?name=Luned%C3%AC", evening)
    assert answer.status_code == 201
    assert answer["Location"] == "/api/v1/tournaments/lunedi/"
    assert (answer.json()["name"], answer.json()["status"]) == ("Lunedì", "finished")
    table = director.get("tournaments/lunedi/rounds/1/tables/1/").json()
    assert (table["totals"], table["state"]) == ([4, 4, 4, 1], "over")


def test_a_second_time_only_where_somebody_asks_for_it(director, evening):
    where = IMPORTS + "?name=Serata"
    assert director.post(where, evening).status_code == 201
    assert codes(director.post(where, evening), 409) == ["imported_before"]
    assert director.post(where + "&again=1", evening).status_code == 201
    assert Tournament.objects.count() == 2


def test_a_dry_run_says_what_it_holds(director, evening):
    answer = director.post(IMPORTS + "?preview=1", evening)
    assert answer.json() == {"players": 4, "rounds": 1, "tables": 1, "hands": 2}
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize("query", ["", "?preview=1"])
def test_one_wrong_hand_refuses_it_whole(director, evening, query):
    table = evening["rounds"][0]["tables"][0]
    table["hands"][1] = [10, 10, 10, 11]
    table["seats"] = ["Anna", "Berto", "Carla", "Nobody"]
    assert faults(director.post(IMPORTS + query, evening)) == [
        ("/rounds/0/tables/0/seats/3", "unknown_entrant"),
        ("/rounds/0/tables/0/hands/1/points", "sum_not_40"),
    ]
    assert (Tournament.objects.count(), Hand.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    "document", [[], "x", 3, {}, {"rounds": 1}, {"players": {}, "rounds": [[], None, {"tables": 3}]}]
)
def test_what_is_no_evening_is_refused(director, document):
    assert len(faults(director.post(IMPORTS, document))) >= 1


def test_only_directors_import(anybody, scorer, stranger, club, evening):
    assert codes(anybody.post(IMPORTS, evening), 401) == ["not_authenticated"]
    assert codes(scorer.post(IMPORTS, evening), 403) == ["forbidden"]
    assert codes(stranger.post(IMPORTS, evening), 403) == ["forbidden"]
    results = Caller(club.memberships.get(role="owner").user, scope="results")
    assert codes(results.post(IMPORTS, evening), 403) == ["forbidden"]


def test_a_whole_evening_of_a_club(director):
    answer = director.post(IMPORTS, json.loads(EVENING.read_bytes()))
    assert answer.status_code == 201
    assert Hand.objects.count() == 256
