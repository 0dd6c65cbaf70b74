"""Buddha: Tabletopia, Buddha."""

import random
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest

from scoring.buddha import CARDS, ROUNDS
from scoring.wire import answer
from tests.games.buddha import played
from tests.parameters import slowly
from tests.scoring.cases import codes, hand, hand_places, places, table


def line(bid, tricks):
    return {"bid": bid, "tricks": tricks}


def score(*lines, **more):
    return answer(hand("buddha", *(line(*one) for one in lines), **more))


class TestABid:
    def test_made_is_20_and_10_for_each_trick(self):
        assert score((4, 4), (3, 3), (5, 5), (1, 1)) == {"scores": [60, 50, 70, 30]}

    def test_missed_costs_10_for_each_trick_off(self):
        assert score((5, 3), (1, 4), (5, 5), (1, 1)) == {"scores": [-20, -30, 70, 30]}

    def test_zero_missed_costs_20_for_each_trick(self):
        assert score((0, 3), (5, 5), (5, 5), (0, 0))["scores"][0] == -60

    def test_zero_made_is_20_and_20_times_the_highest_bid(self):
        assert score((0, 0), (7, 7), (6, 6), (0, 0)) == {"scores": [160, 90, 80, 160]}

    def test_the_highest_bid_counts_though_it_failed(self):
        assert score((0, 0), (9, 7), (6, 6), (0, 0))["scores"] == [200, -20, 80, 200]

    def test_or_only_if_it_was_made(self):
        option = {"highest_bid": "fulfilled"}
        result = score((0, 0), (9, 7), (6, 6), (0, 0), options=option)
        assert result["scores"] == [140, -20, 80, 140]

    def test_nobody_made_a_bid_but_the_zeros(self):
        option = {"highest_bid": "fulfilled"}
        result = score((0, 0), (9, 7), (7, 6), (0, 0), options=option)
        assert result["scores"] == [20, -20, -10, 20]


class TestThePack:
    """The pack of Tabletopia and Buddha: seventy cards, and which are removed."""

    SPECIAL = {"yin": 5, "yang": 5, "yin-yang": 2, "buddha": 1, "black hole": 1}

    @pytest.mark.parametrize(
        ("players", "highest", "fewer", "cards"), [(3, 10, 9, 45), (4, 11, 2, 56), (5, 14, 0, 70), (6, 13, 0, 66)]
    )
    def test_what_is_taken_out_leaves_the_cards_to_deal(self, players, highest, fewer, cards):
        left = 4 * highest + sum(self.SPECIAL.values()) - fewer
        assert left == cards == players * CARDS[players]

    def test_the_page_says_so(self):
        page = (Path(__file__).parents[2] / "docs" / "rules" / "buddha.md").read_text()
        rows = [
            line.strip("| ").split(" | ")
            for line in page.splitlines()
            if line.startswith(("| 3 |", "| 4 |", "| 5 |", "| 6 |"))
        ]
        assert {int(players): (int(left), int(each), int(hands)) for players, _out, left, each, hands in rows} == {
            players: (players * CARDS[players], CARDS[players], ROUNDS[players]) for players in CARDS
        }


