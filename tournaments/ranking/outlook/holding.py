"""How many rivals can be held: end with no more than a score that one entry can reach. Never fewer than can be."""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

Caps: TypeAlias = Sequence[tuple[int, int]]


def most_at_table(caps: Caps, least_together: Sequence[int]) -> int:
    """How many entries of a table can be held, each told by its side and the most that it may take there.

    However they are chosen, no sides among them may be allowed less together than they have at least.
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
    """How many entries can be held in rounds to come, told by the most that each may take in them.

    Of whoever is held, no number of entries may be allowed less together than so many have at least. Whoever may take
    least is given up first, as nobody else's giving up helps more.
    """
    ordered, first, allowed = sorted(caps), 0, 0
    for number, cap in enumerate(ordered, start=1):
        allowed += cap
        while allowed < least_of[number - first]:
            allowed -= ordered[first]
            first += 1
    return len(ordered) - first
