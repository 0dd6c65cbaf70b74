"""Rounds scored by table totals: …/tables/{t}/total/, and their standings."""

import pytest

from tests.halls import a_round, a_table, a_tournament, director_of, play, play_out
from tournaments.actions.hands import hands
from tournaments.actions.rounds import rounds
from tournaments.actions.standings import standings
from tournaments.actions.verification import verify
from tournaments.models import Tournament

from .caller import codes, faults

pytestmark = pytest.mark.django_db
SERATA = "tournaments/serata/"
ROUND = SERATA + "rounds/1/"
TABLE = ROUND + "tables/1/"
TOTAL = TABLE + "total/"


def rows(anybody, tournament):
    standings.refresh(tournament.pk)
    return anybody.get(SERATA + "standings/").json()["rows"]


def total(*points, **more):
    return {"lines": [{"points": each} for each in points], **more}


@pytest.fixture
def round_(club):
    """A published round of a Busca tournament of eight hands that is kept by totals."""
    return a_round(a_tournament(club, table={"hands": 8}, kept="totals"))


class TestRecording:
    def test_a_total_is_the_one_hand_of_its_table(self, scorer, anybody, round_):
        answer = scorer.put(TOTAL, total(1, 2, 3, 4))
        assert answer.status_code == 201
        assert (answer.json()["number"], answer.json()["scores"]) == (1, [1, 2, 3, 4])
        assert anybody.get(TOTAL).json() == answer.json()
        table = anybody.get(TABLE).json()
        assert (table["state"], table["ended"], table["outstanding"]) == ("over", "hands", False)
        assert (table["totals"], table["places"], table["next_hand"]) == ([1, 2, 3, 4], [1, 2, 3, 4], None)

    def test_a_table_that_broke_off_says_after_how_many_hands(self, scorer, round_):
        assert faults(scorer.put(TOTAL, total(2, 0, 0, 0))) == [("/lines", "wrong_sum")]
        answer = scorer.put(TOTAL, total(2, 0, 0, 0, hand={"hands": 2}))
        assert (answer.status_code, answer.json()["hand"]) == (201, {"hands": 2})

    def test_the_same_again_changes_nothing_and_another_names_what_it_replaces(self, scorer, round_):
        first = scorer.put(TOTAL, total(1, 2, 3, 4))
        assert scorer.put(TOTAL, total(1, 2, 3, 4)).json() == first.json()
        refused = scorer.put(TOTAL, total(1, 2, 3, 5, reason="Misread"))
        assert codes(refused, 428) == ["hand_stands"]
        assert refused.json()["current"] == first.json()
        corrected = scorer.put(TOTAL, total(1, 2, 3, 5, reason="Misread"), headers={"If-Match": first["ETag"]})
        assert (corrected.status_code, corrected.json()["version"]) == (200, 2)

    def test_every_fault_stands_beside_its_field(self, scorer, round_):
        refused = scorer.put(
            TOTAL, {"lines": [{"points": -1}, {"points": "2"}, {"cards": 3}, {"points": 4}], "seat": 9}
        )
        assert faults(refused) == [
            ("/lines/0/points", "out_of_range"),
            ("/lines/1/points", "not_an_integer"),
            ("/lines/2/points", "missing_field"),
            ("/lines/2/cards", "unknown_field"),
            ("/seat", "not_a_choice"),
        ]
        assert faults(scorer.put(TOTAL, total(1, 2, 3, 4, 5))) == [("/lines", "wrong_number_of_sides")]
        assert faults(scorer.put(TOTAL, total(1, 2, 3, 1))) == [("/lines", "wrong_sum")]

    def test_a_phone_enters_it_and_another_confirms_or_disputes(self, phone, scorer, round_):
        north, east, south = phone(0), phone(1), phone(2)
        sent = north.put(TOTAL, total(1, 2, 3, 4, seat=0))
        assert (sent.status_code, sent.json()["status"]) == (201, "submitted")
        no = east.post(TABLE + "hands/1/confirmations/", {"seat": 1, "version": 1, "accept": False})
        assert no.json()["status"] == "disputed"
        yes = south.post(TABLE + "hands/1/confirmations/", {"seat": 2, "version": 1, "accept": True})
        assert codes(yes, 409) == ["hand_disputed"]
        back = east.post(TABLE + "hands/1/confirmations/", {"seat": 1, "version": 1, "accept": True})
        assert (back.json()["status"], back.json()["confirmed_seat"]) == ("confirmed", 1)

    def test_hands_that_stand_refuse_a_total(self, scorer, club):
        round_ = a_round(a_tournament(club))
        assert codes(scorer.put(TOTAL, total(1, 2, 3, 4)), 409) == ["kept_by_hands"]
        play(a_table(round_))
        assert codes(scorer.put(TOTAL, total(1, 2, 3, 4)), 409) == ["hands_stand"]
        assert codes(scorer.get(TOTAL), 409) == ["hands_stand"]


