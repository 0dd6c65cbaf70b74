"""The rules of a table, as callers of the library use them."""

from dataclasses import replace

import pytest

from scoring.reading import read_options, read_table_rules
from scoring.registry import find
from scoring.table import judge, judge_next, opening, play, state
from scoring.values import HandScore, TableRules
from tests.scoring.cases import busca

BUSCA, ELIMINATION = find("busca-accademia"), find("busca-elimination")
BUDDHA, BRISCA, BURACO = find("buddha"), find("brisca"), find("buraco")
OPTIONS = {"end": "last-standing"}
EIGHT = TableRules(hands=8)


def hand(*points):
    return {"lines": busca(*points)["lines"]}


class TestRules:
    def test_as_agreed(self):
        rules = read_table_rules(BUSCA, {"target": 31, "hands": 8, "first_lead": 3})
        assert rules == TableRules(target=31, hands=8, first_lead=3)

    def test_the_games_own(self):
        assert read_table_rules(BURACO, {}) == TableRules(target=3000)
        assert read_table_rules(BURACO, {"hands": 4}) == TableRules(hands=4)
        assert read_table_rules(BUDDHA, {}) == TableRules()
        assert BUDDHA.complete(TableRules(sides=5)) == TableRules(hands=5, sides=5)

    def test_of_buddha_when_the_players_are_known(self):
        problems = BUDDHA.table_problems(TableRules(hands=4, sides=5))
        assert [problem.text() for problem in problems] == ["5 players play 5 hands"]

    def test_a_lead_is_a_seat_of_the_game(self):
        for ruleset, most in ((BUSCA, 3), (BRISCA, 1), (BUDDHA, 5)):
            raw = {"hands": 4, "first_lead": most}
            assert read_table_rules(ruleset, raw).first_lead == most
            problems = read_table_rules(ruleset, {**raw, "first_lead": most + 1})
            assert [problem.code for problem in problems] == ["out_of_range"]

    @pytest.mark.parametrize(
        ("slug", "rules", "method"),
        [
            ("busca-accademia", TableRules(hands=8), "total"),
            ("busca-accademia", TableRules(hands=8, target=31), "places"),
            ("busca-elimination", TableRules(), "places"),
            ("buddha", TableRules(hands=4), "total"),
            ("buddha", TableRules(hands=6), "places"),
            ("buddha", TableRules(), "places"),
            ("brisca", TableRules(target=3), "match-points"),
            ("buraco", TableRules(target=3000), "victory-points"),
        ],
    )
    def test_the_method_that_suits_them(self, slug, rules, method):
        assert find(slug).default_method(rules) == method


class TestJudge:
    def test_a_hand_on_its_own(self):
        assert judge(BUSCA, {}, hand(13, 13, 13, 1)).scores == (3, 3, 3, 0)

    def test_a_hand_after_others(self):
        before = [judge(BUSCA, {}, hand(37, 1, 1, 1))] * 8
        problems = judge(BUSCA, {}, hand(13, 13, 13, 1), before=before, rules=EIGHT)
        assert [problem.code for problem in problems] == ["hand_after_end"]
        assert judge(BUSCA, {}, hand(13, 13, 13, 1), before=before[1:], rules=EIGHT).scores

    def test_a_hand_after_a_state(self):
        start = opening(BUSCA, {}, EIGHT)
        assert judge_next(BUSCA, start, hand(13, 13, 13, 1)).scores == (3, 3, 3, 0)

    def test_the_sides_that_sit_down(self):
        lines = [{"bid": 1, "tricks": tricks} for tricks in (13, 0, 0, 0)]
        options = read_options(BUDDHA, {})
        assert judge(BUDDHA, options, {"lines": lines}).scores == (-120, -10, -10, -10)
        five = TableRules(sides=5)
        problems = judge(BUDDHA, options, {"lines": lines}, rules=five)
        assert [problem.text() for problem in problems] == ["Enter 5 lines, one for each side, not 4"]


class TestState:
    def test_before_the_first_hand(self):
        found = state(BUDDHA, read_options(BUDDHA, {}), TableRules(sides=5), [])
        assert (found.places, found.rules.hands, found.over) == ((1,) * 5, 5, False)

    def test_stored_hands_are_taken_as_they_are(self):
        fresh = [judge(BUSCA, {}, hand(20, 10, 10, 0)), judge(BUSCA, {}, hand(37, 1, 1, 1))]
        stored = [HandScore.from_json(one.scores, one.tally.as_json(), {}) for one in fresh]
        assert stored == fresh
        assert state(BUSCA, {}, EIGHT, stored) == state(BUSCA, {}, EIGHT, fresh)

    def test_a_table_tells_what_it_came_to(self):
        _hands, found = play(BUSCA, {}, EIGHT, [hand(20, 10, 10, 0), hand(20, 20, 0, 0)])
        assert (found.hands, found.totals, found.card_points) == (2, (0, 0, 2, 3), (40, 30, 10, 0))
        assert (found.ended, found.next_lead) == (None, None)
        assert found.lead_note == "Several players took buscas: agree at the table who leads."

    def test_why_a_table_ended(self):
        north = [judge(BUSCA, {}, hand(37, 1, 1, 1))] * 2
        assert state(BUSCA, {}, TableRules(hands=2), north).ended == "hands"
        assert state(BUSCA, {}, TableRules(target=34), north).ended == "target"
        assert state(ELIMINATION, OPTIONS, TableRules(), north).ended is None
        first = {"end": "first-removal"}
        assert state(ELIMINATION, first, TableRules(), north).ended == "first-removal"

    def test_when_players_left(self):
        hands = [hand(37, 1, 1, 1), hand(37, 1, 1, 1), hand(None, 38, 1, 1), hand(None, 38, 1, 1)]
        _hands, found = play(ELIMINATION, OPTIONS, TableRules(), hands)
        assert found.removed == (2, 4, None, None)
        assert (found.places, found.over) == ((4, 3, 1, 1), False)

    def test_victories_are_counted_where_hands_are_won(self):
        won, lost = ({"lines": [{"points": mine}, {"points": 120 - mine}]} for mine in (61, 59))
        options = read_options(BRISCA, {})
        _hands, found = play(BRISCA, options, EIGHT, [won, won, lost])
        assert (found.victories, found.card_points) == ((2, 1), (181, 179))
        assert play(BUSCA, {}, EIGHT, [hand(37, 1, 1, 1)])[1].victories == (0, 0, 0, 0)


def test_equal_tallies_are_equal_json_however_they_were_written():
    short = {"lines": [{"points": 60, "cards": 20}, {"points": 60, "cards": 20}]}
    long = {"lines": [{"cards": 20, "points": 60, "plain_marriages": 0}] * 2, "hand": {}}
    mariaje = find("brisca-mariaje")
    options = read_options(mariaje, {})
    both = [judge(mariaje, options, raw).tally.as_json() for raw in (short, long)]
    assert both[0] == both[1]


def test_rules_of_one_table_from_those_of_the_tournament():
    agreed = read_table_rules(BUSCA, {"hands": 8})
    assert state(BUSCA, {}, replace(agreed, first_lead=2), []).next_lead == 2
