"""Schedules for any number of players and rounds, developed from one round.

The players stand in columns whose length is the number of rounds; players who are left over stay fixed. In each next
round every player moves one place down the column. Two pairs of the first round lead to repeats if, and only if, they
lie in the same columns at the same distance. So a schedule without repeats needs a first round without two such pairs:
the method of differences (R. C. Bose, On the construction of balanced incomplete block designs, Annals of Eugenics 9,
1939). A tabu search (F. Glover, Tabu search, part I, ORSA Journal on Computing 1, 1989) finds that round, in few steps
if there are many such rounds. Every player of a column takes each of its places in turn, so sit-outs and seats at
unusual tables are shared evenly.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

from tournaments.pairing.shape import Shape
from tournaments.pairing.values import Rng, Rounds, Seats

STARTS, STEPS = 4, 4_000
NEVER, NEVER_TIMES = -1, 1_000


def developed(players: int, shape: Shape, rounds: int, rng: Rng) -> Rounds | None:
    """Return rounds without repeats for players numbered from 0; None if none were found."""
    columns, fixed = divmod(players, rounds)
    if rounds * (shape.sizes[0] - 1) >= players or not _fits(columns, fixed, shape):
        return None
    for _start in range(STARTS):
        first = _Round(players, rounds, shape, rng)
        for step in range(STEPS):
            if not first.clashing:
                return first.turned()
            first.improve(step)
    return None


def _fits(columns: int, fixed: int, shape: Shape) -> bool:
    """Whether the columns can share sit-outs and unusual seats fairly, and fixed players need not sit together."""
    usual = shape.sizes[0]
    unusual = sum(size for size in shape.sizes if size != usual)
    even = columns > 0 and unusual + shape.sit_outs <= columns
    return fixed <= shape.sizes.count(usual) and even


class _Round:
    """The first round, while the search improves it.

    `times` counts the pairs with each difference, and `holders` lists their tables; `own` has the differences between a
    player and the companions at the table. A table clashes if one of its differences occurs twice.
    """

    def __init__(self, players: int, rounds: int, shape: Shape, rng: Rng) -> None:
        self.players, self.rounds, self.rng = players, rounds, rng
        self.columns, self.fixed = divmod(players, rounds)
        self.tables = self._dealt(shape)
        self.where = {p: number for number, table in enumerate(self.tables) for p in table}
        self.times: defaultdict[int, int] = defaultdict(int, {NEVER: NEVER_TIMES})
        self.holders: defaultdict[int, list[int]] = defaultdict(list)
        self.own: dict[int, list[int]] = {}
        self.rows: dict[int, list[int]] = {}
        self.resting: dict[tuple[int, int], int] = {}
        self.clashing: set[int] = set()
        for number in range(len(self.tables)):
            self._count(number)
        self._record_clashes(range(len(self.tables)))

    def _dealt(self, shape: Shape) -> Seats:
        """Return a random round; the first columns have one sit-out or one unusual seat each."""
        usual = shape.sizes[0]
        unusual = sum(size for size in shape.sizes if size != usual)
        first = [column * self.rounds for column in range(shape.sit_outs + unusual)]
        others = self.rng.shuffled(sorted(set(range(self.players)) - set(first)))
        del first[: shape.sit_outs]
        return [[(others if size == usual else first).pop() for _ in range(size)] for size in shape.sizes]

    def turned(self) -> Rounds:
        """Return this round and all rounds developed from it."""
        return [
            [[self._turned(player, number) for player in table] for table in self.tables]
            for number in range(self.rounds)
        ]

    def _turned(self, player: int, number: int) -> int:
        column, place = divmod(player, self.rounds)
        if column == self.columns:
            return player
        return column * self.rounds + (place + number) % self.rounds

    def difference(self, one: int, other: int) -> int:
        """Return a number for the relative position of two players; NEVER if they would meet twice.

        Two players meet twice if both are fixed, or if they are half a column apart.
        """
        if one > other:
            one, other = other, one
        column, place = divmod(one, self.rounds)
        column_2, place_2 = divmod(other, self.rounds)
        apart = (place_2 - place) % self.rounds
        if column_2 == self.columns:
            if column == self.columns:
                return NEVER
            column_2, apart = column_2 + place_2, 0
        elif column == column_2:
            if 2 * apart == self.rounds:
                return NEVER
            apart = min(apart, self.rounds - apart)
        return (column * (self.columns + self.fixed) + column_2) * self.rounds + apart

    def _row(self, player: int) -> list[int]:
        if player not in self.rows:
            everybody = range(self.players)
            self.rows[player] = [self.difference(player, other) for other in everybody]
        return self.rows[player]

    def _count(self, number: int) -> None:
        table = self.tables[number]
        for player in table:
            self.own[player] = [self.difference(player, q) for q in table if q != player]
        for one, other in combinations(table, 2):
            difference = self.difference(one, other)
            self.times[difference] += 1
            self.holders[difference].append(number)

    def _discount(self, number: int) -> None:
        for one, other in combinations(self.tables[number], 2):
            difference = self.difference(one, other)
            self.times[difference] -= 1
            self.holders[difference].remove(number)

    def _record_clashes(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if any(self.times[d] > 1 for player in self.tables[number] for d in self.own[player]):
                self.clashing.add(number)
            else:
                self.clashing.discard(number)

    def improve(self, step: int) -> None:
        """Make the best exchange of a player at a clashing table, except those that are tabu."""
        here = self.rng.choice(sorted(self.clashing))
        clashing = [p for p in self.tables[here] if any(self.times[d] > 1 for d in self.own[p])]
        player = self.rng.choice(clashing)
        trades = [trade for trade in self._trades(player) if self.resting.get((player, trade[1]), 0) <= step]
        if trades:
            least = min(trades)[0]
            other = self.rng.choice([q for price, q in trades if price == least])
            self._trade(player, other)
            self.resting[player, other] = self.resting[other, player] = step + 4 + self.rng.below(10)

    def _trades(self, player: int) -> list[tuple[int, int]]:
        """Return (change of cost, player) for exchanges with players at other tables of the same size."""
        here, times = self.where[player], self.times
        size, row = len(self.tables[here]), self._row(player)
        rows = [self._row(companion) for companion in self.tables[here] if companion != player]
        trades = []
        for there, table in enumerate(self.tables):
            if there == here or len(table) != size:
                continue
            joined = [times[row[q]] for q in table]
            total = sum(joined)
            for place, other in enumerate(table):
                price = total - joined[place]
                for companion in rows:
                    price += times[companion[other]]
                for difference in self.own[other]:
                    price -= times[difference]
                trades.append((price, other))
        return trades

    def _trade(self, one: int, other: int) -> None:
        here, there = self.where[one], self.where[other]
        changed = self._neighbours(here, there)
        self._discount(here)
        self._discount(there)
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.where[one], self.where[other] = there, here
        self._count(here)
        self._count(there)
        self._record_clashes(changed | self._neighbours(here, there))

    def _neighbours(self, *numbers: int) -> set[int]:
        """Return the tables that have a difference in common with these tables."""
        return {
            holder
            for number in numbers
            for player in self.tables[number]
            for difference in self.own[player]
            for holder in self.holders[difference]
        }
