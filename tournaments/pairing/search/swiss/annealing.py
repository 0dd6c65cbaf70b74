"""A first Swiss round, by simulated annealing.

Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220,
1983). An exchange that makes the round worse is accepted if its cost is less than the temperature times an exponential
variate. The variates come from a table of expected order statistics, which are sums of reciprocals (A. Rényi, On the
theory of order statistics, 1953), so they are the same on every machine.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from tournaments.pairing.costs import CostRow
from tournaments.pairing.search.swiss.effort import Budget
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.values import OnProgress, Rng, Seats

PARTS = 1024
VARIATES = [1 / PARTS]
for left in range(PARTS - 1, 0, -1):
    VARIATES.append(VARIATES[-1] + 1 / left)

BLOCK = 500  # exchanges considered at one temperature
CONSIDERED, TRADED = 4, 8  # the work of an exchange considered and of one made; pricing one column is 1


def anneal(
    position: Position,
    tables: Seats,
    rng: Rng,
    budget: Budget,
    *,
    per_player: int,
    weight: int,
    on_progress: OnProgress,
) -> Seats:
    """Return the tables after considering `per_player` exchanges per player.

    One unit of price (a repeat) weighs as much as `weight` variances of the players' points.
    """
    players = [player for table in tables for player in table]
    points = [position.behind[player] for player in players]
    mean = Fraction(sum(points), len(points))
    variance = max(1.0, float(sum((point - mean) ** 2 for point in points) / len(points)))
    unit = max(1.0, position.value(tables)[1] / len(tables))
    hot, cold = min(4 * variance, 20 * unit), min(variance / 100, unit / 20)
    reach = max(8, min(60, len(players) // 2))
    annealing = Annealing(position, tables, rng, on_progress)
    annealing.run(per_player * len(players), hot, cold, weight * variance, reach)
    budget.spend(CONSIDERED * per_player * len(players) + TRADED * annealing.traded)
    return annealing.tables


def _costly_companions(row: Collection[int], player: int) -> set[int]:
    """Return the players with whom this player should not sit, because it costs something."""
    if isinstance(row, CostRow):
        return {*row, *row.clubmates} - {player}
    return {other for other, cost in enumerate(row) if cost} - {player}


Pair = tuple[int, int]


class Annealing:
    """Tables of players numbered by standing, each with the sum of its players' points behind the first player."""

    def __init__(self, position: Position, tables: Seats, rng: Rng, on_progress: OnProgress) -> None:
        self.position, self.random, self.on_progress = position, rng.random, on_progress
        self.tables = [table[:] for table in tables]
        self.traded = 0  # number of exchanges made
        self.uneven = len({len(table) for table in tables}) > 1
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

    def run(self, trades: int, hot: float, cold: float, weight: float, reach: int) -> None:
        """Evaluate `trades` exchanges between players who are at most `reach` places apart.

        The temperature falls from `hot` to `cold`. A unit of price counts as `weight` units of spread.
        """
        blocks = max(1, trades // BLOCK)
        for block in range(blocks, 0, -1):
            part = block / blocks
            self.on_progress(1 - part)
            temperature = cold + (hot - cold) * part * part * part
            for one, other, priced in self._accepted(self._pairs(reach), temperature, weight):
                self._trade(one, other, priced=priced)

    def _pairs(self, reach: int) -> list[Pair]:
        random, movable, count = self.random, self.movable, len(self.movable)
        firsts = [int(random() * count) for _ in range(BLOCK)]
        seconds = [first + 1 + int(random() * reach) for first in firsts]
        return [(movable[i], movable[j]) for i, j in zip(firsts, seconds, strict=True) if j < count]

    def _accepted(self, pairs: Iterable[Pair], temperature: float, weight: float) -> Iterator[tuple[int, int, bool]]:
        """Yield each accepted exchange, and whether it changes prices.

        The caller must make the exchange before it requests the next one.
        """
        random, behind, where, sums, own = self.random, self.position.behind, self.where, self.sums, self.own
        tables, uneven = self.tables, self.uneven
        for one, other in pairs:
            here, there = where[one], where[other]
            if here == there or (uneven and not self._may_trade(one, other)):
                continue
            step = behind[other] - behind[one]
            spread = -2 * step * (sums[here] - sums[there] + step)
            if uneven:
                spread += self._spread_of_sizes(one, other)
            limit = temperature * VARIATES[int(random() * PARTS)]
            saved = own[one] + own[other]
            if spread - weight * saved > limit:
                continue
            cost = self._swap_cost(one, tables[here], other, tables[there])
            if spread + weight * (cost - saved) <= limit:
                yield one, other, saved > 0 or cost > 0

    def _trade(self, one: int, other: int, *, priced: bool) -> None:
        """Exchange two players; if `priced`, compute the costs of their tables again."""
        here, there = self.where[one], self.where[other]
        table, table_2 = self.tables[here], self.tables[there]
        table[table.index(one)], table_2[table_2.index(other)] = other, one
        self.traded += 1
        step = self.position.behind[other] - self.position.behind[one]
        self.sums[here] += step
        self.sums[there] -= step
        self.where[one], self.where[other] = there, here
        if priced:
            self._recompute(here)
            self._recompute(there)

    def _swap_cost(self, one: int, table: Sequence[int], other: int, table_2: Sequence[int]) -> int:
        """Return the cost of the two players after the exchange, each at the other's table."""
        if self.priced[one].isdisjoint(table_2) and self.priced[other].isdisjoint(table):
            return 0
        row, row_2 = self.position.costs[one], self.position.costs[other]
        joined = sum([row[q] for q in table_2]) + sum([row_2[q] for q in table])
        return joined - 2 * row[other]

    def _may_trade(self, one: int, other: int) -> bool:
        """Whether each of the two players may sit at a table of the size of the other's table."""
        position = self.position
        sizes = [len(self.tables[self.where[player]]) for player in (other, one)]
        kinds = [position.usual if size == position.usual_size else position.unusual for size in sizes]
        return sizes[0] == sizes[1] or (kinds[0][one] and kinds[1][other])

    def _spread_of_sizes(self, one: int, other: int) -> int:
        """Return the change of the spread that comes from the different sizes of the two tables."""
        behind, tables, where = self.position.behind, self.tables, self.where
        return (len(tables[where[one]]) - len(tables[where[other]])) * (behind[other] ** 2 - behind[one] ** 2)
