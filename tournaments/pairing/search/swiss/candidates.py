"""All the tables that some players can be seated at."""

from collections.abc import Sequence
from itertools import count
from operator import add

from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.search.swiss.linear_relaxation import Column
from tournaments.pairing.search.swiss.position import Position


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
        for number, (here, row) in enumerate(zip(behind, costs, strict=True), 1):
            self.apart.append([(here - there) ** 2 for there in behind[number:]])
            self.dear.append([row[other] for other in self.players[number:]])

    def _kinds(self, size: int) -> list[bool]:
        position = self.position
        return position.usual if size == position.usual_size else position.unusual

    def columns(self, limit: int, ceiling: float) -> list[list[Column]]:
        """Every table of at most this price and less than this spread, by its first player."""
        self.limit, self.ceiling = limit, ceiling
        groups: list[list[Column]] = []
        for first, (apart, dear) in enumerate(zip(self.apart, self.dear, strict=True)):
            groups.append([])
            self._grow((0, 0, (first,)), apart, dear, groups[-1])
        return groups

    def _grow(self, table: Column, apart: Sequence[int], dear: Sequence[int], found: list[Column]) -> None:
        """Add a player to a table, whose distance and price `apart` and `dear` tell, and go on."""
        spread, price, members = table
        space, room = self.ceiling - spread, self.limit - price
        grown = [
            (spread + wider, price + dearer, (*members, player))
            for player, wider, dearer in zip(count(members[-1] + 1), apart, dear, strict=False)
            if wider < space and dearer <= room
        ]
        if len(members) + 1 in self.sizes:
            found += grown if self.free else self._allowed(grown)
        if len(members) + 1 == self.sizes[-1]:
            return
        for each in grown:
            player = each[2][-1]
            rest = player - members[-1]
            wider = list(map(add, apart[rest:], self.apart[player]))
            dearer = list(map(add, dear[rest:], self.dear[player]))
            self._grow(each, wider, dearer, found)

    def _allowed(self, tables: Sequence[Column]) -> list[Column]:
        """Those at which everybody may sit, with the row of their size if there are several."""
        kinds = self._kinds(len(tables[0][2])) if tables else []
        row = len(self.players) + self.sizes.index(len(tables[0][2])) if tables else 0
        return [
            (spread, price, (*members, row) if len(self.sizes) > 1 else members)
            for spread, price, members in tables
            if self._together(members) and all(kinds[self.players[p]] for p in members)
        ]

    def _together(self, members: tuple[int, ...]) -> bool:
        """Whether those who are fixed there are all of one table, and nobody of it is missing."""
        fixed = self.blocked.intersection(members)
        return not fixed or fixed in self.blocks
