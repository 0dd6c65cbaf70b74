"""The input of the search for a Swiss round: differences in score, and the costs of pairs.

Players are numbered from 0, in order of the standings. Price is the number of repeats; spread is the sum of squared
differences in score at the tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm

from tournaments.pairing.costs import Costs, cost_of, costs_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.shape import turn
from tournaments.pairing.values import Seats

FINEST = 2**40  # the largest difference in score has this many steps

Value = tuple[int, int]  # (price, spread) of a round; less is better


@dataclass(slots=True)
class Position:
    """The players' points behind the first player, as integers, and the tables at which each player may sit.

    `usual` says, by player, whether it may sit at a table of the usual size, `unusual` whether at one of another size.
    The players of a block are fixed at one table: they stay together, and apart from other blocks.
    """

    costs: Costs
    behind: list[int]
    usual: list[bool]
    unusual: list[bool]
    blocks: list[frozenset[int]]
    usual_size: int
    settled: bool

    def value(self, tables: Seats) -> Value:
        """Return the price and the spread of these tables. Of two values, the smaller is better."""
        return cost_of(self.costs, tables), sum(self.spread(table) for table in tables)

    def spread(self, table: Sequence[int]) -> int:
        """Return the spread of a table: the sum of the squared difference in points of each pair."""
        total = sum(self.behind[player] for player in table)
        return len(table) * sum(self.behind[p] ** 2 for p in table) - total**2

    def is_perfect(self, tables: Seats) -> bool:
        """Whether there are no repeats, all tables have one size, and they follow one another in the standings.

        Such tables have the least spread: for two tables that overlap, exchanging a better with a worse player reduces
        it.
        """
        if len({len(table) for table in tables}) > 1 or self.value(tables)[0]:
            return False
        points = [[self.behind[player] for player in table] for table in tables]
        ordered = sorted((min(table), max(table)) for table in points)
        return all(one[1] <= other[0] for one, other in pairwise(ordered))


def position_of(instance: Instance, tables: Seats, *, settled: bool) -> Position:
    """Return the position of an instance; `tables` is a round in which turns at unusual tables are fair.

    If `settled`, the same players sit at unusual tables in every round that is tried.
    """
    usual, unusual = _settled(instance, tables) if settled else _kinds(instance, tables)
    first = Fraction(instance.scores[0])
    fixed = [frozenset(player for player in table if player in instance.fixed) for table in tables]
    return Position(
        costs=costs_of(instance, penalise_last_round=True),
        behind=_as_integers([abs(Fraction(score) - first) for score in instance.scores]),
        usual=usual,
        unusual=unusual,
        blocks=[block for block in fixed if block],
        usual_size=instance.sizes[0],
        settled=settled,
    )


def _as_integers(distances: Sequence[Fraction]) -> list[int]:
    """Return the distances as integer multiples of their common unit.

    If that makes the largest distance more than `FINEST` units, return multiples of a larger unit, rounded down.
    """
    unit = lcm(*(distance.denominator for distance in distances))
    widest = max(distances)
    if widest * unit <= FINEST:
        whole = [int(distance * unit) for distance in distances]
        common = max(1, gcd(*whole))
        return [distance // common for distance in whole]
    return [int(distance * FINEST / widest) for distance in distances]


def _settled(instance: Instance, tables: Seats) -> tuple[list[bool], list[bool]]:
    """Return two lists by player: whether it sits at a table of the usual size, and whether at one of another size."""
    odd = {p for table in tables if len(table) != instance.sizes[0] for p in table}
    players = range(len(instance.ids))
    return [player not in odd for player in players], [player in odd for player in players]


def _kinds(instance: Instance, tables: Seats) -> tuple[list[bool], list[bool]]:
    """Return two lists by player: whether it may sit at a table of the usual size, and whether at one of another size.

    Tables with fixed players keep their size.
    """
    odd = [p for table in tables if len(table) != instance.sizes[0] for p in table]
    unusual = [player in instance.fixed and player in odd for player in range(len(instance.ids))]
    usual = [not taken for taken in unusual]
    loose = [p for table in tables for p in table if p not in instance.fixed]
    seats = len(odd) - sum(unusual)
    due = turn(loose, seats, instance.past.short_tables)
    for player in due.must:
        usual[player], unusual[player] = False, True
    for player in due.may if seats else ():
        unusual[player] = True
    return usual, unusual
