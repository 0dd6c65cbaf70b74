"""The tables that a set of players can form: candidates for a better round."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournaments.pairing.search.swiss.columns import Column
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import Seats

Tabled = tuple[int, ...]  # the players of a table, in order of the standings
Joiner = tuple[int, int, int]  # (distance, price, player): what the player adds to a table's spread and price


class CandidateTables:
    """The tables that the players of some tables can form, with the same sizes.

    The players are numbered again from 0, by standing. The worth of its players is subtracted from the spread of each
    table; this changes all rounds by the same sum, because every player sits exactly once.
    """

    def __init__(self, position: Position, tables: Seats, worth: Mapping[int, int] | None = None) -> None:
        self.position = position
        self.players = sorted(player for table in tables for player in table)
        self.sizes = sorted({len(table) for table in tables})
        self.left = [sum(len(table) == size for table in tables) for size in self.sizes]
        self.worth = [worth[player] if worth else 0 for player in self.players]
        self._measure()
        place = {player: number for number, player in enumerate(self.players)}
        self.first = [(*sorted(place[p] for p in table), *self._size_row(len(table))) for table in tables]
        self.blocks = [{place[player] for player in block} for block in position.blocks if place.keys() >= block]
        self.blocked = set().union(*self.blocks)
        self.free = (
            not self.blocked
            and len(self.sizes) == 1
            and all(self._kinds(size)[player] for size in self.sizes for player in self.players)
        )

    def _measure(self) -> None:
        """Store the squared distance and the price of each pair of players."""
        behind = [self.position.behind[player] for player in self.players]
        costs = [self.position.costs[player] for player in self.players]
        self.apart, self.dear = list[list[int]](), list[list[int]]()
        for here, row in zip(behind, costs, strict=True):
            self.apart.append([(here - there) ** 2 for there in behind])
            self.dear.append([row[other] for other in self.players])

    def _size_row(self, size: int) -> tuple[int, ...]:
        """Return, as a tuple, the row of the linear programme for this table size; () if all tables have one size."""
        return (len(self.players) + self.sizes.index(size),) if len(self.sizes) > 1 else ()

    def _kinds(self, size: int) -> list[bool]:
        position = self.position
        return position.usual if size == position.usual_size else position.unusual

    def columns(self, limit: int, ceiling: float) -> list[list[Column]]:
        """Return the tables, by first player, with a price up to `limit` and a reduced spread below `ceiling`.

        The reduced spread is the spread minus the worth of the players.
        """
        self.limit, self.ceiling = limit, ceiling
        groups: list[list[Column]] = []
        for first, (apart, dear) in enumerate(zip(self.apart, self.dear, strict=True)):
            joining = [
                (wider - worth, dearer, player)
                for player, (wider, dearer, worth) in enumerate(zip(apart, dear, self.worth, strict=True))
                if player > first and dearer <= limit
            ]
            groups.append([])
            if joining:
                self._grow((-self.worth[first], 0, (first,)), joining, groups[-1])
        return groups

    def of_those(self, pool: Iterable[Tabled], limit: int, ceiling: int) -> list[list[Column]]:
        """Return those tables of a pool, by first player, that have at most this price and a spread below `ceiling`."""
        groups: list[list[Column]] = [[] for _ in self.players]
        place = {player: number for number, player in enumerate(self.players)}
        for table in sorted(pool):
            members = tuple(place[player] for player in table)
            price = sum([self.dear[one][other] for one, other in combinations(members, 2)])
            spread = self.position.spread(table)
            if price <= limit and spread < ceiling:
                groups[members[0]].append((spread, price, members + self._size_row(len(table))))
        return groups

    def _grow(self, table: Column, joining: Sequence[Joiner], tables: list[Column]) -> None:
        """Add each of these players to a table, and continue recursively."""
        spread, price, members = table
        after = self.sizes[-1] - len(members) - 1  # players who may be added later; each adds at least the minimum
        space = self.ceiling - spread - (after * min(0, min(joining)[0]) if after else 0)
        joined = [joiner for joiner in joining if joiner[0] < space]
        grown = [(spread + wider, price + dearer, (*members, player)) for wider, dearer, player in joined]
        if len(members) + 1 in self.sizes:
            tables += grown if self.free else self._allowed(grown)
        if after == 1:
            self._fill(grown, joined, tables)
        elif after:
            self._grow_on(grown, joined, tables)

    def _grow_on(self, grown: Sequence[Column], joining: Sequence[Joiner], tables: list[Column]) -> None:
        for number, (wide, paid, together) in enumerate(grown, 1):
            apart, dear = self.apart[together[-1]], self.dear[together[-1]]
            room = self.limit - paid
            still = [
                (wider + apart[player], more, player)
                for wider, dearer, player in joining[number:]
                if (more := dearer + dear[player]) <= room
            ]
            if still:
                self._grow((wide, paid, together), still, tables)

    def _fill(self, grown: Sequence[Column], joining: Sequence[Joiner], tables: list[Column]) -> None:
        """Add the last player to each table. It combines `_grow_on` and `_grow`, because most time is spent here."""
        for number, (wide, paid, together) in enumerate(grown, 1):
            apart, dear = self.apart[together[-1]], self.dear[together[-1]]
            space, room = self.ceiling - wide, self.limit - paid
            filled = [
                (wide + more, paid + dearest, (*together, player))
                for wider, dearer, player in joining[number:]
                if (more := wider + apart[player]) < space and (dearest := dearer + dear[player]) <= room
            ]
            tables += filled if self.free else self._allowed(filled)

    def _allowed(self, tables: Sequence[Column]) -> list[Column]:
        """Return the tables at which all their players may sit; with several sizes, each with the row of its size."""
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
        """Whether the fixed players at a table are exactly those of one block, or the table has none."""
        fixed = self.blocked.intersection(members)
        return not fixed or fixed in self.blocks
