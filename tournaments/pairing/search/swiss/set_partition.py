"""The best tables there are for some players, found by looking at all that could be best.

Branch and bound on the relaxation: a table whose reduced cost is more than what lies between the bound and the best
round known is in no better one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations
from math import inf

from tournaments.pairing.search.swiss.exact_cover import ExactCover
from tournaments.pairing.search.swiss.linear_relaxation import Column, ColumnGroups, Duals, duals
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import Seats

Tabled = tuple[int, ...]  # the players of a table, by standing


@dataclass(frozen=True, slots=True)
class Partition:
    """Better tables, if there are any, and whether it is proved that none are better still.

    `near` are those that were nearest to their price, if they were asked for.
    """

    tables: Seats | None
    proved: bool
    near: Sequence[Tabled] = ()


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

    def of_those(self, pool: Iterable[Tabled], limit: int, ceiling: int) -> list[list[Column]]:
        """Those tables of a pool that are of at most this price and less than this spread, by their first player."""
        groups: list[list[Column]] = [[] for _ in self.players]
        place = {player: number for number, player in enumerate(self.players)}
        for table in sorted(pool):
            members = tuple(place[player] for player in table)
            price = sum([self.dear[one][other] for one, other in combinations(members, 2)])
            spread = self.position.spread(table)
            if price <= limit and spread < ceiling:
                groups[members[0]].append((spread, price, members + self._size_row(len(table))))
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


def least_spread(position: Position, tables: Seats, *, work: int, near: int = 0) -> Partition:
    """Tables of the same players with less spread, for no higher a price, and so many that are near to their price."""
    cost, spread = position.value(tables)
    candidates = Candidates(position, tables)
    groups = candidates.columns(cost, spread)
    return _best_partition(candidates, groups, limit=cost, ceiling=spread, work=work, near=near)


def least_spread_of(position: Position, tables: Seats, pool: Iterable[Tabled], *, work: int) -> Partition:
    """The same, made of tables of the pool alone."""
    cost, spread = position.value(tables)
    candidates = Candidates(position, tables)
    groups = candidates.of_those({*pool, *(tuple(sorted(table)) for table in tables)}, cost, spread)
    return _best_partition(candidates, groups, limit=cost, ceiling=spread, work=work)


def least_cost(position: Position, tables: Seats, *, work: int) -> Partition:
    """Tables of the same players for a lower price, whatever their spread."""
    cost, _ = position.value(tables)
    candidates = Candidates(position, tables)
    groups = [[(paid, 0, rows) for _, paid, rows in group] for group in candidates.columns(cost, inf)]
    return _best_partition(candidates, groups, limit=0, ceiling=cost, work=work)


def _best_partition(
    candidates: Candidates, groups: Sequence[Sequence[Column]], *, limit: int, ceiling: int, work: int, near: int = 0
) -> Partition:
    column_groups = ColumnGroups(groups)
    needs = [1] * len(groups) + (candidates.left if len(candidates.sizes) > 1 else [])
    known = [column for rows in candidates.known for column in groups[rows[0]] if column[2] == rows]
    dual_values = duals(column_groups, needs, limit, max(1, ceiling), known).rounded()
    cover = ExactCover(len(groups), ceiling, work)
    cover.find(column_groups, dual_values, candidates.left, _lower_bound(dual_values, needs, limit), limit)
    players = candidates.players
    tables = [[players[row] for row in rows] for rows in cover.best] if cover.best else None
    return Partition(tables, cover.work > 0, _nearest(column_groups, dual_values, near, players))


def _nearest(columns: ColumnGroups, dual_values: Duals, most: int, players: Sequence[int]) -> list[Tabled]:
    """Up to so many tables of the least reduced cost; of equal ones those of less spread."""
    if not most:
        return []
    nearest = nsmallest(most, zip(columns.reduced(dual_values), columns.columns, strict=True))
    return [tuple([players[row] for row in rows if row < len(players)]) for _, (_, _, rows) in nearest]


def _lower_bound(dual_values: Duals, needs: Sequence[int], limit: int) -> int:
    """A lower bound on the cost of any round, from the dual prices."""
    rows = sum(int(price) * need for price, need in zip(dual_values.row_prices, needs, strict=True))
    return round(rows - dual_values.limit_price * limit)
