"""Calibration of ratings: whether favourites finish ahead as often as the ratings predicted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import erfc, fsum, sqrt

from tournaments.ranking.ratings import Forecast

BUCKETS = 5


@dataclass(frozen=True, slots=True)
class Bucket:
    """A range of the favourite's chance, from `least` up to the next bucket's `least`, and the pairs of sides in it.

    `expected` is the average of the chances, `observed` the average of the results.
    """

    least: float
    comparisons: int
    expected: float
    observed: float


def chance(first: float, second: float, variance: float) -> float:
    """Return the probability that a side of strength `first` ends before a side of strength `second`."""
    return 0.5 * erfc((second - first) / sqrt(2 * variance))


def compared(forecast: Forecast) -> Iterator[tuple[float, float]]:
    """Yield the favourite's chance and result (1, 0, or ½ for the same place) for each pair of sides at a table."""
    sides = zip(forecast.strengths, forecast.variances, forecast.places, strict=True)
    for pair in combinations(sides, 2):
        (first, one, place), (second, other, against) = sorted(pair, key=lambda side: -side[0])
        yield chance(first, second, one + other), 0.5 + ((place < against) - (place > against)) / 2


def calibration(forecasts: Iterable[Forecast]) -> list[Bucket]:
    """Return the buckets that contain a comparison, from chances of 50 to 60 % to those of 90 to 100 %."""
    buckets: dict[int, list[tuple[float, float]]] = {}
    for forecast in forecasts:
        for expected, observed in compared(forecast):
            buckets.setdefault(min(int(2 * BUCKETS * expected), 2 * BUCKETS - 1), []).append((expected, observed))
    return [_bucket(least / (2 * BUCKETS), pairs) for least, pairs in sorted(buckets.items())]


def _bucket(least: float, pairs: list[tuple[float, float]]) -> Bucket:
    expected, observed = (fsum(column) / len(pairs) for column in zip(*pairs, strict=True))
    return Bucket(least, len(pairs), expected, observed)
