"""Which group plays at which table, so that nobody keeps table 1."""

from collections.abc import Iterable, Mapping

from tournaments.pairing.dice import Dice
from tournaments.pairing.shape import Seats

TRIES = 16


def numbered(
    tables: Seats, past: list[dict[int, int]], fixed: Mapping[int, int], dice: Dice
) -> Seats:
    """The tables in the order of their numbers.

    A table with a fixed player keeps the number it has; every other takes, in random order, the
    number that its players know least, of a few drawn from those left over.
    """
    kept = {number for number, table in enumerate(tables) if any(p in fixed for p in table)}
    free = dice.shuffled([number for number in range(len(tables)) if number not in kept])
    placed = list(tables)
    for old in dice.shuffled(free):
        chosen = _least_known(tables[old], free, past)
        placed[free[chosen]] = tables[old]
        free[chosen] = free[-1]
        free.pop()
    return placed


def _least_known(table: Iterable[int], free: list[int], past: list[dict[int, int]]) -> int:
    best, least = 0, -1
    for place in range(min(TRIES, len(free))):
        known = sum(past[player].get(free[place] + 1, 0) for player in table)
        if known == 0:
            return place
        if least < 0 or known < least:
            best, least = place, known
    return best
