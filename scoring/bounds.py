"""What hands that are still to be played can give: bounds that no tally which the rules take goes beyond."""

from dataclasses import dataclass

ENDLESS = 1_000_000
"""Hands where a table agreed on no number of them, and points where a game has no bound: more than anybody plays."""


@dataclass(frozen=True, slots=True)
class HandBounds:
    """What one hand can give to each side, and to all of them together."""

    least: int
    most: int
    least_sum: int
    most_sum: int


def each_side(least: int, most: int, sides: int) -> HandBounds:
    """Return the bounds of a hand that can give so much to each of its sides, whatever the others get."""
    return HandBounds(least, most, least * sides, most * sides)


@dataclass(frozen=True, slots=True)
class TableBounds:
    """What the sides of a table can have in all when it is over.

    `least` and `most` are by side. `ahead` holds pairs of sides of which the first is ahead of the second whatever
    comes.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    least_sum: int
    most_sum: int
    ahead: frozenset[tuple[int, int]] = frozenset()
