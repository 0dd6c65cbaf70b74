"""Brisca rematada: Wikipedia, Brisca, "Brisca Rematada"."""

import pytest

from scoring.wire import answer
from tests.scoring.cases import codes, hand, places, table


def line(points, *, last_trick=False, trump=0, plain=0):
    marriages = {"trump_marriages": trump, "plain_marriages": plain}
    return {"points": points, "last_trick": last_trick, **marriages}


def score(*lines, declarer=0, bid=100, **options):
    return answer(hand("brisca-rematada", *lines, options=options, declarer=declarer, bid=bid))


LAST = {"last_trick": True}


class TestTheBid:
    def test_made_the_declarer_scores_it(self):
        assert score(line(90, **LAST), line(20), line(10)) == {"scores": [100, 0, 0]}
        assert score(line(20), line(90, **LAST), line(10), declarer=1)["scores"] == [0, 100, 0]

    def test_last_trick_and_marriages_count(self):
        lines = (line(60, **LAST, trump=1, plain=1), line(40), line(20))
        assert score(*lines, bid=130) == {"scores": [130, 0, 0]}
        assert score(*lines, bid=131) == {"scores": [0, 65, 66]}

    def test_failed_the_defenders_share_it(self):
        lines = (line(70, **LAST), line(30), line(20))
        assert score(*lines) == {"scores": [0, 50, 50]}

    @pytest.mark.parametrize(("declarer", "scores"), [(0, [0, 50, 51]), (1, [51, 0, 50]), (2, [50, 51, 0])])
    def test_the_odd_point_goes_to_the_declarers_right(self, declarer, scores):
        lines = (line(40, **LAST), line(40), line(40))
        assert score(*lines, declarer=declarer, bid=101) == {"scores": scores}

    def test_or_the_counted_points_take_its_place(self):
        lines = (line(95, **LAST), line(20), line(5))
        assert score(*lines, award="counted") == {"scores": [105, 0, 0]}
        assert score(*lines, bid=106, award="counted") == {"scores": [0, 52, 53]}

    @pytest.mark.parametrize("bid", [99, 231])
    def test_it_has_bounds(self, bid):
        lines = (line(90, **LAST), line(20), line(10))
        assert places(score(*lines, bid=bid)) == [("out_of_range", None, "bid")]

    def test_the_most_that_can_be_had(self):
        lines = (line(120, **LAST, trump=1, plain=3), line(0), line(0))
        assert score(*lines, bid=230) == {"scores": [230, 0, 0]}


class TestTheTally:
    def test_declarer_and_bid_are_needed(self):
        result = answer(hand("brisca-rematada", line(90, **LAST), line(20), line(10)))
        assert places(result) == [("missing_field", None, "declarer"), ("missing_field", None, "bid")]

    @pytest.mark.parametrize("winners", [(), (0, 1), (0, 1, 2)])
    def test_one_player_won_the_last_trick(self, winners):
        points = (90, 20, 10)
        lines = [line(mine, last_trick=side in winners) for side, mine in enumerate(points)]
        assert places(score(*lines)) == [("last_trick", None, "last_trick")]

    @pytest.mark.parametrize("value", [0, 1, "true", None, []])
    def test_that_is_said_with_yes_or_no(self, value):
        lines = (line(90, last_trick=value), line(20), line(10, **LAST))
        assert places(score(*lines)) == [("not_a_boolean", 0, "last_trick")]

    def test_last_trick_and_marriages_may_be_left_out(self):
        assert score({"points": 90, **LAST}, {"points": 20}, {"points": 10}) == {"scores": [100, 0, 0]}

    def test_the_points_total_120(self):
        assert codes(score(line(90, **LAST), line(20), line(11))) == ["sum_not_120"]

    def test_no_cards_make_one_point(self):
        result = score(line(90, **LAST), line(29), line(1))
        assert places(result) == [("unreachable_points", 2, "points")]

    def test_marriages_have_cards_and_suits(self):
        lines = (line(90, **LAST, trump=1, plain=2), line(27, trump=1, plain=2), line(3, plain=1))
        assert places(score(*lines)) == [
            ("marriages", 2, "points"),
            ("marriages", None, "trump_marriages"),
            ("marriages", None, "plain_marriages"),
        ]

    @pytest.mark.parametrize("count", [2, 4])
    def test_three_play(self, count):
        assert codes(score(*[line(60)] * count)) == ["wrong_number_of_sides"]


def test_a_table_goes_to_a_target_or_for_a_number_of_hands():
    made = ([line(90, **LAST), line(20), line(10)], {"declarer": 0, "bid": 100})
    failed = ([line(70, **LAST), line(30), line(20)], {"declarer": 0, "bid": 100})
    assert codes(answer(table("brisca-rematada", made))) == ["no_end_condition"]
    result = answer(table("brisca-rematada", made, failed, hands=2))
    assert (result["totals"], result["over"], result["places"]) == ([100, 50, 50], True, [1, 2, 2])
    assert answer(table("brisca-rematada", made, failed, target=101))["over"] is False
    assert answer(table("brisca-rematada", made, made, target=101))["over"] is True
