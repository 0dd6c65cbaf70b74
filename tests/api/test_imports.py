"""clubs/{club}/imports/: an evening from paper."""

import json
from pathlib import Path

import pytest

from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
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
    assert answer.json() == {"players": 4, "rounds": 1, "tables": 1, "hands": 2, "totals": 0}
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize("query", ["", "?preview=1"])
def test_import_with_one_wrong_hand_stores_nothing(director, evening, query):
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
def test_import_of_another_document_is_refused(director, document):
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


def with_totals(evening, *totals):
    evening["rounds"] = [{"tables": [{"seats": evening["players"], "total": total}]} for total in totals]
    return evening


class TestTotals:
    def test_an_evening_of_totals_is_one_request(self, director):
        """Forty players, four rounds; what each table's hands came to gives the same scores as the hands."""
        paper = json.loads(EVENING.read_bytes())
        assert director.post(IMPORTS + "?name=Mani", paper).status_code == 201
        for number, round_ in enumerate(paper["rounds"], start=1):
            for at, table in enumerate(round_["tables"], start=1):
                del table["hands"]
                table["total"] = director.get(f"tournaments/mani/rounds/{number}/tables/{at}/").json()["totals"]
        made = director.post(IMPORTS + "?name=Totali&again=1", {**paper, "tie_breaks": ["last_round"]})
        assert (made.status_code, made.json()["kept"], made.json()["status"]) == (201, "totals", "finished")
        scores = [of_entries(director, slug) for slug in ("mani", "totali")]
        assert scores[0] == scores[1]
        assert verify(Tournament.objects.get(slug="totali")).findings == ()

    def test_faults_stand_beside_their_number(self, director, evening):
        wrong = with_totals(evening, [1, 2, 3, -4], [0, 0, 0, 1], [1, 2, 3], {"lines": [{"points": 2}] * 3 + [{}]})
        assert faults(director.post(IMPORTS, wrong)) == [
            ("/rounds/0/tables/0/total/3/points", "out_of_range"),
            ("/rounds/1/tables/0/total/points", "wrong_sum"),
            ("/rounds/2/tables/0/total", "wrong_number_of_sides"),
            ("/rounds/3/tables/0/total/3/points", "missing_field"),
        ]
        assert Tournament.objects.count() == 0

    def test_a_table_has_its_hands_or_its_total(self, director, evening):
        hands = evening["rounds"][0]["tables"][0]["hands"]
        both = with_totals(evening, [1, 2, 3, 4])
        both["rounds"][0]["tables"][0]["hands"] = hands
        assert faults(director.post(IMPORTS, both)) == [("/rounds/0/tables/0/total", "hands_stand")]

    def test_rounds_of_both_kinds_add_up(self, director, evening):
        hands = evening["rounds"]
        both = with_totals(evening, [1, 2, 3, 4])
        both["rounds"] += hands
        assert director.post(IMPORTS + "?preview=1", both).json() == {
            "players": 4, "rounds": 2, "tables": 2, "hands": 2, "totals": 1,
        }  # fmt: skip
        assert director.post(IMPORTS + "?name=Mista", both).status_code == 201
        assert [director.get(f"tournaments/mista/rounds/{n}/").json()["kept"] for n in (1, 2)] == ["totals", "hands"]
        assert of_entries(director, "mista") == {"Anna": "5", "Berto": "6", "Carla": "7", "Dino": "5"}


def of_entries(director, slug):
    standings.refresh(Tournament.objects.get(slug=slug).pk)
    return {row["name"]: row["score"] for row in director.get(f"tournaments/{slug}/standings/").json()["rows"]}
