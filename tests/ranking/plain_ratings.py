"""Ratings by the general formulas of conditional normal distributions, with matrices, for comparison."""

from statistics import NormalDist

import numpy

from tournaments.ranking.ratings import SHARES


def plain_ratings(evenings):
    """The strength and variance of each player under the likeliest share."""
    every = [_replayed(evenings, share) for share in SHARES]
    return max(every, key=lambda replayed: replayed[0])[1]


def _replayed(evenings, share):
    likelihood, ratings = 0.0, {}
    for evening in evenings:
        performances = iter(_performances([table for tables in evening for table in tables]))
        for tables in evening:
            before = dict(ratings)
            for table in tables:
                likelihood += _observe(before, ratings, table, next(performances), share)
    return likelihood, ratings


def _observe(before, ratings, table, performance, share):
    """Condition on the differences from the first side; return the logarithm of their density."""
    players = [player for side in table.sides for player in side]
    means, variances = numpy.array([before.get(player, (0.0, share)) for player in players]).T
    sits = numpy.array([[float(player in side) for player in players] for side in table.sides])
    others = len(table.sides) - 1
    differences = numpy.hstack([numpy.ones((others, 1)), -numpy.eye(others)])
    seen = differences @ sits
    luck = max(0.2, 1 - share * len(players) / len(table.sides))
    spread = seen @ numpy.diag(variances) @ seen.T + luck * differences @ differences.T
    surprise = differences @ performance - seen @ means
    gain = numpy.diag(variances) @ seen.T @ numpy.linalg.inv(spread)
    after = variances - numpy.diag(gain @ seen @ numpy.diag(variances))
    ratings.update(zip(players, zip(means + gain @ surprise, after, strict=True), strict=True))
    return -(numpy.linalg.slogdet(spread)[1] + surprise @ numpy.linalg.solve(spread, surprise)) / 2


def _performances(tables):
    totals = _in_deviations([numpy.array(table.totals, float) for table in tables])
    both = zip(totals, tables, strict=True)
    return _in_deviations([numpy.clip(total, -2.5, 2.5) + _scores(table.places) for total, table in both])


def _scores(places):
    shared = numpy.array([place + (places.count(place) - 1) / 2 for place in places])
    weight = {2: 1 / 3, 3: 2 / 3}.get(len(places), 1)
    return weight * numpy.array([NormalDist().inv_cdf(1 - (place - 0.375) / (len(places) + 0.25)) for place in shared])


def _in_deviations(tables):
    centred = [values - values.mean() for values in tables]
    squares = sum((values**2).sum() for values in centred)
    return [values / numpy.sqrt(squares / sum(len(values) - 1 for values in tables) or 1) for values in centred]
