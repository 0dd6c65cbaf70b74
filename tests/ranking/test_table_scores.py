"""The score of a table by each method."""

from fractions import Fraction

import pytest

from tests.ranking.build import BUSCA, MARGINS, PLACES, WINS, entrants, scores, table, tournament
from tournaments.ranking import Scoring


def worths(scoring, totals, **more):
    """Return each side's score of one table."""
    sides = range(1, len(totals) + 1)
    found = scores(tournament(len(totals), table(1, sides, totals, **more)), scoring)
    return [found[entry] for entry in sides]


def by_points(*points):
    return Scoring(method="places", points=tuple(map(Fraction, points)))


def test_total_is_the_hand_scores_added_up():
    assert worths(BUSCA, [5, 12, 3, 9], low=True) == [5, 12, 3, 9]


def test_places_give_their_points():
    assert worths(PLACES, [7, 1, 9, 4]) == [3, 1, 4, 2]


def test_sides_that_share_places_share_their_points():
    assert worths(PLACES, [9, 9, 4, 1]) == [Fraction(7, 2), Fraction(7, 2), 2, 1]
    assert worths(by_points(5, 2, 1, 0), [8, 8, 8, 1]) == [Fraction(8, 3)] * 3 + [0]


def test_a_smaller_table_has_the_first_points_and_a_larger_one_zeros_at_its_end():
    assert worths(PLACES, [5, 9, 1]) == [3, 4, 2]
    assert worths(PLACES, [6, 5, 4, 3, 2, 2]) == [4, 3, 2, 1, 0, 0]


def test_places_beyond_points_below_zero_get_the_least_of_them():
    assert worths(by_points(2, -1), [3, 2, 1]) == [2, -1, -1]


def test_places_are_the_rule_sets_and_never_computed_from_totals():
    assert worths(PLACES, [30, 31, 2, 8], places=(3, 4, 2, 1)) == [2, 1, 3, 4]


@pytest.mark.parametrize(
    ("totals", "split"),
    [
        ((0, 0), (10, 10)),
        ((1050, 1000), (10, 10)),
        ((1055, 1000), (11, 9)),
        ((1000, 1150), (9, 11)),
        ((1000, 1155), (8, 12)),
        ((1500, 0), (19, 1)),
        ((0, 1505), (0, 20)),
        ((-300, -1805), (20, 0)),
    ],
)
def test_victory_points_split_twenty_by_the_difference(totals, split):
    assert worths(MARGINS, totals) == list(split)


def test_victory_points_go_to_the_lower_total_where_low_wins():
    low = Scoring(method="victory-points", vp_limits=MARGINS.vp_limits, low_wins=True)
    assert worths(low, [100, 400], low=True) == [13, 7]


def test_match_points_for_winner_and_losers():
    assert worths(WINS, [3, 1]) == [2, 0]
    assert worths(WINS, [1, 6, 6, 2, 0]) == [0, 1, 1, 0, 0]
    assert worths(Scoring(method="match-points", win=Fraction(3), loss=Fraction(1)), [0, 1]) == [1, 3]


def test_only_totals_keep_the_direction_of_the_game():
    for method in ("places", "match-points"):
        assert not Scoring(method=method, low_wins=True).low_score_wins
    assert Scoring(method="total", low_wins=True).low_score_wins


def test_entries_of_a_side_get_the_same_score():
    individual = tournament(4, table(1, [(1, 2), (3, 4)], [3, 1]))
    assert scores(individual, WINS) == {1: 2, 2: 2, 3: 0, 4: 0}
    assert scores(tournament(entrants(2), table(1, [1, 2], [3, 1])), WINS) == {1: 2, 2: 0}


def test_an_entry_at_two_tables_of_a_round_is_refused():
    twice = tournament(3, table(1, [1, 2], [3, 1]), table(1, [1, 3], [3, 1], number=2))
    with pytest.raises(ValueError, match="Entry 1 plays twice in round 1"):
        scores(twice, WINS)
