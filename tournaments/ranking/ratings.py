"""Ratings of players, from the results of their tables: a Gaussian model of score differences.

The model is Gaussian-SD of "Score-Based Bayesian Skill Learning" (Guo, Sanner, Graepel and Buntine, 2012), for two and
more sides: the performance of a side is the sum of its players' strengths, the level of the table, and luck.

Sums are made with `fsum`, which rounds only once, so that the order of players, sides and tables does not matter.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from math import fsum, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

SHARES = (0.015, 0.03, 0.06, 0.12, 0.24)
"""The candidates for the part of a side's variance that a player's strength explains; the rest is luck."""
LEAST_LUCK = 0.2
FARTHEST = 2.5
"""A total further than this many standard deviations from the average of its table counts as that far away."""
FULL_WEIGHT = 4
"""The least number of sides at which a place counts as much as a total."""
SETTLED = 0.5
"""A rating is provisional while its variance is above this fraction of a newcomer's variance."""


@dataclass(frozen=True, slots=True)
class RatedTable:
    """A table with the players of each side, the side's total (more is better), and its place."""

    sides: Sequence[Sequence[int]]
    totals: Sequence[float]
    places: Sequence[int]


Evening = Sequence[Sequence[RatedTable]]
"""A tournament's rounds in order, each with its tables in any order."""
Numbers = list[float]


class Rating(NamedTuple):
    """A player's strength after some tables, with its variance; the unit is the standard deviation of a performance."""

    strength: float
    variance: float
    tables: int = 0


class Forecast(NamedTuple):
    """The strengths of a table's sides by the ratings before it was played, and the places that they got."""

    strengths: Numbers
    variances: Numbers
    places: Sequence[int]


@dataclass(slots=True)
class Ratings:
    """The ratings of all players, with the likeliest `share`.

    `curves` has, for each player, the rating after each evening that the player took part in, by the evening's index.
    """

    share: float
    likelihood: float = 0.0
    strengths: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    variances: dict[int, float] = field(default_factory=dict)
    curves: dict[int, dict[int, Rating]] = field(default_factory=lambda: defaultdict(dict))
    forecasts: list[Forecast] = field(default_factory=list)

    def of(self, player: int) -> Rating:
        """Return the current rating of a player; the rating of a newcomer if the player has none."""
        curve = self.curves.get(player)
        return next(reversed(curve.values())) if curve else Rating(0.0, self.share)

    def is_provisional(self, rating: Rating) -> bool:
        """Whether a rating is based on too few results."""
        return rating.variance > SETTLED * self.share


def rate(evenings: Sequence[Evening]) -> Ratings:
    """Return the ratings after these evenings, in order of time; a player sits at only one table of a round."""
    performances = [_performances(evening) for evening in evenings]
    return max((_replay(evenings, performances, share) for share in SHARES), key=lambda ratings: ratings.likelihood)


def _replay(evenings: Sequence[Evening], performances: Sequence[list[list[Numbers]]], share: float) -> Ratings:
    """Return the ratings with this share."""
    ratings, likelihoods, tables = Ratings(share, variances=defaultdict(lambda: share)), [], Counter[int]()
    for index, (rounds, of_rounds) in enumerate(zip(evenings, performances, strict=True)):
        played = [*zip(chain.from_iterable(rounds), chain.from_iterable(of_rounds), strict=True)]
        likelihoods += [_observe(ratings, table, performance) for table, performance in played]
        seated = [player for table, _performance in played for side in table.sides for player in side]
        tables.update(seated)
        for player in dict.fromkeys(seated):
            now = Rating(ratings.strengths[player], ratings.variances[player], tables[player])
            ratings.curves[player][index] = now
    ratings.likelihood = fsum(likelihoods)
    return ratings


def _observe(ratings: Ratings, table: RatedTable, performance: Numbers) -> float:
    """Change the ratings of a table's players; return the log-likelihood of the performances."""
    strength_of, variance_of, sides = ratings.strengths, ratings.variances, table.sides
    luck = max(1 - ratings.share * sum(map(len, sides)) / len(sides), LEAST_LUCK)
    strengths = [fsum(map(strength_of.__getitem__, side)) for side in sides]
    variances = [fsum(map(variance_of.__getitem__, side)) + luck for side in sides]
    ratings.forecasts.append(Forecast(strengths, variances, table.places))
    surprises = [seen - strength for seen, strength in zip(performance, strengths, strict=True)]
    weight = fsum([1 / variance for variance in variances])
    level = fsum([s / v for s, v in zip(surprises, variances, strict=True)]) / weight
    for side, surprise, variance in zip(sides, surprises, variances, strict=True):
        gain, certainty = (surprise - level) / variance, (1 - 1 / (variance * weight)) / variance
        for player in side:
            was = variance_of[player]
            strength_of[player] += was * gain
            variance_of[player] = was - was**2 * certainty
    misfit = fsum([(s - level) ** 2 / v for s, v in zip(surprises, variances, strict=True)])
    return -(fsum(map(log, variances)) + log(weight) + misfit) / 2


def _performances(evening: Evening) -> list[list[Numbers]]:
    """Return the performance of each side, from its total and its place, in standard deviations of the evening."""
    totals = _standardised([[table.totals for table in tables] for tables in evening])
    both = (zip(tables, rows, strict=True) for tables, rows in zip(evening, totals, strict=True))
    return _standardised([[_mixed(table.places, row) for table, row in tables] for tables in both])


def _mixed(places: Sequence[int], totals: Numbers) -> Numbers:
    scores = [_normal_score(place, places.count(place), len(places)) for place in places]
    return [max(-FARTHEST, min(FARTHEST, total)) + score for total, score in zip(totals, scores, strict=True)]


def _standardised(rounds: Sequence[Sequence[Sequence[float]]]) -> list[list[Numbers]]:
    """Return the distances from the average of each table, in standard deviations of all tables."""
    distances = [[[value - fsum(values) / len(values) for value in values] for values in tables] for tables in rounds]
    every = [values for tables in distances for values in tables]
    squares = fsum([value * value for values in every for value in values])
    unit = sqrt(squares / sum(len(values) - 1 for values in every)) if squares else 1.0
    return [[[value / unit for value in values] for values in tables] for tables in distances]


@cache
def _normal_score(place: int, sharing: int, sides: int) -> float:
    """Return the expected performance for a place, by Blom's formula; sides that share places get their average.

    For four sides and more, it weighs as much as a total. For two sides it weighs less, because the place says only
    whose total is higher.
    """
    weight = min(1, (sides - 1) / (FULL_WEIGHT - 1))
    return -weight * NormalDist().inv_cdf((place + (sharing - 1) / 2 - 0.375) / (sides + 0.25))
