"""How many rivals can be held: end with no more than a score that one entry can reach. Never fewer than can be."""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

Caps: TypeAlias = Sequence[tuple[int, int]]


def most_at_table(caps: Caps, least_together: Sequence[int]) -> int:
    """Return how many of a table's entries can be held, each given by its side and the most that it may take there.

    For each choice of sides, the sum allowed must not be less than what they have together at least.
    """
    for number in range(len(caps), 1, -1):
        if any(_fits(chosen, least_together) for chosen in combinations(caps, number)):
            return number
    return min(len(caps), 1)


def _fits(chosen: Caps, least_together: Sequence[int]) -> bool:
    allowed: dict[int, int] = {}
    for side, cap in chosen:
        allowed[side] = min(cap, allowed.get(side, cap))
    sums = [(0, 0)]
    for side, cap in allowed.items():
        sums += [(mask | 1 << side, cap + more) for mask, more in sums]
    return all(allowed_sum >= least_together[mask] for mask, allowed_sum in sums)


def most_in_rounds(caps: Sequence[int], least_of: Sequence[int]) -> int:
    """Return how many entries can be held in rounds to come, each given by the most that it may take in them.

    For any number of held entries, the sum allowed must not be less than what so many have at least. The entry with the
    least allowance is given up first, because giving up another never helps more.
    """
    ordered, first, allowed = sorted(caps), 0, 0
    for number, cap in enumerate(ordered, start=1):
        allowed += cap
        while allowed < least_of[number - first]:
            allowed -= ordered[first]
            first += 1
    return len(ordered) - first
