"""Which group plays at which table, so that nobody keeps table 1."""

from collections.abc import Iterable, Mapping

from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.rng import Rng

SAMPLES = 16


def assign_table_numbers(tables: Seats, past: list[dict[int, int]], fixed: Mapping[int, int], rng: Rng) -> Seats:
    """The tables in the order of their numbers.

    A table with a fixed player keeps the number it has; every other takes, in random order, the
    number that its players know least, of a few drawn from those left over.
    """
    fixed_numbers = {number for number, table in enumerate(tables) if any(p in fixed for p in table)}
    free = rng.shuffled([number for number in range(len(tables)) if number not in fixed_numbers])
    placed = list(tables)
    for old in rng.shuffled(free):
        chosen = _least_used(tables[old], free, past)
        placed[free[chosen]] = tables[old]
        free[chosen] = free[-1]
        free.pop()
    return placed


def _least_used(table: Iterable[int], free: list[int], past: list[dict[int, int]]) -> int:
    best, least = 0, -1
    for place in range(min(SAMPLES, len(free))):
        known = sum(past[player].get(free[place] + 1, 0) for player in table)
        if known == 0:
            return place
        if least < 0 or known < least:
            best, least = place, known
    return best