class TestChoosing:
    @pytest.mark.slow
    def test_a_round_is_kept_as_its_tournament_says_when_it_is_drawn(self, director, club):
        tournament = a_tournament(club)
        a_round(tournament)
        assert director.get(ROUND).json()["kept"] == "hands"
        changed = director.patch(SERATA, {"kept": "totals", "tie_breaks": ["table_wins"]})
        assert changed.json()["kept"] == "totals"
        assert director.get(ROUND).json()["kept"] == "hands"
        play_out(tournament.rounds.get())
        a_round(Tournament.objects.get())
        assert director.get(SERATA + "rounds/2/").json()["kept"] == "totals"

    def test_one_round_is_changed_while_nothing_is_entered(self, director, scorer, club):
        a_round(a_tournament(club, tie_breaks=["table_wins"]))
        assert director.patch(ROUND, {"kept": "totals"}).json()["kept"] == "totals"
        scorer.put(TOTAL, total(1, 2, 3, 4))
        assert faults(director.patch(ROUND, {"kept": "hands"}), 409) == [("/kept", "already_played")]
        assert verify(Tournament.objects.get()).findings == ()

    @pytest.mark.slow
    def test_a_dropped_draft_comes_back_as_it_was_kept(self, director, club):
        a_round(a_tournament(club, tie_breaks=["table_wins"]), publish=False)
        director.patch(ROUND, {"kept": "totals"})
        director.delete(ROUND)
        last = director.get(SERATA + "undo/").json()["last"]
        assert director.post(SERATA + "undo/", {"line": last["sequence"]}).status_code == 200
        assert director.get(ROUND).json()["kept"] == "totals"
        assert verify(Tournament.objects.get()).findings == ()

    def test_a_game_that_totals_cannot_decide_is_refused(self, director, club):
        a_round(a_tournament(club, ruleset="busca-elimination", table={}, tie_breaks=["table_wins"]))
        assert faults(director.patch(ROUND, {"kept": "totals"})) == [("/kept", "not_for_this_game")]

    def test_totals_are_refused_where_card_points_decide(self, director, club):
        game = {"ruleset": "brisca", "table": {"hands": 4}, "options": {"players": 2, "series": "points"}}
        made = a_round(a_tournament(club, tie_breaks=["table_wins"], **game))
        assert faults(director.patch(ROUND, {"kept": "totals"})) == [("/kept", "not_for_this_game")]
        plan = {"club": "circolo-del-re", "name": "Carta", "kept": "totals", **game}
        assert faults(director.post("tournaments/", plan)) == [("/kept", "not_for_this_game")]
        assert director.post("tournaments/", {**plan, "table": {"target": 5}}).status_code == 201
        assert director.post("tournaments/", {**plan, "options": {"players": 2}}).status_code == 201
        type(made.tournament).objects.filter(pk=made.tournament.pk).update(kept="totals")  # as earlier versions allowed
        assert director.patch(SERATA, {"name": "Serata di brisca"}).status_code == 200

    def test_tie_breaks_that_need_hands_are_refused_in_words(self, director, club):
        a_round(a_tournament(club))
        needing = [("/tie_breaks/1", "needs_hands"), ("/tie_breaks/2", "needs_hands")]
        refused = director.patch(ROUND, {"kept": "totals"})
        assert faults(refused) == needing
        assert refused.json()["errors"][0]["message"] == (
            "“Clean hands” needs every hand: it cannot be computed from the totals of tables"
        )
        refused = director.patch(ROUND, {"kept": "totals"}, headers={"Accept-Language": "it"})
        assert refused.json()["errors"][1]["message"].startswith("«Punti delle carte» richiede tutte le mani")
        assert faults(director.patch(SERATA, {"kept": "totals"})) == needing
        director.patch(SERATA, {"tie_breaks": ["table_wins"]})
        director.patch(ROUND, {"kept": "totals"})
        assert faults(director.patch(SERATA, {"tie_breaks": ["card_points"]})) == [("/tie_breaks/0", "needs_hands")]

    def test_a_tournament_by_totals_begins_with_tie_breaks_that_they_can_decide(self, director, club):
        plan = {"club": "circolo-del-re", "name": "Carta", "ruleset": "busca-accademia", "kept": "totals"}
        made = director.post("tournaments/", plan).json()
        assert (made["kept"], made["tie_breaks"]) == ("totals", ["table_wins", "last_round"])
        refused = director.post("tournaments/", {**plan, "ruleset": "busca-elimination", "table": {}})
        assert ("/kept", "not_for_this_game") in faults(refused)


