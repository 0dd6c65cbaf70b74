"""Games of points: the effect of their options on a hand and a table."""

import pytest

from scoring.registry import find
from scoring.wire import answer
from tests.scoring.cases import hand, places, table


def of(*points, **options):
    return answer(hand("points", *({"points": mine} for mine in points), options=options))


def played(*hands, options=None, **rules):
    lines = [([{"points": mine} for mine in points], {}) for points in hands]
    return answer(table("points", *lines, options=options, **rules))


class TestAHand:
    def test_scores_what_was_written_down(self):
        assert of(120, 0, 45, 7) == {"scores": [120, 0, 45, 7]}

    def test_has_a_line_for_each_side(self):
        assert places(of(1, 2, 3, sides=4)) == [("wrong_number_of_sides", None, "lines")]
        assert places(of(1, 2, 3, players=2)) == [("wrong_number_of_sides", None, "lines")]
        assert of(1, 2, 3, 4, sides=4, players=2) == {"scores": [1, 2, 3, 4]}

    def test_adds_up_to_the_sum(self):
        assert of(6, 5, 11, 4, sum=26) == {"scores": [6, 5, 11, 4]}
        assert places(of(6, 5, 11, 3, sum=26)) == [("wrong_sum", None, "points")]

    def test_may_add_up_to_nothing(self):
        assert of(-10, 4, 6, minimum=-100, sum=0) == {"scores": [-10, 4, 6]}

    def test_keeps_to_the_fewest_the_most_and_the_step(self):
        assert places(of(-5, 0, 100, 105, 7, maximum=100, step=5)) == [
            ("out_of_range", 0, "points"),
            ("out_of_range", 3, "points"),
            ("not_multiple_of_5", 4, "points"),
        ]


class TestATable:
    def test_is_led_by_the_highest_total(self):
        assert played([10, 20, 30], [20, 20, 0], hands=2)["places"] == [2, 1, 2]

    def test_is_led_by_the_lowest_total_where_the_lowest_wins(self):
        low = {"direction": "low"}
        assert played([10, 20, 30], [20, 20, 0], options=low, hands=2)["places"] == [1, 3, 1]

    @pytest.mark.parametrize("direction", ["high", "low"])
    def test_ends_when_a_total_reaches_the_target(self, direction):
        result = played([60, 10], [40, 10], options={"direction": direction, "sides": 2}, target=100)
        assert (result["totals"], result["over"]) == ([100, 20], True)

    def test_outlook_keeps_to_the_sum(self):
        game = find("points").configured({"direction": "high", "players": 1, "minimum": 0, "step": 1, "sum": 26})
        bounds = game.hand_bounds({}, 4)
        assert (bounds.least, bounds.most, bounds.least_sum, bounds.most_sum) == (0, 26, 26, 26)


class TestOptions:
    def test_contradictions_are_named_together(self):
        refused = of(1, 2, 3, sides=3, players=4, sum=7, step=5)
        assert places(refused) == [("too_many_seats", None, "sides"), ("not_multiple_of_5", None, "sum")]

    @pytest.mark.parametrize("total", [9, 31])
    def test_a_sum_is_within_reach_of_the_sides(self, total):
        assert places(of(5, 5, sides=2, minimum=5, maximum=15, sum=total)) == [("sum_out_of_reach", None, "sum")]

    def test_a_sum_is_within_reach_of_some_number_of_sides(self):
        assert of(5, 5, 5, minimum=5, maximum=15, sum=15) == {"scores": [5, 5, 5]}

    def test_the_most_is_not_below_the_fewest(self):
        assert places(of(1, 2, minimum=3, maximum=2)) == [("below_minimum", None, "maximum")]

    def test_a_target_is_within_reach(self):
        loser = {"direction": "low", "minimum": -10, "maximum": 0}
        assert places(played([0, -5, -10], options=loser, target=101)) == [("target_out_of_reach", None, "target")]
        assert played([0, -5, -10], options=loser, hands=1)["totals"] == [0, -5, -10]
        always_five = {"sides": 2, "minimum": 5, "sum": 10}
        assert played([5, 5], [5, 5], options=always_five, target=10)["over"]

    @pytest.mark.parametrize(("name", "value"), [("sides", 12), ("players", 5), ("step", 0), ("sum", 10**10)])
    def test_out_of_bounds(self, name, value):
        assert places(of(1, 2, **{name: value})) == [("bad_option", None, name)]
