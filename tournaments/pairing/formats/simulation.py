"""Simulated evenings, which show how often the best player wins a format.

In the model strengths are normally distributed. The result of a hand is strength plus normally distributed luck, minus
the average of the table; strength explains `STRENGTH` of the variance of a hand, so luck matters less with more hands.
Tables are drawn by lot. In groups, the totals of all rounds decide; a sit-out scores nothing. Each total is drawn as
one normal number, with the mean, variance and covariances that totals have over all draws of the tables. In a
knock-out, the best of each table qualify. Byes, and free places in the final, go to the best of the stage or round
before; in the first round they are drawn by lot.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from operator import add
from random import Random
from statistics import NormalDist

from tournaments.pairing.formats.possible import Format
from tournaments.pairing.knock_out_plan import PlannedRound

STRENGTH = 0.016
"""The share of the variance of a hand that strength explains. For a table of four hands the share is then 0.06, the
middle of the shares that the ratings try."""
LUCK = tuple(NormalDist().inv_cdf((step + 0.5) / 4096) for step in range(4096))
"""Equally likely values of a normal distribution."""

Numbers = list[float]
Weights = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Chance:
    """How many evenings were simulated, and how many of them the best player won."""

    evenings: int
    won: int

    @property
    def share(self) -> float:
        """The estimated chance, from 0 to 1."""
        return self.won / self.evenings

    @property
    def error(self) -> float:
        """The standard error of the estimated share."""
        return sqrt(self.share * (1 - self.share) / self.evenings)


def best_wins(format_: Format, hands: int, evenings: int, seed: int = 0) -> Chance:
    """Simulate evenings whose tables play this number of hands; return how often the best player won.

    The same seed gives the same evenings.
    """
    rng = Random(seed)  # noqa: S311 - no secrets here
    variance, won = STRENGTH * hands / (1 - STRENGTH), 0
    sizes_of_groups = zip(format_.group_sizes, format_.tables, strict=True)
    groups = [_weights(entrants, sizes, format_.rounds, variance) for entrants, sizes in sizes_of_groups]
    for _evening in range(evenings):
        strengths = [sqrt(variance) * each for each in rng.choices(LUCK, k=format_.room.entrants)]
        won += _winner(format_, groups, strengths, rng) == strengths.index(max(strengths))
    return Chance(evenings, won)


def _weights(entrants: int, sizes: Sequence[int], rounds: int, variance: float) -> Weights:
    """Return the weights of strength and of luck in the total of each entrant of a group.

    `variance` is the variance of strengths, if that of luck is 1. Entrants without a table sit out in turn.
    """
    seats, against_others = sum(sizes), entrants / (entrants - 1)
    own = sum(size - 1 for size in sizes) / seats
    opponents = sum((size - 1) * (entrants - size) / size for size in sizes) / seats / (entrants - 1)
    played, more = divmod(rounds * seats, entrants)
    each_round = own * against_others, (own + opponents * variance) * against_others
    of_each = [played + (entrant < more) for entrant in range(entrants)]
    return [(each_round[0] * rounds, sqrt(each_round[1] * rounds)) for rounds in of_each]


def _winner(format_: Format, groups: Sequence[Weights], strengths: Numbers, rng: Random) -> int:
    """Return the winner of one evening. Strengths are in standard deviations of luck at a table."""
    order = _after_groups(format_, groups, strengths, rng) if groups else range(len(strengths))
    for round_, following in pairwise((*format_.knock_out, None)):
        if round_:
            order = _after_round(round_, following, format_, order, strengths, rng)
    return order[0]


def _after_groups(format_: Format, groups: Sequence[Weights], strengths: Numbers, rng: Random) -> Sequence[int]:
    """Return the entrants that qualify from the groups, or all entrants of a single group, best first."""
    going_on: list[tuple[float, int]] = []
    first = 0
    for weights in groups:
        players = range(first, first + len(weights))
        totals = _totals(weights, strengths[players.start : players.stop], rng)
        going_on += _best_first(zip(totals, players, strict=True))[: format_.of_each or len(weights)]
        first = players.stop
    return [player for _total, player in _best_first(going_on)]


def _totals(weights: Weights, strengths: Numbers, rng: Random) -> Numbers:
    """Return the totals of a group.

    The average of strength and luck is subtracted, because results at a table add up to 0.
    """
    luck = rng.choices(LUCK, k=len(weights))
    strength, lucky = sum(strengths) / len(weights), sum(luck) / len(weights)
    return [
        of_strength * (own - strength) + of_luck * (number - lucky)
        for (of_strength, of_luck), own, number in zip(weights, strengths, luck, strict=True)
    ]


def _after_round(
    round_: PlannedRound,
    following: PlannedRound | None,
    format_: Format,
    order: Sequence[int],
    strengths: Numbers,
    rng: Random,
) -> list[int]:
    """Return the entrants that play the following round of a knock-out, best first if their order matters."""
    with_bye, seated = order[: round_.byes], _by_lot(order[round_.byes : round_.players], rng)
    results = [*map(add, map(strengths.__getitem__, seated), rng.choices(LUCK, k=len(seated)))]
    if following is None:
        return [max(zip(results, seated, strict=True))[1]]
    through: list[tuple[float, int]] = []
    back: list[tuple[float, int]] = []
    first = 0
    for size in round_.sizes(max(format_.room.knock_out_sizes)):
        own = results[first : first + size]
        mean = sum(own) / size
        table = _best_first(zip([each - mean for each in own], seated[first : first + size], strict=True))
        first += size
        through += table[: format_.going_on]
        back += table[format_.going_on :]
    missing = following.players - len(through) - len(with_bye)
    if missing <= 0 and not following.byes:
        return [*with_bye, *(player for _result, player in through)]
    best = [player for _result, player in _best_first(through)]
    return [*best, *with_bye, *(player for _result, player in _best_first(back)[: max(0, missing)])]


def _by_lot(players: Sequence[int], rng: Random) -> list[int]:
    random = rng.random
    return sorted(players, key=lambda _player: random())


def _best_first(results: Iterable[tuple[float, int]]) -> list[tuple[float, int]]:
    return sorted(results, reverse=True)