class TestStandings:
    """Two rounds from paper, added up by hand: the fewest buscas first."""

    def test_an_evening(self, scorer, anybody, club):
        tournament = a_tournament(club, table={"hands": 8}, kept="totals", rounds=2)
        seats = [([0, 1, 2, 3], [1, 2, 3, 4]), ([4, 5, 6, 7], [0, 5, 2, 3])]
        seats += [([0, 4, 1, 5], [2, 2, 4, 4]), ([2, 6, 3, 7], [1, 3, 5, 3])]
        for number, tables in enumerate((seats[:2], seats[2:]), start=1):
            round_ = a_round(tournament, tables=[entries for entries, _points in tables])
            for table, (_entries, points) in enumerate(tables, start=1):
                scorer.put(f"{SERATA}rounds/{number}/tables/{table}/total/", total(*points))
            rounds.close_round(round_, by=director_of(tournament))
        rows_ = rows(anybody, tournament)
        assert [(row["place"], int(row["name"].split()[1]), row["score"], row["hands"]) for row in rows_] == [
            (1, 5, "2", 0), (2, 1, "3", 0), (3, 3, "4", 0), (4, 7, "5", 0),
            (5, 8, "6", 0), (6, 2, "6", 0),  # level without a table won: 3 in the last round before 4
            (7, 6, "9", 0), (8, 4, "9", 0),  # 4 before 5
        ]  # fmt: skip
        assert rows_[0]["rounds"][0] == {"round": 1, "score": "0", "source": "table", "table": 2}
        assert verify(Tournament.objects.get()).findings == ()

    def test_rounds_by_hands_and_by_totals_add_up(self, scorer, anybody, director, club):
        tournament = a_tournament(club, players=4, tie_breaks=["table_wins"])
        first = a_round(tournament, tables=[[0, 1, 2, 3]])
        play(a_table(first), 1, points=[37, 1, 1, 1])
        play(a_table(first), 2, points=[13, 13, 13, 1])
        rounds.close_round(first, by=director_of(tournament))
        a_round(tournament, tables=[[0, 1, 2, 3]])
        director.patch(SERATA + "rounds/2/", {"kept": "totals"})
        scorer.put(SERATA + "rounds/2/tables/1/total/", total(0, 5, 6, 7))
        rows_ = rows(anybody, tournament)
        assert [(row["name"][-1], row["score"], row["hands"], row["played"]) for row in rows_] == [
            ("4", "7", 2, 2), ("2", "8", 2, 2), ("3", "9", 2, 2), ("1", "20", 2, 2),
        ]  # fmt: skip
        assert verify(Tournament.objects.get()).findings == ()


def test_the_log_speaks_of_totals(scorer, director, round_):
    scorer.put(TOTAL, total(1, 2, 3, 4))
    first = scorer.get(TOTAL)
    scorer.put(TOTAL, total(1, 2, 3, 5, reason="Misread"), headers={"If-Match": first["ETag"]})
    hands.dispute(a_table(round_).hands.current().get(), by=director_of(round_.tournament))
    sentences = [each["sentence"] for each in director.get(SERATA + "log/?kind=hands").json()["results"]]
    assert [sentence.replace("\u00a0", " ") for sentence in sentences] == [
        "Round 1, table 1: the total was disputed.",
        "Round 1, table 1: the total was corrected: 1 · 2 · 3 · 4 → 1 · 2 · 3 · 5.",
        "Round 1, table 1: the total was entered: 1 · 2 · 3 · 4.",
    ]
