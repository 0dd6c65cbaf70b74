"""Ratings: their model, their independence of order, and their forecasts in simulated clubs."""

from itertools import combinations
from math import log
from random import Random

import pytest

from tests.ranking.clubs import SimulatedClub
from tests.ranking.plain_ratings import plain_ratings
from tournaments.ranking.calibration import calibration, chance
from tournaments.ranking.ratings import RatedTable, rate

COIN = log(2)
COUNTS = range(2, 7)


def placed(*totals):
    return [1 + sum(other > total for other in totals) for total in totals]


def evenings_at_any_table(seed, evenings=4):
    """Evenings of four rounds of four tables, each of two to six sides of one or two players, with some ties."""
    rng = Random(seed)
    return [[_round(rng) for _ in range(4)] for _ in range(evenings)]


def _round(rng):
    players = rng.sample(range(60), 60)
    return [_table(rng, players, rng.choice(COUNTS), rng.choice((1, 2))) for _ in range(4)]


def _table(rng, players, sides, size):
    totals = [rng.randrange(-5, 20) for _ in range(sides)]
    return RatedTable([[players.pop() for _ in range(size)] for _ in range(sides)], totals, placed(*totals))


def in_another_order(evenings, seed):
    """The same results, with tables, sides and partners in another order."""
    rng = Random(seed)
    return [
        [rng.sample([_turned(rng, table) for table in tables], len(tables)) for tables in each] for each in evenings
    ]


def _turned(rng, table):
    sides = [rng.sample(side, len(side)) for side in table.sides]
    rows = list(zip(sides, table.totals, table.places, strict=True))
    return RatedTable(*map(list, zip(*rng.sample(rows, len(rows)), strict=True)))


@pytest.mark.parametrize("seed", range(3))
def test_ratings_are_those_of_the_general_formulas_at_any_table(seed):
    evenings = evenings_at_any_table(seed)
    ratings, expected = rate(evenings), plain_ratings(evenings)
    found = {player: ratings.of(player)[:2] for player in ratings.curves}
    assert found == {player: pytest.approx(values, abs=1e-12) for player, values in expected.items()}


def test_the_order_of_tables_sides_and_partners_changes_no_bit():
    evenings = evenings_at_any_table(7)
    assert rate(evenings).curves == rate(in_another_order(evenings, 8)).curves


def test_sides_that_tie_are_rated_alike():
    tie = RatedTable([[1], [2], [3], [4]], [10, 6, 6, 2], [1, 2, 2, 4])
    ratings = rate([[[tie]]])
    assert ratings.of(2) == ratings.of(3)
    assert ratings.of(1).strength > 0
    assert ratings.of(4).strength == pytest.approx(-ratings.of(1).strength)
    everybody = rate([[[RatedTable([[1], [2], [3]], [5, 5, 5], [1, 1, 1])]]])
    assert {everybody.of(player).strength for player in (1, 2, 3)} == {0.0}


def test_places_count_where_totals_are_equal():
    ratings = rate([[[RatedTable([[1], [2]], [5, 5], [1, 2])]]])
    assert ratings.of(1).strength > 0 > ratings.of(2).strength


def test_partners_are_rated_by_all_their_tables():
    together = [RatedTable([[1, 2], [3, 4]], [9, 3], [1, 2])]
    apart = [RatedTable([[1, 3], [2, 4]], [9, 3], [1, 2])]
    ratings = rate([[together]])
    assert ratings.of(1) == ratings.of(2)
    ratings = rate([[together, apart]])
    assert ratings.of(1).strength > ratings.of(2).strength > ratings.of(4).strength
    assert ratings.curves == {player: {0: ratings.of(player)} for player in (1, 2, 3, 4)}


def test_a_rating_is_provisional_until_half_of_the_doubt_is_gone():
    ratings = rate([[[RatedTable([[1], [2]], [5, 3], [1, 2])]]])
    assert (ratings.is_provisional(ratings.of(1)), ratings.is_provisional(ratings.of(9))) == (True, True)
    ratings = rate(SimulatedClub(1, 2, evenings=8).evenings)
    settled = [player for player in ratings.curves if not ratings.is_provisional(ratings.of(player))]
    assert len(settled) == 60


def test_calibration_counts_half_for_a_tie_and_nothing_twice():
    ratings = rate([[[RatedTable([[1], [2], [3]], [5, 5, 3], [1, 1, 3])]]])
    (bucket,) = calibration(ratings.forecasts)
    assert (bucket.least, bucket.comparisons, bucket.expected, bucket.observed) == (0.5, 3, 0.5, 2.5 / 3)


def log_losses(club, ratings):
    """Yield for each comparison without a tie, in order, the forecast's loss and the smallest possible loss."""
    tables = [table for evening in club.evenings for tables in evening for table in tables]
    for table, seen in zip(tables, ratings.forecasts, strict=True):
        for one, other in combinations(range(len(table.sides)), 2):
            if table.places[one] != table.places[other]:
                first, second = sorted((one, other), key=lambda side: table.places[side])
                told = chance(
                    seen.strengths[first], seen.strengths[second], seen.variances[first] + seen.variances[second]
                )
                true = club.true_chance(table.sides[one], table.sides[other])
                yield -log(told), -true * log(true) - (1 - true) * log(1 - true)


@pytest.mark.slow
@pytest.mark.parametrize(("noise", "floor"), [(2, 0.616), (4, 0.671)])
@pytest.mark.parametrize(("side", "evenings", "clubs"), [(1, 40, 6), (2, 80, 4)])
def test_forecasts_are_as_good_as_luck_allows_in_clubs(noise, floor, side, evenings, clubs):
    """This is tested on the second half of the evenings; the forecasts of all evenings are calibrated.

    Pairs who change partners need more evenings: a table shows less about each player.
    """
    told, best, forecasts = [], [], []
    for seed in range(100, 100 + clubs):
        club = SimulatedClub(seed, noise, side=side, evenings=evenings)
        ratings = rate(club.evenings)
        losses = list(log_losses(club, ratings))
        quarter = len(losses) // 4
        quarters = [losses[at : at + quarter] for at in range(0, 4 * quarter, quarter)]
        assert all(sum(loss for loss, _ in each) / quarter < COIN for each in quarters)
        told += [loss for each in quarters[2:] for loss, _ in each]
        best += [loss for each in quarters[2:] for _, loss in each]
        forecasts += ratings.forecasts
    assert sum(best) / len(best) == pytest.approx(floor, abs=0.003)
    assert sum(told) / len(told) < sum(best) / len(best) + 0.006
    off = {each.least: each.observed - each.expected for each in calibration(forecasts) if each.comparisons > 500}
    assert all(abs(points) < 0.02 for points in off.values()), off
