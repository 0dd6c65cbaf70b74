"""Games of places: the score of an order at the table."""

from scoring.wire import answer
from tests.scoring.cases import hand, places, table


def of(*order, **options):
    return answer(hand("places", *({"place": place} for place in order), options=options))


def test_a_side_gets_a_point_for_each_that_it_leaves_behind():
    assert of(2, 1, 4, 3) == {"scores": [2, 3, 0, 1]}


def test_sides_that_are_level_share_a_place_and_its_points():
    assert of(1, 1, 3, 4) == {"scores": [2, 2, 1, 0]}
    assert of(1, 1, 1) == {"scores": [0, 0, 0]}


def test_a_place_follows_from_the_sides_ahead():
    assert places(of(1, 2, 2, 3)) == [("wrong_place", 3, "place")]
    assert places(of(2, 3, sides=2)) == [("out_of_range", 1, "place")]
    assert places(of(2, 2, sides=2)) == [("wrong_place", 0, "place"), ("wrong_place", 1, "place")]


def test_options_say_how_many_sit_down():
    assert places(of(1, 2, sides=3)) == [("wrong_number_of_sides", None, "lines")]
    assert places(of(1, 2, 3, players=2)) == [("wrong_number_of_sides", None, "lines")]
    assert places(of(1, 2, sides=3, players=3)) == [("too_many_seats", None, "sides")]


def test_hands_add_up_and_most_points_lead():
    hands = [([{"place": place} for place in order], {}) for order in ((1, 2, 3), (1, 3, 2))]
    result = answer(table("places", *hands, hands=2))
    assert (result["totals"], result["places"], result["over"]) == ([4, 1, 1], [1, 2, 2], True)
