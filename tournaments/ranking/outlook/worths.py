"""Bounds of the sides' scores at an open table, for each scoring method."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scoring.bounds import TableBounds
from scoring.victory_points import SHARED, split
from tournaments.ranking.numbers import ZERO
from tournaments.ranking.results import Method, Scores, Scoring


@dataclass(frozen=True)
class Worths:
    """The bounds of the score of each side at a table, and of the sum of all sides.

    `slots` are the values that the sides share out among themselves; () if they are not fixed.
    """

    least: Scores
    most: Scores
    least_sum: Fraction
    most_sum: Fraction
    slots: Scores = ()

    @property
    def negated(self) -> "Worths":
        """The bounds of the negated scores; least and most are exchanged."""
        least, most = _negated(self.most), _negated(self.least)
        return Worths(least, most, -self.most_sum, -self.least_sum, _negated(self.slots))

    @cached_property
    def least_together(self) -> tuple[Fraction, ...]:
        """The least that each set of sides can have together; the index is a bit mask of the sides."""
        return tuple(self._least_of([n for n in self._all if mask >> n & 1]) for mask in range(1 << len(self.least)))

    @property
    def _all(self) -> range:
        return range(len(self.least))

    def _least_of(self, sides: Sequence[int]) -> Fraction:
        """Return the greatest of three lower bounds for these sides together.

        The bounds follow from the least of each side, from the most of the other sides, and from the lowest slots.
        """
        each = sum((self.least[side] for side in sides), ZERO)
        left = self.least_sum - sum((self.most[side] for side in self._all if side not in sides), ZERO)
        lowest = sum(sorted(self.slots)[: len(sides)], ZERO) if self.slots else each
        return max(each, left, lowest)


def worths(bounds: TableBounds, scoring: Scoring) -> Worths:
    """Return the possible scores of a table within these bounds."""
    return _METHODS[scoring.method](bounds, scoring)


def _negated(values: Scores) -> Scores:
    return tuple(-value for value in values)


def _total(bounds: TableBounds, _scoring: Scoring) -> Worths:
    least, most = (tuple(map(Fraction, totals)) for totals in (bounds.least, bounds.most))
    return Worths(least, most, Fraction(bounds.least_sum), Fraction(bounds.most_sum))


def _by_place(bounds: TableBounds, scoring: Scoring) -> Worths:
    """Return bounds from the best and worst place of each side; the points for a shared place are between those."""
    sides = len(bounds.least)
    rest = min(ZERO, *scoring.points)
    slots = (scoring.points + (rest,) * sides)[:sides]
    best = [_count(bounds, 1, side) for side in range(sides)]
    worst = [sides - 1 - _count(bounds, 0, side) for side in range(sides)]
    shared = sum(slots, ZERO)
    return Worths(tuple(slots[n] for n in worst), tuple(slots[n] for n in best), shared, shared, slots)


def _count(bounds: TableBounds, role: int, side: int) -> int:
    """Return how many sides certainly end ahead of this side (`role` 1), or behind it (`role` 0)."""
    return [pair[role] for pair in bounds.ahead].count(side)


def _victory_points(bounds: TableBounds, scoring: Scoring) -> Worths:
    least = bounds.least[0] - bounds.most[1]
    most = bounds.most[0] - bounds.least[1]
    if scoring.low_wins:
        least, most = -most, -least
    lowest, highest = (Fraction(split(scoring.vp_limits, each)[0]) for each in (least, most))
    whole = Fraction(SHARED)
    return Worths((lowest, whole - highest), (highest, whole - lowest), whole, whole)


def _match_points(bounds: TableBounds, scoring: Scoring) -> Worths:
    sides = len(bounds.least)
    behind = [_count(bounds, 1, side) for side in range(sides)]
    winners = [_count(bounds, 0, side) == sides - 1 for side in range(sides)]
    alone = scoring.win + (sides - 1) * scoring.loss
    if any(winners):
        settled = tuple(scoring.win if wins else scoring.loss for wins in winners)
        return Worths(settled, settled, alone, alone)
    most = tuple(scoring.loss if others else scoring.win for others in behind)
    shared = [count * scoring.draw + (sides - count) * scoring.loss for count in range(2, sides + 1)]
    return Worths((scoring.loss,) * sides, most, min(alone, *shared), max(alone, *shared))


_METHODS: dict[Method, Callable[[TableBounds, Scoring], Worths]] = {
    "total": _total,
    "places": _by_place,
    "victory-points": _victory_points,
    "match-points": _match_points,
}
