"""The bounds of results of hands that are still to be played, over all tallies that the rules allow."""

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
    """Return the bounds of a hand in which each side gets from `least` to `most`, independently of the other sides."""
    return HandBounds(least, most, least * sides, most * sides)


@dataclass(frozen=True, slots=True)
class TableBounds:
    """The bounds of the sides' totals at the end of a table.

    `least` and `most` have a number for each side, `least_sum` and `most_sum` bound the sum of all sides. `ahead` has
    pairs of sides; the first of a pair certainly ends ahead of the second.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    least_sum: int
    most_sum: int
    ahead: frozenset[tuple[int, int]] = frozenset()
