"""An initial Swiss round by simulated annealing.

Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220,
1983). A trade for the worse is made if it costs less than the temperature times an exponential variate; those are drawn
from a table of the order statistics of one, which are sums of reciprocals (A. Rényi, On the theory of order statistics,
1953), so that the same numbers come out on every machine.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

from tournaments.pairing.costs import CostRow
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import OnProgress, Rng, Seats

PARTS = 1024
VARIATES = [1 / PARTS]
for left in range(PARTS - 1, 0, -1):
    VARIATES.append(VARIATES[-1] + 1 / left)

BLOCK = 500  # trades considered at one temperature


def anneal(
    position: Position, tables: Seats, rng: Rng, *, per_player: int, weight: int, on_progress: OnProgress
) -> Seats:
    """The tables after so many trades; a unit of price weighs as much as so many variances."""
    players = [player for table in tables for player in table]
    points = [position.behind[player] for player in players]
    mean = Fraction(sum(points), len(points))
    variance = max(1.0, float(sum((point - mean) ** 2 for point in points) / len(points)))
    unit = max(1.0, position.value(tables)[1] / len(tables))
    hot, cold = min(4 * variance, 20 * unit), min(variance / 100, unit / 20)
    reach = max(8, min(60, len(players) // 2))
    annealing = Annealing(position, tables, rng, on_progress)
    return annealing.run(per_player * len(players), hot, cold, weight * variance, reach)


def _costly_companions(row: Collection[int], player: int) -> set[int]:
    """With whom it costs anything that this player sits."""
    if isinstance(row, CostRow):
        return {*row, *row.clubmates} - {player}
    return {other for other, cost in enumerate(row) if cost} - {player}


class Annealing:
    """Tables of players numbered by standing, with the sum of their points behind the first."""

    def __init__(self, position: Position, tables: Seats, rng: Rng, on_progress: OnProgress) -> None:
        self.position, self.random, self.on_progress = position, rng.random, on_progress
        self.tables = [table[:] for table in tables]
        self.where = [-1] * len(position.behind)
        self.own = [0] * len(position.behind)
        self.priced = [_costly_companions(row, p) for p, row in enumerate(position.costs)]
        self.sums = [sum(position.behind[p] for p in table) for table in self.tables]
        for place in range(len(tables)):
            self._recompute(place)
        blocked = set().union(*position.blocks)
        self.movable = [p for p, place in enumerate(self.where) if place >= 0 and p not in blocked]

    def _recompute(self, place: int) -> None:
        table = self.tables[place]
        for player in table:
            row = self.position.costs[player]
            self.where[player] = place
            self.own[player] = sum([row[other] for other in table]) - row[player]

    def run(self, trades: int, hot: float, cold: float, weight: float, reach: int) -> Seats:
        """The tables after so many trades, between players at most `reach` places apart.

        The temperature falls from `hot` to `cold`; a unit of price weighs as much spread.
        """
        blocks = max(1, trades // BLOCK)
        for block in range(blocks, 0, -1):
            part = block / blocks
            self.on_progress(1 - part)
            temperature = cold + (hot - cold) * part * part * part
            for one, other in self._pairs(reach):
                self._trade(one, other, temperature, weight)
        return self.tables

    def _pairs(self, reach: int) -> list[tuple[int, int]]:
        random, movable, count = self.random, self.movable, len(self.movable)
        firsts = [int(random() * count) for _ in range(BLOCK)]
        seconds = [first + 1 + int(random() * reach) for first in firsts]
        return [(movable[i], movable[j]) for i, j in zip(firsts, seconds, strict=True) if j < count]

    def _trade(self, one: int, other: int, temperature: float, weight: float) -> None:
        """Let two trade places unless that costs too much at this temperature."""
        position, sums = self.position, self.sums
        here, there = self.where[one], self.where[other]
        if here == there:
            return
        step = position.behind[other] - position.behind[one]
        spread = -2 * step * (sums[here] - sums[there] + step)
        table, table_2 = self.tables[here], self.tables[there]
        if len(table) != len(table_2):
            if not self._may_trade(one, table, other, table_2):
                return
            squares = position.behind[other] ** 2 - position.behind[one] ** 2
            spread += (len(table) - len(table_2)) * squares
        limit = temperature * VARIATES[int(self.random() * PARTS)]
        saved = self.own[one] + self.own[other]
        if spread - weight * saved > limit:
            return
        cost = self._swap_cost(one, table, other, table_2) - saved
        if spread + weight * cost > limit:
            return
        table[table.index(one)], table_2[table_2.index(other)] = other, one
        sums[here] += step
        sums[there] -= step
        self.where[one], self.where[other] = there, here
        if saved or cost:
            self._recompute(here)
            self._recompute(there)

    def _swap_cost(self, one: int, table: Sequence[int], other: int, table_2: Sequence[int]) -> int:
        if self.priced[one].isdisjoint(table_2) and self.priced[other].isdisjoint(table):
            return 0
        row, row_2 = self.position.costs[one], self.position.costs[other]
        joined = sum([row[q] for q in table_2]) + sum([row_2[q] for q in table])
        return joined - 2 * row[other]

    def _may_trade(self, one: int, table: Sequence[int], other: int, table_2: Sequence[int]) -> bool:
        position = self.position
        kinds = [position.usual if len(t) == position.usual_size else position.unusual for t in (table_2, table)]
        return kinds[0][one] and kinds[1][other]
