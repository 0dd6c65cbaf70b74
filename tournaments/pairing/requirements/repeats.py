"""How few repeats there can be."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.requirements.shape import Rounds, Seats


def repeats_bound(met_before: Sequence[dict[int, int]], slots: Sequence[int]) -> int:
    """No draw can have fewer repeats than this, if player p sits with others `slots[p]` times.

    At best everybody meets first those whom they have met least; every pair is counted from
    both its ends.
    """
    total = 0
    for met, seats in zip(met_before, slots, strict=True):
        times, left = 0, seats
        while left > 0:
            fresh = len(slots) - 1 - sum(count > times for count in met.values())
            total += times * min(left, fresh)
            left -= fresh
            times += 1
    return (total + 1) // 2


def pairs_of(tables: Seats) -> set[tuple[int, int]]:
    """Everybody who meets in a round, the lower number first."""
    return {pair for table in tables for pair in combinations(sorted(table), 2)}


def repeats_of(rounds: Rounds) -> int:
    """Over all pairs that meet in these rounds, the sum of their earlier meetings there."""
    met = Counter(pair for tables in rounds for pair in pairs_of(tables))
    return sum(times * (times - 1) // 2 for times in met.values())
