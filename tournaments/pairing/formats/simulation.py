"""How often the best player wins a format, by simulated evenings.

The model: strengths are normal. A hand's result is strength plus normal luck, less the mean of its table, and strength
explains `STRENGTH` of the variance of a hand; so the more hands, the less luck. Tables are drawn by lot. In groups, the
totals of all rounds decide; a sit-out is worth nothing. In a knock-out, the best of each table go on; byes, and places
that are left in the final, go to the best of the stage or round before, at first by lot.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise, zip_longest
from math import sqrt
from operator import add, sub, truediv
from random import Random
from statistics import NormalDist

from tournaments.pairing.formats.possible import Format
from tournaments.pairing.knock_out_plan import PlannedRound

STRENGTH = 0.016
"""A table of four hands then has 0.06, the middle of the shares with which the ratings reckon."""
LUCK = tuple(NormalDist().inv_cdf((step + 0.5) / 4096) for step in range(4096))
"""Normal numbers, equally likely."""

Numbers = list[float]


@dataclass(frozen=True, slots=True)
class Chance:
    """The share of simulated evenings that the best player won."""

    evenings: int
    won: int

    @property
    def share(self) -> float:
        """The estimate, from 0 to 1."""
        return self.won / self.evenings

    @property
    def error(self) -> float:
        """The standard error of the estimate."""
        return sqrt(self.share * (1 - self.share) / self.evenings)


def best_wins(format_: Format, hands: int, evenings: int, seed: int = 0) -> Chance:
    """Simulate evenings with tables of so many hands; the same seed gives the same evenings."""
    rng = Random(seed)  # noqa: S311 - no secrets here
    spread, luck = sqrt(STRENGTH * hands), sqrt(1 - STRENGTH)
    won = 0
    for _evening in range(evenings):
        strengths = [spread * each / luck for each in rng.choices(LUCK, k=format_.room.entrants)]
        best = max(range(len(strengths)), key=strengths.__getitem__)
        won += _winner(format_, strengths, rng) == best
    return Chance(evenings, won)


def _winner(format_: Format, strengths: Numbers, rng: Random) -> int:
    """The winner of one evening; strengths are in standard deviations of a table's luck."""
    order = _by_lot(range(len(strengths)), rng)
    if format_.group_sizes:
        order = _after_groups(format_, order, strengths, rng)
    for round_, following in pairwise((*format_.knock_out, None)):
        if round_:
            order = _after_round(round_, following, format_, order, strengths, rng)
    return order[0]


def _after_groups(format_: Format, order: Sequence[int], strengths: Numbers, rng: Random) -> list[int]:
    """Those who go on from the groups, or all of the only group, the best first."""
    going_on: list[tuple[float, int]] = []
    for entrants, sizes in zip(format_.group_sizes, format_.tables, strict=True):
        group, order = order[:entrants], order[entrants:]
        going_on += _best_first(_played(group, sizes, format_.rounds, strengths, rng))[: format_.of_each or entrants]
    return [player for _total, player in _best_first(going_on)]


def _played(
    group: Sequence[int], sizes: Sequence[int], rounds: int, strengths: Numbers, rng: Random
) -> Iterable[tuple[float, int]]:
    """The totals of a group after so many rounds, each with its player; those whom no table takes sit out in turn.

    The group is cut into a column for each seat, and each round turns the columns against each other by lot.
    """
    own, totals = [strengths[player] for player in group], [0.0] * len(group)
    seats, lengths = sum(sizes), [sum(size > seat for size in sizes) for seat in range(max(sizes))]
    sizes = sorted(sizes, reverse=True)
    for _round in range(rounds):
        results = [*map(add, own, rng.choices(LUCK, k=seats))]  # of those who have a seat
        columns = [results[end - length : end] for end, length in zip(accumulate(lengths), lengths, strict=True)]
        turns = [rng.randrange(length) for length in lengths]
        turned = (column[turn:] + column[:turn] for column, turn in zip(columns, turns, strict=True))
        means = [*map(truediv, map(sum, zip_longest(*turned, fillvalue=0.0)), sizes)]
        turned_back = ((means[at - turn : at], means[: at - turn]) for at, turn in zip(lengths, turns, strict=True))
        less = chain.from_iterable(chain(last, first) for last, first in turned_back)
        totals[:seats] = map(sub, map(add, totals, results), less)
        own, totals = own[seats:] + own[:seats], totals[seats:] + totals[:seats]
        group = [*group[seats:], *group[:seats]]
    return zip(totals, group, strict=True)


def _after_round(
    round_: PlannedRound,
    following: PlannedRound | None,
    format_: Format,
    order: Sequence[int],
    strengths: Numbers,
    rng: Random,
) -> list[int]:
    """Those who are in the following round of a knock-out; the best first as far as it matters there."""
    with_bye, seated = order[: round_.byes], _by_lot(order[round_.byes : round_.players], rng)
    results = [*map(add, map(strengths.__getitem__, seated), rng.choices(LUCK, k=len(seated)))]
    if following is None:
        return [_best_first(zip(results, seated, strict=True))[0][1]]
    through: list[tuple[float, int]] = []
    back: list[tuple[float, int]] = []
    first = 0
    for size in round_.sizes(max(format_.room.knock_out_sizes)):
        table = _best_first(zip(results[first : first + size], seated[first : first + size], strict=True))
        first += size
        mean = sum(result for result, _player in table) / size
        placed = [(result - mean, player) for result, player in table]
        through += placed[: format_.going_on]
        back += placed[format_.going_on :]
    missing = following.players - len(through) - len(with_bye)
    listed = [*_best_first(through), *(_best_first(back)[:missing] if missing > 0 else ())]
    best = [player for _result, player in listed[: len(through)]]
    return [*best, *with_bye, *(player for _result, player in listed[len(through) :])]


def _by_lot(players: Sequence[int], rng: Random) -> list[int]:
    random = rng.random
    return sorted(players, key=lambda _player: random())


def _best_first(results: Iterable[tuple[float, int]]) -> list[tuple[float, int]]:
    return sorted(results, reverse=True)
