"""A tabu search on one round: trades of places that reduce repeats.

A tabu search (F. Glover, Tabu search, part I, ORSA Journal on Computing 1, 1989) like that of I. Dotú and P. Van
Hentenryck (Scheduling social golfers locally, CPAIOR 2005): a player who sits with somebody met before makes the best
possible trade of places, even if the round becomes worse, and the two may not trade back for a while.
"""

from collections.abc import Container, Sequence

from tournaments.pairing.costs import CostRow, Costs
from tournaments.pairing.requirements.turns import Turns
from tournaments.pairing.values import Rng, Seats


def improve(
    tables: Seats, costs: Costs, turns: Turns, *, number: int, pinned: Container[int], rng: Rng, steps: int
) -> tuple[Seats, int]:
    """Return the cheapest tables found in this many steps, and the number of steps taken.

    `number` is the round's number in `turns`, which is updated; pinned players do not move.
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
    """Tables, the cost of each player there, and the pairs that may not trade for now."""

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
        """Return the cheapest trade of a random player who has costs; None if there is none.

        Among equal trades it is random. A pair that traded recently is excluded, unless the cost falls by more than
        `spare`.
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
        """Return, for each player at a different table, the change of cost by a trade, and that player."""
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
        """Return each player's cost with these companions, minus the player's present cost."""
        rows = [self.costs[companion] for companion in companions]
        if rows and isinstance(rows[0], CostRow):
            everybody = range(len(self.costs))
            return [sum([row[p] for row in rows]) - self.own_costs[p] for p in everybody]
        return [sum(costs) - own_costs for *costs, own_costs in zip(*rows, self.own_costs, strict=True)]

    def trade(self, one: int, other: int, *, until: int) -> None:
        """Exchange two players; they may trade back only after step `until`."""
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
