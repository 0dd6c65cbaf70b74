"""How many tables of which size a field fills, and whose turn it is to sit at an unusual one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from tournaments.pairing.values import Rounds


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a round's tables, usual ones first, and how many entrants sit out."""

    sizes: tuple[int, ...]
    sit_outs: int


@lru_cache(maxsize=256)
def shape_of(entrants: int, sizes: tuple[int, ...]) -> Shape:
    """The shape that leaves the fewest without a seat, then has tables as alike as can be.

    A field that fits at one table sits at one. Tables are alike if none is far from the usual size, few have an unusual
    one, and sizes are few. Fewer unusual tables than the usual one has seats are always enough: of that many, some
    together fill a whole number of usual tables.
    """
    if entrants in sizes:
        return Shape((entrants,), 0)
    usual, *others = sizes
    shapes = []
    for count in range(usual):
        for unusual in combinations_with_replacement(others, count):
            left = entrants - sum(unusual)
            if left >= 0:
                shapes.append(Shape((usual,) * (left // usual) + unusual, left % usual))

    def unlikeness(shape: Shape) -> tuple[int, ...]:
        furthest = max((abs(size - usual) for size in shape.sizes), default=0)
        strange = len(shape.sizes) - shape.sizes.count(usual)
        return shape.sit_outs, furthest, strange, len(set(shape.sizes))

    return min(shapes, key=unlikeness)


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


def take_turns(players: Sequence[int], number: int, times: Sequence[int]) -> set[int]:
    """Whose turn it is, the first in the order given where it may be several."""
    due = turn(players, number, times)
    return {*due.must, *due.may[: due.more]}


def with_players(places: Rounds, players: Sequence[int]) -> Rounds:
    """The rounds with these players on their places."""
    return [[[players[place] for place in table] for table in tables] for tables in places]
