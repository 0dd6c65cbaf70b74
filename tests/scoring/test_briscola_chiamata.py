"""Briscola chiamata, scored as clubs score it; Wikipedia, Brisca, names the game."""

from itertools import product

import pytest

from scoring.wire import answer
from tests.scoring.cases import codes, hand, places, table

WITH_PARTNER = ("caller", "partner", "defender", "defender", "defender")
ALONE = ("caller", "defender", "defender", "defender", "defender")


def lines(roles):
    return [{"role": role} for role in roles]


def score(*roles, **facts):
    return answer(hand("briscola-chiamata", *lines(roles), **facts))


class TestTheCall:
    @pytest.mark.parametrize(("points", "scores"), [(61, [2, 1, -1, -1, -1]), (60, [-2, -1, 1, 1, 1])])
    def test_61_points_make_it(self, points, scores):
        assert score(*WITH_PARTNER, caller_points=points) == {"scores": scores}

    @pytest.mark.parametrize(("points", "scores"), [(61, [4, -1, -1, -1, -1]), (60, [-4, 1, 1, 1, 1])])
    def test_the_caller_alone(self, points, scores):
        assert score(*ALONE, caller_points=points) == {"scores": scores}

    def test_or_the_points_called(self):
        assert score(*ALONE, caller_points=79, threshold=80)["scores"][0] == -4
        assert score(*ALONE, caller_points=80, threshold=80)["scores"][0] == 4

    def test_a_hand_adds_nothing_up(self):
        for roles in (WITH_PARTNER, ALONE):
            assert sum(score(*roles, caller_points=90)["scores"]) == 0


class TestTheTally:
    def test_one_caller_and_at_most_one_partner(self):
        for roles in product(("caller", "partner", "defender"), repeat=5):
            right = roles.count("caller") == 1 and roles.count("partner") <= 1
            expected = [] if right else [("roles", None, "role")]
            assert places(score(*roles, caller_points=70)) == expected, roles

    @pytest.mark.parametrize("role", ["", "Caller", None, 1, True, []])
    def test_a_role_is_one_of_three(self, role):
        result = score("caller", role, "defender", "defender", "defender", caller_points=70)
        assert places(result) == [("not_a_choice", 1, "role")]

    @pytest.mark.parametrize("points", [1, 119])
    def test_no_cards_make_1_or_119(self, points):
        result = score(*ALONE, caller_points=points)
        assert places(result) == [("unreachable_points", None, "caller_points")]

    @pytest.mark.parametrize("points", [-1, 121])
    def test_points_have_bounds(self, points):
        result = score(*ALONE, caller_points=points)
        assert places(result) == [("out_of_range", None, "caller_points")]

    @pytest.mark.parametrize("threshold", [60, 121])
    def test_the_call_has_bounds(self, threshold):
        result = score(*ALONE, caller_points=70, threshold=threshold)
        assert places(result) == [("out_of_range", None, "threshold")]

    def test_the_points_are_needed(self):
        assert places(score(*ALONE)) == [("missing_field", None, "caller_points")]

    @pytest.mark.parametrize("count", [4, 6])
    def test_five_play(self, count):
        result = score(*("caller", *["defender"] * (count - 1)), caller_points=70)
        assert codes(result) == ["wrong_number_of_sides"]


def test_a_table_goes_to_a_target_or_for_a_number_of_hands():
    made = (lines(WITH_PARTNER), {"caller_points": 70})
    assert codes(answer(table("briscola-chiamata", made))) == ["no_end_condition"]
    result = answer(table("briscola-chiamata", made, made, hands=2))
    assert (result["totals"], result["over"]) == ([4, 2, -2, -2, -2], True)
    assert (result["places"], result["next_lead"]) == ([1, 2, 3, 3, 3], None)
    assert answer(table("briscola-chiamata", made, target=3))["over"] is False
    assert answer(table("briscola-chiamata", made, made, target=3))["over"] is True