class TestTricks:
    CARDS = {3: 45 // 3, 4: 56 // 4, 5: 70 // 5, 6: 66 // 6}

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_the_black_hole_voids_one(self, players):
        cards = self.CARDS[players]
        for tricks in range(cards + 1):
            lines = [(1, tricks)] + [(1, 0)] * (players - 1)
            assert ("tricks_sum" in codes(score(*lines))) is (tricks != cards - 1), tricks

    @pytest.mark.parametrize("players", [4, 5, 6])
    def test_yin_cards_may_void_another(self, players):
        lines = [(1, self.CARDS[players] - 2)] + [(1, 0)] * (players - 1)
        assert codes(score(*lines)) == ["tricks_sum"]
        assert codes(score(*lines, all_yin_tricks=1)) == []

    @pytest.mark.parametrize("tricks", [13, 14])
    def test_three_players_have_too_few_yin_cards_for_it(self, tricks):
        result = score((1, tricks), (1, 0), (1, 0), all_yin_tricks=1)
        expected = [("all_yin_impossible", None, "all_yin_tricks")]
        expected += [("tricks_sum", None, "tricks")] if tricks == 13 else []
        assert places(result) == expected

    @pytest.mark.parametrize("count", [-1, 2])
    def test_they_void_one_at_most(self, count):
        result = score((1, 12), (1, 0), (1, 0), (1, 0), all_yin_tricks=count)
        assert places(result) == [("out_of_range", None, "all_yin_tricks")]

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    @pytest.mark.parametrize("name", ["bid", "tricks"])
    def test_nobody_bids_or_takes_more_than_the_cards(self, players, name):
        cards = self.CARDS[players]
        lines = [line(0, cards - 1)] + [line(0, 0)] * (players - 1)
        for value, wrong in ((cards, False), (cards + 1, True), (-1, True)):
            result = answer(hand("buddha", {**lines[0], name: value}, *lines[1:]))
            assert (("out_of_range", 0, name) in places(result)) is wrong


def shared_out(tricks, players):
    """Every way to share so many tricks among the players."""
    for bars in combinations(range(tricks + players - 1), players - 1):
        ends = (-1, *bars, tricks + players - 1)
        yield [after - before - 1 for before, after in pairwise(ends)]


@pytest.mark.parametrize(("players", "yin"), [(3, 0), (4, 0), (4, 1), *slowly((5, 0), (5, 1), (6, 0), (6, 1))])
def test_the_cards_give_every_share_of_the_tricks_and_it_is_taken(players, yin):
    dice = random.Random(players)
    for tricks in shared_out(CARDS[players] - 1 - yin, players):
        winners = [side for side, many in enumerate(tricks) for _trick in range(many)]
        dice.shuffle(winners)
        assert played(players, yin, winners) == tricks
        lines = [(dice.randint(0, CARDS[players]), mine) for mine in tricks]
        assert "scores" in score(*lines, all_yin_tricks=yin), lines


@pytest.mark.parametrize("players", [3, *slowly(4)])
def test_every_other_share_is_refused(players):
    for tricks in product(range(CARDS[players] + 1), repeat=players):
        for yin in (0, 1):
            is_possible = sum(tricks) == CARDS[players] - 1 - yin and yin <= players - 3
            assert ("scores" in score(*((1, mine) for mine in tricks), all_yin_tricks=yin)) == is_possible, tricks


@pytest.mark.parametrize("players", [0, 1, 2, 7, 8])
def test_three_to_six_play(players):
    assert codes(score(*[(0, 0)] * players)) == ["wrong_number_of_sides"]


class TestTable:
    HANDS = {3: 6, 4: 4, 5: 5, 6: 6}

    def hands(self, players, count):
        tricks = {3: 14, 4: 13, 5: 13, 6: 10}[players]
        return [[line(tricks, tricks)] + [line(1, 0)] * (players - 1)] * count

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_the_players_set_the_number_of_hands(self, players):
        hands = self.HANDS[players]
        assert answer(table("buddha", *self.hands(players, hands - 1)))["over"] is False
        result = answer(table("buddha", *self.hands(players, hands)))
        assert (result["over"], result["next_lead"]) == (True, None)
        assert result["places"] == [1] + [2] * (players - 1)
        more = answer(table("buddha", *self.hands(players, hands + 1)))
        assert hand_places(more) == [("hand_after_end", hands + 1, None, None)]

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_another_number_is_refused(self, players):
        for hands in (4, 5, 6):
            result = answer(table("buddha", *self.hands(players, 1), hands=hands))
            wrong = hands != self.HANDS[players]
            assert places(result) == [("bad_option", None, "hands")] * wrong

    @pytest.mark.parametrize("rules", [{"hands": 3}, {"hands": "4"}, {"target": 100}])
    def test_impossible_table_rules_are_refused(self, rules):
        result = answer(table("buddha", **rules))
        assert places(result) == [("bad_option", None, *rules)]

    def test_the_players_stay_the_same(self):
        result = answer(table("buddha", *self.hands(4, 1), *self.hands(3, 1)))
        assert hand_places(result) == [("wrong_number_of_sides", 2, None, "lines")]

    def test_most_points_win_and_ties_share(self):
        lines = [line(4, 4), line(4, 4), line(5, 4), line(1, 1)]
        result = answer(table("buddha", lines, lines))
        assert (result["totals"], result["places"]) == ([120, 120, -20, 60], [1, 1, 4, 3])

    def test_before_the_first_hand_nobody_knows_who_sits_there(self):
        result = answer(table("buddha"))
        assert (result["totals"], result["places"], result["over"]) == ([], [], False)
