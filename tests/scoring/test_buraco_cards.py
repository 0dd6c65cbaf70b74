"""Bounds from 108 cards: no dealt tally is refused, and no impossible one is accepted."""

from itertools import product

import pytest
from hypothesis import given, settings

from scoring.buraco import CANASTRAS
from scoring.registry import find
from scoring.table import judge
from scoring.values import Checks
from scoring.wire import answer
from tests.scoring.cases import codes, hand, places
from tests.scoring.deals import BURACO_VALUES, TWO_PACKS, buraco, buraco_value
from tests.scoring.test_buraco import line, score

NAMES = ("dirty", "clean", "real", "real_ace")


def canastras(*counts):
    return dict(zip(NAMES, counts, strict=True))


def recorded(first, second, players=4):
    """Return the problems of a hand that is to be recorded, as (code, side, field)."""
    rules = find("buraco")
    verdict = judge(rules, {"players": players}, {"lines": [first, second]}, checks=Checks.PLAY)
    return [(one.code, *one.pointer[1:]) for one in verdict] if isinstance(verdict, list) else []


class TestNothingPossibleIsRefused:
    @pytest.mark.slow
    @settings(max_examples=150)
    @given(buraco())
    def test_hands_with_the_cards_on_the_table(self, request_):
        lines, players = request_["lines"], request_["options"]["players"]
        assert recorded(*lines, players=players) == []

    def test_the_cheapest_canastras_of_thirteen_sorts_are_real_ones(self):
        """One sequence from 3 to 9 and sets of seven, cheapest ranks first, cost exactly the computed minimum."""
        ranks = ["34567", ["8", "9", "10", "jack", "queen", "king"], ["2"]]
        melds = [[5] * 7] * len(ranks[0]) + [[5] * 5 + [10] * 2] + [[10] * 7] * (len(ranks[1]) + len(ranks[2]))
        for clean in range(1, len(melds) + 1):
            cheapest = sum(map(sum, sorted(melds, key=sum)[:clean]))
            assert CANASTRAS.least_points(canastras(0, clean, 0, 0)) == cheapest, clean


def cheapest_by_trying(dirty, clean, real, real_ace):
    """Find the least by trying all numbers of wild cards, aces and low cards; None where nothing fits."""
    suits, best = real + real_ace, None
    low, tens, twos, aces = 40 - 5 * suits, 48 - 6 * suits, 8 - suits, 8 - real - 2 * real_ace
    if min(low, tens, twos, aces) < 0:
        return None
    total = 7 * (dirty + clean)
    for jokers, wild, ace, threes in product(range(5), range(twos + 1), range(aces + 1), range(low + 1)):
        rest = total - jokers - wild - ace - threes
        if jokers + wild < dirty or not 0 <= rest <= tens + twos - wild or rest + ace + threes < 7 * clean:
            continue
        if jokers and not dirty:
            continue
        points = 50 * jokers + 10 * wild + 15 * ace + 5 * threes + 10 * rest
        best = points if best is None else min(best, points)
    return None if best is None else best + 110 * real + 125 * real_ace


