"""Hearts: possible points and scores."""

import random
from itertools import combinations_with_replacement, product

import pytest

from scoring.wire import answer
from tests.games import tricks
from tests.parameters import slowly
from tests.scoring.cases import codes, hand, places, table


def of(*points, **options):
    return answer(hand("hearts", *({"points": each} for each in points), options=options))


def test_points_taken_count_against_a_player():
    assert of(14, 0, 5, 7) == {"scores": [14, 0, 5, 7]}


@pytest.mark.parametrize(("moon", "scores"), [("others", [26, 0, 26, 26]), ("own", [0, -26, 0, 0])])
def test_shooting_the_moon_scores_by_the_option(moon, scores):
    assert of(0, 26, 0, 0, moon=moon) == {"scores": scores}


def test_the_problems_say_what_is_wrong():
    assert places(of(14, 0, 5, 8)) == [("sum_not_26", None, "points")]
    assert places(of(12, 2, 5, 7)) == [("queen_not_taken", None, "points")]
    assert places(of(27, 0, 0, -1)) == [("out_of_range", 0, "points"), ("out_of_range", 3, "points")]


def dealt():
    """Every division of the thirteen hearts, with the queen in each of the four piles."""
    for bars in combinations_with_replacement(range(14), 3):
        hearts = [high - low for low, high in zip((0, *bars), (*bars, 13), strict=True)]
        for queen in range(4):
            yield tuple(one + 13 * (side == queen) for side, one in enumerate(hearts))


def test_points_that_the_cards_give_are_accepted_and_no_others():
    possible = set(dealt())
    of_26 = ((a, b, c, 26 - a - b - c) for a, b, c in product(range(27), repeat=3) if a + b + c <= 26)
    for points in of_26:
        assert codes(of(*points)) == ([] if points in possible else ["queen_not_taken"]), points


@pytest.mark.parametrize("many", [200, *slowly(5_000)])
@pytest.mark.parametrize("moon", ["others", "own"])
def test_hands_that_were_played_score_by_their_cards(many, moon):
    dice = random.Random(many)
    for _hand in range(many):
        piles = [tricks.cards_of(each) for each in tricks.at_random(dice)]
        hearts = [sum(suit == tricks.HEARTS for _rank, suit in pile) for pile in piles]
        taken = [n + 13 * ((tricks.QUEEN, tricks.SPADES) in pile) for n, pile in zip(hearts, piles, strict=True)]
        scores = taken
        if 26 in taken:
            scores = [26 - mine if moon == "others" else -mine for mine in taken]
        assert of(*taken, moon=moon) == {"scores": scores}


@pytest.mark.parametrize("many", [200, *slowly(5_000)])
def test_impossible_points_are_refused(many):
    dice, possible, refused = random.Random(many), set(dealt()), 0
    while refused < many:
        points = tuple(dice.randrange(14 + 13 * dice.randrange(2)) for _player in range(4))
        if points not in possible:
            assert "problems" in of(*points), points
            refused += 1


def test_the_lowest_total_wins_when_somebody_reaches_the_target():
    hands = [([{"points": each} for each in points], {}) for points in ((20, 6, 0, 0), (13, 6, 7, 0))]
    result = answer(table("hearts", *hands, target=30))
    assert (result["totals"], result["places"], result["over"]) == ([33, 12, 7, 0], [4, 3, 2, 1], True)
