"""How many tables of which size a field fills, and whose turn it is to sit at an unusual one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a round's tables, usual ones first, and how many entrants sit out."""

    sizes: tuple[int, ...]
    sit_outs: int


@lru_cache(maxsize=256)
def shape_of(entrants: int, sizes: tuple[int, ...]) -> Shape:
    """The shape that leaves the fewest without a seat, then has the fewest unusual tables.

    Fewer unusual tables than the usual one has seats are always enough: of that many, some
    together fill a whole number of usual tables.
    """
    usual, *others = sizes
    options = []
    for count in range(usual):
        for unusual in combinations_with_replacement(others, count):
            left = entrants - sum(unusual)
            if left >= 0:
                options.append((left % usual, count, left // usual, unusual))
    sit_outs, _, tables, unusual = min(options, key=lambda option: option[:2])
    return Shape((usual,) * tables + unusual, sit_outs)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who has to take a turn, and of whom `more` others take one too."""

    must: tuple[int, ...]
    may: tuple[int, ...]
    more: int


def turn(players: Sequence[int], number: int, times: Sequence[int]) -> Turn:
    """Whose turn it is if nobody has a second one before everybody had one.

    `players` stay in the order given; `times` says how often each player has had it.
    """
    must: list[int] = []
    for level in sorted({times[player] for player in players}):
        group = [player for player in players if times[player] == level]
        if len(must) + len(group) >= number:
            return Turn(tuple(must), tuple(group), number - len(must))
        must += group
    return Turn(tuple(must), (), 0)
