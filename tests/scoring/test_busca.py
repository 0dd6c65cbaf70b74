"""Busca: Accademia Italiana Gioco Carte, Regolamento Busca, and GameRules.com, Busca."""

from itertools import combinations_with_replacement, product

import pytest

from scoring.wire import answer
from tests.scoring.cases import busca, places


def quadruples():
    for north, east, south in product(range(41), repeat=3):
        if north + east + south <= 40:
            yield north, east, south, 40 - north - east - south


# The texts' own table: points of the highest total and the buscas they cost.
COST = {**dict.fromkeys(range(19), 1), 19: 2, 20: 2, 21: 2, 22: 2}
COST |= {points: 3 + points - 23 for points in range(23, 41)}


def plainly(points, *, level):
    """Score a hand the long way, player by player, as one would with paper and pencil."""
    bare = [player for player in range(4) if points[player] == 0]
    best = [player for player in range(4) if points[player] == max(points)]
    taken = []
    for player in range(4):
        if bare:
            taken.append(len(bare) if player in bare else 0)
        elif len(best) == 4:
            taken.append(level)
        elif player in best:
            taken.append(COST[points[player]] * len(best))
        else:
            taken.append(0)
    return taken


def test_there_are_12341_ways_to_share_40_points():
    assert sum(1 for _ in quadruples()) == 12_341


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "level"), [("busca-accademia", 1), ("busca-elimination", 4)])
def test_every_way_to_share_40_points_is_scored(slug, level):
    for points in quadruples():
        result = answer(busca(*points, slug=slug))
        assert result == {"scores": plainly(points, level=level)}, points


class TestTheTextsExamples:
    def test_three_share_the_highest(self):
        assert answer(busca(13, 13, 13, 1)) == {"scores": [3, 3, 3, 0]}

    def test_two_do_not_cover(self):
        assert answer(busca(20, 20, 0, 0)) == {"scores": [0, 0, 2, 2]}

    def test_all_level(self):
        assert answer(busca(10, 10, 10, 10)) == {"scores": [1, 1, 1, 1]}

    def test_all_level_multiplies_in_the_elimination_game(self):
        assert answer(busca(10, 10, 10, 10, slug="busca-elimination")) == {"scores": [4, 4, 4, 4]}

    def test_one_takes_everything(self):
        assert answer(busca(40, 0, 0, 0)) == {"scores": [0, 3, 3, 3]}

    @pytest.mark.parametrize(("highest", "buscas"), [(18, 1), (19, 2), (22, 2), (23, 3), (24, 4), (37, 17)])
    def test_the_table_of_buscas(self, highest, buscas):
        rest = 40 - highest
        others = [rest // 3, rest // 3, rest - 2 * (rest // 3)]
        assert answer(busca(highest, *others)) == {"scores": [buscas, 0, 0, 0]}


class TestTotals:
    @pytest.mark.parametrize(
        ("points", "message"),
        [
            ((11, 10, 10, 10), "Total 41: take away 1"),
            ((10, 10, 10, 9), "Total 39: add 1"),
            ((0, 0, 0, 0), "Total 0: add 40"),
            ((40, 40, 40, 40), "Total 160: take away 120"),
        ],
    )
    def test_a_wrong_total_says_how_to_mend_it(self, points, message):
        problem = {"code": "sum_not_40", "message": message, "field": "points"}
        assert answer(busca(*points)) == {"problems": [problem]}

    @pytest.mark.parametrize("points", [(41, 0, 0, 0), (-1, 21, 10, 10)])
    def test_points_out_of_range(self, points):
        side = next(side for side, mine in enumerate(points) if not 0 <= mine <= 40)
        assert places(answer(busca(*points))) == [("out_of_range", side, "points")]

    @pytest.mark.parametrize("points", ["13", 13.0, 13.5, True, None, [], {}, 1e400])
    def test_points_that_are_no_integers(self, points):
        request = busca(10, 10, 10, 10)
        request["lines"][2]["points"] = points
        assert places(answer(request)) == [("not_an_integer", 2, "points")]

    def test_all_faults_of_a_tally_are_reported(self):
        request = busca(41, "x", 10, 10)
        request["lines"][2] = {"tricks": 3, "busche": 1}
        request["hand"] = {"last_trick": "West", "wind": 1}
        assert places(answer(request)) == [
            ("out_of_range", 0, "points"),
            ("not_an_integer", 1, "points"),
            ("missing_field", 2, "points"),
            ("unknown_field", 2, "busche"),
            ("not_an_integer", None, "last_trick"),
            ("unknown_field", None, "wind"),
            ("missing_field", 0, "tricks"),
            ("missing_field", 1, "tricks"),
            ("missing_field", 3, "tricks"),
        ]


class TestLines:
    @pytest.mark.parametrize("count", [0, 1, 3, 5, 100])
    def test_there_are_four_of_them(self, count):
        assert places(answer(busca(*[10] * count))) == [("wrong_number_of_sides", None, "lines")]

    def test_with_a_wrong_number_each_line_is_still_checked(self):
        request = busca(20, 39, tricks=[1, 2])
        assert places(answer(request)) == [
            ("wrong_number_of_sides", None, "lines"),
            ("points_impossible_for_tricks", 1, "points"),
        ]

    @pytest.mark.parametrize("line", [None, [], 10, "10", True])
    def test_a_line_is_an_object(self, line):
        request = busca(10, 10, 10, 10)
        request["lines"][1] = line
        assert places(answer(request)) == [("wrong_type", 1, None)]

    @pytest.mark.parametrize("lines", [None, {}, 4, "lines", {"0": {"points": 40}}])
    def test_the_lines_are_a_list(self, lines):
        request = {"ruleset": "busca-accademia", "lines": lines}
        assert places(answer(request)) == [("wrong_type", None, "lines")]

    @pytest.mark.parametrize("hand", [None, [], 3, "hand"])
    def test_the_facts_are_an_object(self, hand):
        request = busca(10, 10, 10, 10) | {"hand": hand}
        assert places(answer(request)) == [("wrong_type", None, "hand")]


def test_buscas_do_not_depend_on_the_seats():
    """The score of a multiset of points, computed once, gives the scores of all its orders."""
    for points in combinations_with_replacement(range(41), 4):
        if sum(points) == 40:
            forward = answer(busca(*points))["scores"]
            assert answer(busca(*reversed(points)))["scores"] == forward[::-1]
