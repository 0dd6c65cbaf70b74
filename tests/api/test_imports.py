"""clubs/{club}/imports/: an evening from paper."""

import json
from pathlib import Path

import pytest

from tournaments.actions.people.players import NewPlayer, add_players
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


@pytest.mark.parametrize("query", ["", "?preview=1"])
def test_a_name_of_two_players_of_the_club_has_its_place(director, club, evening, query):
    add_players(club, [NewPlayer("Berto", new=True), NewPlayer("berto", new=True), NewPlayer("Anna")])
    assert faults(director.post(IMPORTS + query, evening)) == [("/players/1", "ambiguous_name")]
    csv = LAST_YEAR.encode()
    assert faults(director.post(IMPORTS + query, raw=csv, type="text/csv")) == [("/lines/7/player", "ambiguous_name")]


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


@pytest.mark.slow
def test_a_whole_evening_of_a_club(director):
    answer = director.post(IMPORTS, json.loads(EVENING.read_bytes()))
    assert answer.status_code == 201
    assert Hand.objects.count() == 256


def with_totals(evening, *totals):
    evening["rounds"] = [{"tables": [{"seats": evening["players"], "total": total}]} for total in totals]
    return evening


class TestTotals:
    @pytest.mark.slow
    def test_an_evening_of_totals_is_one_request(self, director):
        """Forty players and four rounds; tables' totals give the same scores as their hands."""
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

    @pytest.mark.slow
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


LAST_YEAR = """\
name;Natale 2025;;
ruleset;busca-accademia;;
table.hands;8;;
starts_at;2025-12-22 20:30;;

turno;tavolo;giocatore;totale
1;1;Anna;3
1;1;Berto;0
1;1;Carla;4
1;1;Dino;1
2;1;Dino;2
2;1;Carla;2
2;1;Elsa;2
2;1;Anna;2
;;Fede;
"""


class TestCsv:
    """The CSV of last year's evening, of which only each player's total at each table is known."""

    def post(self, director, text, query=""):
        return director.post(IMPORTS + query, raw=text.encode(), type="text/csv")

    def csv(self, *changes):
        text = LAST_YEAR
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        return text

    def test_one_file_makes_the_evening(self, director):
        text = self.csv()
        counted = {"players": 6, "rounds": 2, "tables": 2, "hands": 0, "totals": 2}
        assert self.post(director, text, "?preview=1").json() == counted
        made = self.post(director, text)
        assert (made.status_code, made.json()["name"], made.json()["status"]) == (201, "Natale 2025", "finished")
        assert (made.json()["kept"], made.json()["starts_at"]) == ("totals", "2025-12-22T19:30:00Z")
        rows = of_entries(director, "natale-2025")
        assert {name: rows[name] for name in ("Anna", "Carla", "Dino")} == {"Anna": "5", "Carla": "6", "Dino": "3"}
        seats = director.get("tournaments/natale-2025/rounds/2/tables/1/").json()["seats"]
        assert [seat["name"] for seat in seats] == ["Dino", "Carla", "Elsa", "Anna"]
        assert verify(Tournament.objects.get()).findings == ()
        assert codes(self.post(director, text.replace(";", ",")), 409) == ["imported_before"]

    def test_every_fault_has_its_line_and_nothing_is_stored(self, director):
        assert faults(
            self.post(director, self.csv(("1;1;Anna;3", "1;1;Anna;-3"), ("table.hands;8", "table.hands;0")))
        ) == [("/lines/2", "out_of_range")]
        wrong = self.csv(("1;1;Anna;3", "1;1;Anna;x"), ("1;1;Carla;4", "1;1;Anna;4"), ("2;1;Elsa;2", "2;1;Elsa;"))
        assert faults(self.post(director, wrong)) == [
            ("/lines/6/total", "not_an_integer"),
            ("/lines/6", "seated_twice"),
            ("/lines/12/total", "not_an_integer"),
        ]
        gaps = self.csv(("2;1;", "3;2;"), ("1;1;Dino", "1;x;Dino"))
        assert faults(self.post(director, gaps)) == [
            ("/lines/9/table", "not_an_integer"),
            ("/lines/10/round", "out_of_range"),
            ("/lines/10/table", "out_of_range"),
            ("/lines/6", "wrong_table_size"),
            ("/lines/6", "wrong_number_of_sides"),
        ]
        sum_is_wrong = self.csv(("1;1;Anna;3", "1;1;Anna;0"))
        assert faults(self.post(director, sum_is_wrong)) == [("/lines/6", "wrong_sum")]
        assert Tournament.objects.count() == 0

    @pytest.mark.parametrize("start", ["0001-01-01 00:00", "9999-12-31 23:59", "1899-12-31 20:30"])
    @pytest.mark.parametrize("query", ["", "?preview=1"])
    def test_a_start_outside_the_calendar_is_refused(self, director, start, query):
        text = self.csv(("2025-12-22 20:30", start))
        assert faults(self.post(director, text, query)) == [("/lines/3", "not_a_time")]

    def test_more_than_an_evening_can_hold_is_refused_at_once(self, director):
        many = "".join(f";;Player {number};\n" for number in range(10_001))
        assert faults(self.post(director, LAST_YEAR + many)) == [("/players", "too_long")]
        assert faults(self.post(director, LAST_YEAR + "\n" * 50_000)) == [("", "too_long")]

    def test_a_number_of_rounds_does_not_stand_for_the_lines_of_seats(self, director):
        answer = faults(self.post(director, "ruleset;busca-accademia\nrounds;3"))
        assert sorted(answer) == [*[("", "missing_field")] * 4, ("/lines/1", "given_by_seats")]

    @pytest.mark.parametrize("text", ["", "a;b;c", "name;x\nround;player", "\0", '"', "round;table;player;total"])
    def test_another_text_is_refused(self, director, text):
        assert len(faults(self.post(director, text))) >= 1


def of_entries(director, slug):
    standings.refresh(Tournament.objects.get(slug=slug).pk)
    return {row["name"]: row["score"] for row in director.get(f"tournaments/{slug}/standings/").json()["rows"]}
