"""A local search for the best tables, among repairs that move the fewest players.

There are three kinds of exchanges: two players exchange places; one player goes to a table that may grow; or one
returns to its former table and another takes the free place. Exchanges that lower the cost are made until there are
none, or until the budget is spent.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.pairing.repair.area import OUT, RepairArea
from tournaments.pairing.repair.sizes import Places, first_places
from tournaments.pairing.values import Rng

STARTS = 6
MORE_STARTS = 1_000  # divided by players: starts for each further player who may move
MOST_MORE = 6
TRADES = 60_000  # the most exchanges evaluated; with many players, fewer for each additional move
SMALL = 40

Trade = dict[int, int]


class Arrangement:
    """The place of each player, and the total cost of tables and sit-outs."""

    def __init__(self, area: RepairArea, places: Places, options: Mapping[int, Collection[int]] | None = None) -> None:
        """Start with these places. A player in `options` may sit only at the tables listed there."""
        self.area, self.places, self.options = area, places, options or {}
        self.tables: dict[int, list[int]] = {number: [] for number in area.sizes}
        for player, number in places.items():
            if number != OUT:
                self.tables[number].append(player)
        self.costs = {number: area.table_cost(table, number) for number, table in self.tables.items()}

    @property
    def cost(self) -> int:
        """The cost of all tables and sit-outs."""
        out = sum(self.area.out_cost(player) for player, number in self.places.items() if number == OUT)
        return sum(self.costs.values()) + out

    @property
    def moved(self) -> list[int]:
        """The players who moved."""
        home = self.area.home
        return [player for player, number in self.places.items() if home.get(player, number) != number]

    @property
    def sits_out(self) -> int:
        """How many players have no seat."""
        return sum(number == OUT for number in self.places.values())

    @property
    def barred(self) -> int:
        """How many pairs now sit together that must be apart, plus how many players are away from their fixed table."""
        return sum(self.costs.values()) // self.area.weights.barred

    def more_moved(self, trade: Trade) -> int:
        """Return how many more players would be away from their former place after this exchange."""
        home, places = self.area.home, self.places
        return sum(
            (home.get(player, new) != new) - (home.get(player, places[player]) != places[player])
            for player, new in trade.items()
        )

    def is_possible(self, trade: Trade) -> bool:
        """Whether the players may take these places, and the tables have possible sizes."""
        area = self.area
        for player, new in trade.items():
            if (player in area.spared and new == OUT) or (player in area.benched and new != OUT):
                return False
            if area.stays(player) and new != area.home[player]:
                return False
            if new not in self.options.get(player, (new,)):
                return False
        return all(not table or len(table) in area.sizes[number] for number, table in self._changed(trade).items())

    def _changed(self, trade: Trade) -> dict[int, list[int]]:
        """Return the tables that a trade changes, as they are after it."""
        numbers = {*trade.values(), *(self.places[player] for player in trade)} - {OUT}
        return {
            number: [p for p in self.tables[number] if p not in trade]
            + [p for p, new in trade.items() if new == number]
            for number in numbers
        }

    def saving(self, trade: Trade) -> int:
        """Return by how much this exchange lowers the cost."""
        changed, area = self._changed(trade), self.area
        saved = sum(self.costs[number] - area.table_cost(table, number) for number, table in changed.items())
        for player, new in trade.items():
            if (new == OUT) != (self.places[player] == OUT):
                saved += area.out_cost(player) if new != OUT else -area.out_cost(player)
        return saved

    def make(self, trade: Trade) -> None:
        """Move the players of this exchange to their new places."""
        for number, table in self._changed(trade).items():
            self.tables[number], self.costs[number] = table, self.area.table_cost(table, number)
        self.places |= trade

    @property
    def loose(self) -> list[int]:
        """The players who are not at their former table, and those at tables that break a constraint of two."""
        home = self.area.home
        loose = {player for player, number in self.places.items() if not home.get(player) or home[player] != number}
        for number, table in self.tables.items():
            if self.costs[number] >= self.area.weights.barred:
                loose.update(table)
        return sorted(loose)


def best_arrangement(area: RepairArea, rng: Rng) -> Arrangement:
    """Return the best of several starts after improving each; more players move only if this keeps a pair apart."""
    found = _best([Arrangement(area, first_places(area, rng)) for _start in range(STARTS)], 0, rng, TradeBudget(TRADES))
    least = len(found.moved)
    for most in range(least, least + MOST_MORE + 1):
        if not found.barred:
            break
        starts = range(1 + MORE_STARTS // len(area.players))
        others = [Arrangement(area, first_places(area, rng, varied=True)) for _start in starts]
        fair = [each for each in others if len(each.moved) <= most and each.sits_out == found.sits_out]
        budget = TradeBudget(TRADES * SMALL // max(SMALL, len(area.players)))
        found = _best([found, *fair], most, rng, budget, by_lot=True)
    return found


class TradeBudget:
    """The number of exchanges that may still be evaluated."""

    def __init__(self, left: int) -> None:
        """Start with this number of trades."""
        self.left = left


def _best(
    starts: Sequence[Arrangement], most_moved: int, rng: Rng, budget: TradeBudget, *, by_lot: bool = False
) -> Arrangement:
    """Return the best of these starts after improving each.

    Each may have at most `most_moved` moves, or as many as it had at the start if these were more.
    """
    for arrangement in starts:
        improve(arrangement, max(most_moved, len(arrangement.moved)), rng, budget, by_lot=by_lot)
    return min(starts, key=lambda each: (each.barred, len(each.moved), each.cost))


def improve(arrangement: Arrangement, most_moved: int, rng: Rng, budget: TradeBudget, *, by_lot: bool = False) -> None:
    """Make exchanges that lower the cost while there are any, with at most `most_moved` moves.

    With `by_lot` they are chosen at random, so that different starts end in different local minima.
    """
    may_move, improved = most_moved - len(arrangement.moved), True
    while improved and budget.left > 0:
        improved = False
        for player in rng.shuffled(arrangement.loose):
            trades = trades_of(arrangement, player)
            for trade in rng.shuffled(list(trades)) if by_lot else trades:
                budget.left -= 1
                more = arrangement.more_moved(trade)
                if more <= may_move and arrangement.is_possible(trade) and arrangement.saving(trade) > 0:
                    arrangement.make(trade)
                    may_move, improved = may_move - more, True
                    break


def trades_of(arrangement: Arrangement, player: int) -> Iterator[Trade]:
    """Yield the exchanges that give this player a different place."""
    home, here = arrangement.area.home.get(player, OUT), arrangement.places[player]
    for other, there in arrangement.places.items():
        if there != here:
            yield {player: there, other: here}
    if here != OUT:
        yield from ({player: number} for number in arrangement.tables if number != here)
    if OUT not in (home, here) and home != here:
        for other, there in arrangement.places.items():
            if there not in (home, here, OUT):
                yield {player: home, other: here}