class TestNothingImpossibleIsTaken:
    @pytest.mark.parametrize(("real", "real_ace"), [(0, 0), (1, 0), (0, 1), (2, 1), (0, 4), (8, 0), (5, 2)])
    def test_the_least_by_trying_everything(self, real, real_ace):
        for dirty, clean in product((0, 1, 2, 5, 8, 11, 12, 13), (0, 1, 3, 6, 9, 14, 15)):
            counts = (dirty, clean, real, real_ace)
            assert CANASTRAS.least_points(canastras(*counts)) == cheapest_by_trying(*counts), counts

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ({"clean": 8}, {"clean": 8}),
            ({"clean": 15}, {"dirty": 12}),
            ({"dirty": 13}, {}),
            ({"clean": 15}, {}),
            ({"real_ace": 4, "clean": 4}, {"clean": 3}),
        ],
    )
    def test_more_canastras_than_cards(self, first, second):
        result = score(line(540, **first), line(540, **second))
        assert [code for code, side, _field in places(result) if side is None] == ["too_many_canastras"]

    def test_the_cards_of_eleven_dirty_ones(self):
        assert places(score(line(450, dirty=11))) == [("table_below_canastras", 0, "table_points")]
        assert places(score(line(685, dirty=11))) == [("table_below_canastras", 0, "table_points")]
        assert codes(score(line(690, dirty=11))) == []

    def test_both_sides_share_the_cheap_cards(self):
        result = score(line(175, clean=5), line(175, clean=5))
        assert places(result) == [("table_below_canastras", None, "table_points")]
        assert codes(score(line(250, clean=5), line(250, clean=5))) == []

    def test_the_cards_of_a_morto_that_was_never_played_from_are_nowhere_else(self):
        assert codes(score(line(600, 100), line(200, 125, morto="unplayed"))) == []
        assert places(score(line(600, 100), line(200, 130, morto="unplayed"))) == [("over_1080", None, "table_points")]
        assert codes(score(line(800, clean=14), line())) == []
        assert codes(score(line(800, clean=14), line(morto="unplayed"))) == ["too_many_canastras"]


class TestTheEndOfAHand:
    """These are entered with a hand; a score without cards needs other fields."""

    out = line(200, 0, clean=1, went_out=True)
    rest = line(120, 10)

    def test_player_who_did_not_go_out_has_cards_in_hand(self):
        assert recorded(self.out, line(120, 0)) == [("no_cards_left", 1, "hand_points")]
        assert recorded(self.out, line(120, 5)) == [("no_cards_left", 1, "hand_points")]
        assert recorded(self.out, self.rest) == []
        assert recorded(self.out, line(120, 0, morto="not_taken")) == [("no_cards_left", 1, "hand_points")]
        assert recorded(self.out, line(120, 5), players=2) == []
        assert recorded(self.out, line(120, 0), players=2) == [("no_cards_left", 1, "hand_points")]

    def test_beside_a_morto_that_was_never_played_from_the_partner_has_one(self):
        assert recorded(self.out, line(120, 0, morto="unplayed")) == [("no_cards_left", 1, "hand_points")]
        assert recorded(self.out, line(120, 5, morto="unplayed")) == []

    def test_of_two_players_nothing_is_left_beside_it(self):
        assert recorded(self.out, line(120, 0, morto="unplayed"), players=2) == []
        for points in (5, 55):
            found = recorded(self.out, line(120, points, morto="unplayed"), players=2)
            assert found == [("morto_counted", 1, "hand_points")]

    @pytest.mark.parametrize("morto", ["taken", "unplayed"])
    def test_side_that_took_the_morto_has_laid_down_eleven_cards(self, morto):
        assert recorded(self.out, line(50, 10, morto=morto)) == [("too_few_on_table", 1, "table_points")]
        assert recorded(self.out, line(55, 10, morto=morto)) == []
        assert recorded(self.out, line(0, 10, morto="not_taken")) == []

    def test_side_that_went_out_has_laid_down_twenty_two_cards(self):
        assert recorded(line(105, went_out=True), self.rest) == [("too_few_on_table", 0, "table_points")]
        assert recorded(line(110, went_out=True), self.rest) == []
        assert recorded(line(110, dirty=1, went_out=True), self.rest) == [("too_few_on_table", 0, "table_points")]
        assert recorded(line(115, dirty=1, went_out=True), self.rest) == []

    def test_a_score_is_told_of_lines_that_say_nothing(self):
        assert answer(hand("buraco", self.out, line())) == {"scores": [500, 0]}


def test_a_card_is_worth_five_at_least_and_fifty_at_most():
    assert (min(map(buraco_value, TWO_PACKS)), max(map(buraco_value, TWO_PACKS))) == (5, 50)
    assert len(TWO_PACKS) == 108
    assert sum(map(buraco_value, TWO_PACKS)) == 1080 == 4 * 50 + 8 * sum(BURACO_VALUES)
