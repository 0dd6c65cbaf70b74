"""Calibration of ratings: whether favourites end ahead as often as the ratings predicted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import erfc, fsum, sqrt

from tournaments.ranking.ratings import Forecast

BUCKETS = 5


@dataclass(frozen=True, slots=True)
class Bucket:
    """A range of the favourite's chance, from `least` to the `least` of the next range, and how many pairs are in it.

    `expected` is the average of their chances, `observed` the average of their results.
    """

    least: float
    comparisons: int
    expected: float
    observed: float


def chance(first: float, second: float, variance: float) -> float:
    """Return the probability that a side of strength `first` ends ahead of one of strength `second`."""
    return 0.5 * erfc((second - first) / sqrt(2 * variance))


def compared(forecast: Forecast) -> Iterator[tuple[float, float]]:
    """Yield (favourite's chance, its result) for each pair of sides at a table; ½ for the same place, else 1 or 0."""
    sides = zip(forecast.strengths, forecast.variances, forecast.places, strict=True)
    for pair in combinations(sides, 2):
        (first, one, place), (second, other, against) = sorted(pair, key=lambda side: -side[0])
        yield chance(first, second, one + other), 0.5 + ((place < against) - (place > against)) / 2


def calibration(forecasts: Iterable[Forecast]) -> list[Bucket]:
    """Return the ranges that have pairs, from chances of 50 to 60 % to chances of 90 to 100 %."""
    buckets: dict[int, list[tuple[float, float]]] = {}
    for forecast in forecasts:
        for expected, observed in compared(forecast):
            buckets.setdefault(min(int(2 * BUCKETS * expected), 2 * BUCKETS - 1), []).append((expected, observed))
    return [_bucket(least / (2 * BUCKETS), pairs) for least, pairs in sorted(buckets.items())]


def _bucket(least: float, pairs: list[tuple[float, float]]) -> Bucket:
    expected, observed = (fsum(column) / len(pairs) for column in zip(*pairs, strict=True))
    return Bucket(least, len(pairs), expected, observed)
