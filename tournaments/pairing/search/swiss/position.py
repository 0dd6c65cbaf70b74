"""The input of a Swiss round: differences in score and the cost of pairs.

Players are numbered by standing, the first of them 0.
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

FINEST = 2**40  # scores are told apart up to this part of the widest score

Value = tuple[int, int]  # the price of a round and its spread: the less, the better


@dataclass(slots=True)
class Position:
    """The players' points behind the first as whole numbers, and who may sit where.

    A player of `usual` may sit at a usual table, one of `unusual` at an unusual one; those of a block, fixed at one
    table, stay together and apart from other blocks.
    """

    costs: Costs
    behind: list[int]
    usual: list[bool]
    unusual: list[bool]
    blocks: list[frozenset[int]]
    usual_size: int
    settled: bool

    def value(self, tables: Seats) -> Value:
        """How good these tables are."""
        return cost_of(self.costs, tables), sum(self.spread(table) for table in tables)

    def spread(self, table: Sequence[int]) -> int:
        """The sum over all pairs of the square of their difference."""
        total = sum(self.behind[player] for player in table)
        return len(table) * sum(self.behind[p] ** 2 for p in table) - total**2

    def is_perfect(self, tables: Seats) -> bool:
        """Whether nobody meets again and the tables of one size lie one behind the other.

        No other tables of that size have less spread: while two of them overlap, a trade of places, the one ahead for
        the one behind, takes from it.
        """
        if len({len(table) for table in tables}) > 1 or self.value(tables)[0]:
            return False
        points = [[self.behind[player] for player in table] for table in tables]
        ordered = sorted((min(table), max(table)) for table in points)
        return all(one[1] <= other[0] for one, other in pairwise(ordered))


def position_of(instance: Instance, tables: Seats, *, settled: bool) -> Position:
    """The position of an instance; in `tables` the right players have their turn.

    If that is `settled`, nobody else takes it.
    """
    usual, unusual = _settled(instance, tables) if settled else _kinds(instance, tables)
    first = Fraction(instance.scores[0])
    fixed = [frozenset(player for player in table if player in instance.fixed) for table in tables]
    return Position(
        costs=costs_of(instance, penalise_last_round=True),
        behind=_whole([abs(Fraction(score) - first) for score in instance.scores]),
        usual=usual,
        unusual=unusual,
        blocks=[block for block in fixed if block],
        usual_size=instance.sizes[0],
        settled=settled,
    )


def _whole(distances: Sequence[Fraction]) -> list[int]:
    """The distances as whole numbers, in the smallest unit of all or else in a fine one."""
    unit = lcm(*(distance.denominator for distance in distances))
    widest = max(distances)
    if widest * unit <= FINEST:
        whole = [int(distance * unit) for distance in distances]
        common = max(1, gcd(*whole))
        return [distance // common for distance in whole]
    return [int(distance * FINEST / widest) for distance in distances]


def _settled(instance: Instance, tables: Seats) -> tuple[list[bool], list[bool]]:
    """Who sits at a usual table, and who at an unusual one."""
    odd = {p for table in tables if len(table) != instance.sizes[0] for p in table}
    players = range(len(instance.ids))
    return [player not in odd for player in players], [player in odd for player in players]


def _kinds(instance: Instance, tables: Seats) -> tuple[list[bool], list[bool]]:
    """Who may sit at a usual table, and whose turn it may be to sit at an unusual one.

    The tables of those who are fixed keep their size.
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
