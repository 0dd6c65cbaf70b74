"""The number and sizes of tables for a number of players, and turns at sitting out or at unusual tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from tournaments.pairing.values import Rounds


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a round's tables, the usual size first, and how many entrants sit out."""

    sizes: tuple[int, ...]
    sit_outs: int


@lru_cache(maxsize=256)
def shape_of(entrants: int, sizes: tuple[int, ...]) -> Shape:
    """Return the shape with the fewest sit-outs and, among these, with the most equal tables.

    Entrants who fit at one table share it. Shapes are compared by the size furthest from the usual size, by the number
    of unusual tables, and by the number of sizes. Fewer unusual tables than a usual table has seats are tried: with
    more, some of them could be replaced by usual tables.
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
    """The players who must take a turn (`must`); `more` of the players in `may` take one too."""

    must: tuple[int, ...]
    may: tuple[int, ...]
    more: int


def turn(players: Sequence[int], number: int, times: Sequence[int]) -> Turn:
    """Return whose turn it is if `number` players take one: those with the fewest turns so far.

    `times` has the turns of each player. Players with equally many turns stay in the order given.
    """
    must: list[int] = []
    for level in sorted({times[player] for player in players}):
        group = [player for player in players if times[player] == level]
        if len(must) + len(group) >= number:
            return Turn(tuple(must), tuple(group), number - len(must))
        must += group
    return Turn(tuple(must), (), 0)


def take_turns(players: Sequence[int], number: int, times: Sequence[int]) -> set[int]:
    """Return the `number` players whose turn it is: those with the fewest turns so far.

    Among players with equally many turns, they are the first in the order given.
    """
    due = turn(players, number, times)
    return {*due.must, *due.may[: due.more]}


def with_players(places: Rounds, players: Sequence[int]) -> Rounds:
    """Return the rounds with each number n replaced by `players[n]`."""
    return [[[players[place] for place in table] for table in tables] for tables in places]
