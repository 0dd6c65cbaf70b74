"""The best tables there are for some players, found by looking at all that could be best.

Branch and bound on the relaxation: a table whose reduced cost is more than what lies between the bound and the best
round known is in no better one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from tournaments.pairing.search.swiss.exact_cover import ExactCover
from tournaments.pairing.search.swiss.linear_relaxation import Column, ColumnGroups, Duals, duals
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import Seats


@dataclass(frozen=True, slots=True)
class Partition:
    """Better tables, if there are any, and whether it is proved that none are better still."""

    tables: Seats | None
    proved: bool


class Candidates:
    """The tables that the players of these tables can form, of the sizes that those have.

    The players are numbered anew, from 0, by standing.
    """

    def __init__(self, position: Position, tables: Seats) -> None:
        self.position = position
        self.players = sorted(player for table in tables for player in table)
        self.sizes = sorted({len(table) for table in tables})
        self.left = [sum(len(table) == size for table in tables) for size in self.sizes]
        self._measure()
        place = {player: number for number, player in enumerate(self.players)}
        self.known = [(*sorted(place[p] for p in table), *self._size_row(len(table))) for table in tables]
        self.blocks = [{place[player] for player in block} for block in position.blocks if place.keys() >= block]
        self.blocked = set().union(*self.blocks)
        self.free = (
            not self.blocked
            and len(self.sizes) == 1
            and all(self._kinds(size)[player] for size in self.sizes for player in self.players)
        )

    def _measure(self) -> None:
        """The squared distance and the price of every pair."""
        behind = [self.position.behind[player] for player in self.players]
        costs = [self.position.costs[player] for player in self.players]
        self.apart, self.dear = list[list[int]](), list[list[int]]()
        for here, row in zip(behind, costs, strict=True):
            self.apart.append([(here - there) ** 2 for there in behind])
            self.dear.append([row[other] for other in self.players])

    def _size_row(self, size: int) -> tuple[int, ...]:
        """The row that a table of this size fills beside those of its players, if there are several sizes."""
        return (len(self.players) + self.sizes.index(size),) if len(self.sizes) > 1 else ()

    def _kinds(self, size: int) -> list[bool]:
        position = self.position
        return position.usual if size == position.usual_size else position.unusual

    def columns(self, limit: int, ceiling: float) -> list[list[Column]]:
        """Every table of at most this price and less than this spread, by its first player."""
        self.limit, self.ceiling = limit, ceiling
        groups: list[list[Column]] = []
        for first, (apart, dear) in enumerate(zip(self.apart, self.dear, strict=True)):
            joining = [
                (wider, dearer, player)
                for player, (wider, dearer) in enumerate(zip(apart, dear, strict=True))
                if player > first and wider < ceiling and dearer <= limit
            ]
            groups.append([])
            self._grow((0, 0, (first,)), joining, groups[-1])
        return groups

    def _grow(self, table: Column, joining: Sequence[tuple[int, int, int]], tables: list[Column]) -> None:
        """Add to a table each of those who may join it, with the distance and price that they bring, and go on."""
        spread, price, members = table
        grown = [(spread + wider, price + dearer, (*members, player)) for wider, dearer, player in joining]
        if len(members) + 1 in self.sizes:
            tables += grown if self.free else self._allowed(grown)
        if len(members) + 1 == self.sizes[-1]:
            return
        for number, (wide, paid, together) in enumerate(grown, 1):
            apart, dear = self.apart[together[-1]], self.dear[together[-1]]
            space, room = self.ceiling - wide, self.limit - paid
            still = [
                (further, more, player)
                for wider, dearer, player in joining[number:]
                if (more := dearer + dear[player]) <= room and (further := wider + apart[player]) < space
            ]
            if still:
                self._grow((wide, paid, together), still, tables)

    def _allowed(self, tables: Sequence[Column]) -> list[Column]:
        """Those at which everybody may sit, with the row of their size if there are several."""
        if not tables:
            return []
        size = len(tables[0][2])
        kinds, row = self._kinds(size), self._size_row(size)
        return [
            (spread, price, members + row)
            for spread, price, members in tables
            if self._together(members) and all(kinds[self.players[p]] for p in members)
        ]

    def _together(self, members: tuple[int, ...]) -> bool:
        """Whether those who are fixed there are all of one table, and nobody of it is missing."""
        fixed = self.blocked.intersection(members)
        return not fixed or fixed in self.blocks


def least_spread(position: Position, tables: Seats, *, work: int) -> Partition:
    """Tables of the same players with less spread, for no higher a price."""
    cost, spread = position.value(tables)
    candidates = Candidates(position, tables)
    groups = candidates.columns(cost, spread)
    return _best_partition(candidates, groups, limit=cost, ceiling=spread, work=work)


def least_cost(position: Position, tables: Seats, *, work: int) -> Partition:
    """Tables of the same players for a lower price, whatever their spread."""
    cost, _ = position.value(tables)
    candidates = Candidates(position, tables)
    groups = [[(paid, 0, rows) for _, paid, rows in group] for group in candidates.columns(cost, inf)]
    return _best_partition(candidates, groups, limit=0, ceiling=cost, work=work)


def _best_partition(
    candidates: Candidates, groups: Sequence[Sequence[Column]], *, limit: int, ceiling: int, work: int
) -> Partition:
    column_groups = ColumnGroups(groups)
    needs = [1] * len(groups) + (candidates.left if len(candidates.sizes) > 1 else [])
    known = [column for rows in candidates.known for column in groups[rows[0]] if column[2] == rows]
    dual_values = duals(column_groups, needs, limit, max(1, ceiling), known).rounded()
    cover = ExactCover(len(groups), ceiling, work)
    cover.find(column_groups, dual_values, candidates.left, _lower_bound(dual_values, needs, limit), limit)
    if cover.best is None:
        return Partition(None, proved=cover.work > 0)
    players = candidates.players
    tables = [[players[row] for row in rows] for rows in cover.best]
    return Partition(tables, proved=cover.work > 0)


def _lower_bound(dual_values: Duals, needs: Sequence[int], limit: int) -> int:
    """A lower bound on the cost of any round, from the dual prices."""
    rows = sum(int(price) * need for price, need in zip(dual_values.row_prices, needs, strict=True))
    return round(rows - dual_values.limit_price * limit)
