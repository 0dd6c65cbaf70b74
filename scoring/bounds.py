"""Bounds of the results of hands still to be played, over all tallies that the rules allow."""

from dataclasses import dataclass

ENDLESS = 1_000_000
"""A bound that no game reaches, for tables without an agreed number of hands and for points without a limit."""


@dataclass(frozen=True, slots=True)
class HandBounds:
    """The bounds of one hand for each side, and for all sides together."""

    least: int
    most: int
    least_sum: int
    most_sum: int


def each_side(least: int, most: int, sides: int) -> HandBounds:
    """Return the bounds of a hand that gives each side from `least` to `most`, whatever the other sides get."""
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
