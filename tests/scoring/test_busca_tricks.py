"""Busca with the tricks written down, and who won the last one."""

from itertools import product

import pytest

from scoring.busca import CARD_POINTS
from scoring.wire import answer
from tests.scoring.cases import busca, places


class TestTricks:
    def test_points_of_cards_by_counting_cards(self):
        """Any cards may lie in a player's tricks, so every way to pick them is counted."""
        for tricks in range(11):
            names = set()
            for pita, aces, zeros in product(range(2), range(4), range(17)):
                figures = 4 * tricks - pita - aces - zeros
                if 0 <= figures <= 20:
                    names.add(8 * pita + 3 * aces + figures)
            assert CARD_POINTS[tricks] == names, tricks

    @pytest.mark.parametrize("tricks", range(11))
    @pytest.mark.parametrize("last_trick", [None, 0, 1])
    def test_points_must_be_possible_with_the_tricks(self, tricks, last_trick):
        other = 10 - tricks
        for points in range(41):
            request = busca(points, 40 - points, 0, 0, tricks=[tricks, other, 0, 0])
            if last_trick is not None:
                request["hand"] = {"last_trick": last_trick}
            result = answer(request)
            impossible = ("points_impossible_for_tricks", 0, "points") in places(result)
            bonuses = {None: {0, 3} if tricks else {0}, 0: {3}, 1: {0}}[last_trick]
            possible = {points - bonus for bonus in bonuses} & CARD_POINTS[tricks]
            assert impossible is not bool(possible), points

    def test_the_tricks_total_ten(self):
        result = answer(busca(20, 10, 10, 0, tricks=[3, 3, 3, 0]))
        assert places(result) == [("tricks_sum", None, "tricks")]

    def test_they_are_given_by_all_or_by_nobody(self):
        request = busca(20, 10, 10, 0, tricks=[3, 3])
        assert places(answer(request)) == [("missing_field", 2, "tricks"), ("missing_field", 3, "tricks")]

    def test_a_line_that_cannot_be_read_is_not_asked_for_its_tricks(self):
        request = busca(20, 10, 10, 0, tricks=[3, 3, 3, 1])
        request["lines"][1] = "?"
        assert places(answer(request)) == [("wrong_type", 1, None)]

    def test_a_right_hand_with_tricks(self):
        request = busca(20, 17, 3, 0, tricks=[5, 4, 1, 0], last_trick=2)
        assert answer(request) == {"scores": [0, 0, 0, 1]}


class TestLastTrick:
    def test_its_winner_has_three_points(self):
        result = answer(busca(37, 2, 1, 0, last_trick=1))
        assert places(result) == [("last_trick_winner_below_3", 1, "points")]

    def test_its_winner_has_a_trick(self):
        result = answer(busca(20, 17, 3, 0, tricks=[5, 5, 0, 0], last_trick=2))
        assert places(result) == [("last_trick_winner_without_trick", 2, "tricks")]

    @pytest.mark.parametrize("side", [-1, 4])
    def test_its_winner_sits_at_the_table(self, side):
        result = answer(busca(10, 10, 10, 10, last_trick=side))
        assert places(result) == [("out_of_range", None, "last_trick")]

    def test_three_points_alone_cover(self):
        assert answer(busca(17, 17, 3, 3, last_trick=2)) == {"scores": [2, 2, 0, 0]}
