"""A tabu search on one round: exchanges of places that reduce repeats.

A tabu search (F. Glover, Tabu search, part I, ORSA Journal on Computing 1, 1989) like that of I. Dotú and P. Van
Hentenryck (Scheduling social golfers locally, CPAIOR 2005): a player who sits with somebody met before makes the best
exchange of places, even if the round becomes worse, and for a while the two may not exchange again.
"""

from collections.abc import Container, Sequence

from tournaments.pairing.costs import CostRow, Costs
from tournaments.pairing.requirements.turns import Turns
from tournaments.pairing.values import Rng, Seats


def improve(
    tables: Seats, costs: Costs, turns: Turns, *, number: int, pinned: Container[int], rng: Rng, steps: int
) -> tuple[Seats, int]:
    """Return the cheapest tables found in `steps` steps, and the number of steps used.

    `number` is the number of the round in `turns`, which is updated. Pinned players keep their places.
    """
    search = _TabuSearch(tables, costs, turns, number)
    search.loose = [player not in pinned for player in range(len(costs))]
    best, best_tables, step = search.cost, [table[:] for table in search.tables], 0
    while best and step < steps:
        step += 1
        trade = search.best_trade(step, search.cost - best, rng)
        if trade is None:
            continue
        search.trade(*trade, until=step + 3 + rng.below(len(costs)))
        if search.cost < best:
            best, best_tables = search.cost, [table[:] for table in search.tables]
    if best_tables != search.tables:
        turns.change(number, best_tables)
    return best_tables, step


class _TabuSearch:
    """The tables, the cost of each player at its table, and the pairs that may not exchange again yet."""

    def __init__(self, tables: Seats, costs: Costs, turns: Turns, number: int) -> None:
        self.tables, self.costs = [table[:] for table in tables], costs
        self.turns, self.number = turns, number
        self.loose = [True] * len(costs)
        self.where = [-1] * len(costs)
        self.own_costs = [0] * len(costs)
        self.tabu_until: dict[tuple[int, int], int] = {}
        for place in range(len(tables)):
            self._recompute_table(place)
        self.out = [player for player, place in enumerate(self.where) if place < 0]
        self.cost = sum(self.own_costs) // 2

    def _recompute_table(self, place: int) -> None:
        table = self.tables[place]
        for player in table:
            row = self.costs[player]
            self.where[player] = place
            self.own_costs[player] = sum([row[other] for other in table]) - row[player]

    def best_trade(self, step: int, spare: int, rng: Rng) -> tuple[int, int] | None:
        """Return the best exchange for a random player among those with costs; None if there is none.

        Among equally good exchanges one is chosen at random. A pair that exchanged recently is excluded, unless the
        cost falls by more than `spare`.
        """
        player = rng.choice([player for player, cost in enumerate(self.own_costs) if cost])
        if not self.loose[player]:
            return None
        least, best, here = 0, list[int](), self.where[player]
        for change, other in self._trades(player):
            if best and change > least:
                continue
            if change >= -spare and self.tabu_until.get((player, other), 0) >= step:
                continue
            if not (self.loose[other] and self.turns.may_trade(self.number, player, here, other, self.where[other])):
                continue
            if not best or change < least:
                least, best = change, []
            best.append(other)
        return (player, rng.choice(best)) if best else None

    def _trades(self, player: int) -> list[tuple[int, int]]:
        """Return (change of cost, player) for an exchange with each player at a different table."""
        row, here, own_costs = self.costs[player], self.where[player], self.own_costs[player]
        taken_in = self._joining_costs([other for other in self.tables[here] if other != player])
        trades = [(taken_in[other] - own_costs, other) for other in self.out]
        for there, table in enumerate(self.tables):
            if there != here:
                joined = [row[other] for other in table]
                total = sum(joined) - own_costs
                for other, cost in zip(table, joined, strict=True):
                    trades.append((total - cost + taken_in[other], other))
        return trades

    def _joining_costs(self, companions: Sequence[int]) -> Sequence[int]:
        """Return, by player, its cost with these companions minus its present cost."""
        rows = [self.costs[companion] for companion in companions]
        if rows and isinstance(rows[0], CostRow):
            everybody = range(len(self.costs))
            return [sum([row[p] for row in rows]) - self.own_costs[p] for p in everybody]
        return [sum(costs) - own_costs for *costs, own_costs in zip(*rows, self.own_costs, strict=True)]

    def trade(self, one: int, other: int, *, until: int) -> None:
        """Exchange the places of two players; they may exchange again only after the step `until`."""
        here, there = self.where[one], self.where[other]
        self.tabu_until[one, other] = self.tabu_until[other, one] = until
        self.turns.trade(self.number, one, here, other, there)
        self.tables[here][self.tables[here].index(one)] = other
        if there < 0:
            self.out[self.out.index(other)] = one
            self.where[one], self.own_costs[one] = there, 0
        else:
            self.tables[there][self.tables[there].index(other)] = one
            self._recompute_table(there)
        self._recompute_table(here)
        self.cost = sum(self.own_costs) // 2
