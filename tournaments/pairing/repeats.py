"""How few repeats there can be."""

from collections.abc import Sequence


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
