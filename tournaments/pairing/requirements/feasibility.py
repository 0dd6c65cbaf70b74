"""Whether tables of given sizes can be filled where players fall into components."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product


def bits_of(players: int) -> Iterator[int]:
    """The players of a set that is written as a whole number with a bit for each."""
    while players:
        lowest = players & -players
        yield lowest.bit_length() - 1
        players ^= lowest


def components_of(players: int, friends: Sequence[int]) -> list[int]:
    """The players in parts of which no player may sit with one of another."""
    parts = []
    while players:
        part, new = 0, players & -players
        while new:
            part |= new
            near = 0
            for player in bits_of(new):
                near |= friends[player]
            new = near & players & ~part
        parts.append(part)
        players &= ~part
    return parts


def can_fill(counts: Sequence[int], sizes: Sequence[int], out: int) -> bool:
    """Whether parts of so many players fill tables of these sizes if so many sit out.

    As many players have to be there as there are seats and places to sit out. What one size has
    most tables of follows from all the rest.
    """
    times = Counter(sizes)
    usual = max(times, key=lambda size: times[size], default=0)
    others = [size for size in times if size != usual]
    left = {(out, *(times[size] for size in others))}
    for count in counts:
        left = {rest for before in left for rest in _after(count, before, others, usual)}
    return bool(left)


def _after(count: int, left: tuple[int, ...], others: Sequence[int], usual: int) -> Iterator[tuple[int, ...]]:
    """What can be left of sit-outs and unusual tables when a part of so many has its places."""
    for taken in product(*(range(number + 1) for number in left)):
        rest = count - taken[0] - sum(n * s for n, s in zip(taken[1:], others, strict=True))
        if rest == 0 or (rest > 0 and usual and rest % usual == 0):
            yield tuple(had - took for had, took in zip(left, taken, strict=True))
