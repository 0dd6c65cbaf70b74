"""Bounds of the results of hands still to be played, over all tallies that the rules allow."""

from dataclasses import dataclass

ENDLESS = 1_000_000
"""Hands where a table agreed on no number of them, and points where a game has no bound: more than anybody plays."""


@dataclass(frozen=True, slots=True)
class HandBounds:
    """The bounds of one hand for each side, and for all sides together."""

    least: int
    most: int
    least_sum: int
    most_sum: int


def each_side(least: int, most: int, sides: int) -> HandBounds:
    """Return the bounds of a hand that can give so much to each of its sides, whatever the others get."""
    return HandBounds(least, most, least * sides, most * sides)


@dataclass(frozen=True, slots=True)
class TableBounds:
    """The bounds of the sides' totals at the end of a table.

    `least` and `most` are by side. `ahead` holds pairs of sides of which the first certainly ends ahead of the second.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    least_sum: int
    most_sum: int
    ahead: frozenset[tuple[int, int]] = frozenset()
