"""Among the ways to mend a round that move no more people than needed, the one with the best tables.

A place changes hands in three ways: two people exchange places, one goes to a table that may grow, one goes home and
another takes what he leaves. Each such trade that makes the draw better is made while there is one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from tournaments.pairing.repair.beginning import Places, first_places
from tournaments.pairing.repair.floor import OUT, Floor
from tournaments.pairing.values import Rng

STARTS = 6
MORE_STARTS = 1_000  # among so many players, for each further person moved to keep two apart
MOST_MORE = 6
TRADES = 60_000  # weighed at most, so that nobody waits; of each further person moved in a larger field fewer
SMALL = 40

Trade = dict[int, int]


class Arrangement:
    """Everybody's place, and what it costs."""

    def __init__(self, floor: Floor, places: Places, options: Mapping[int, Collection[int]] | None = None) -> None:
        """Begin with these places; who has `options` is nowhere else."""
        self.floor, self.places, self.options = floor, places, options or {}
        self.tables: dict[int, list[int]] = {number: [] for number in floor.sizes}
        for player, number in places.items():
            if number != OUT:
                self.tables[number].append(player)
        self.costs = {number: floor.table_cost(table, number) for number, table in self.tables.items()}

    @property
    def cost(self) -> int:
        """What all tables cost, and all who sit out."""
        out = sum(self.floor.out_cost(player) for player, number in self.places.items() if number == OUT)
        return sum(self.costs.values()) + out

    @property
    def moved(self) -> list[int]:
        """Who is elsewhere than before."""
        home = self.floor.home
        return [player for player, number in self.places.items() if home.get(player, number) != number]

    @property
    def sits_out(self) -> int:
        """How many have no seat."""
        return sum(number == OUT for number in self.places.values())

    @property
    def barred(self) -> int:
        """How many pairs sit together that should not, or are at another table than theirs."""
        return sum(self.costs.values()) // self.floor.weights.barred

    def more_moved(self, trade: Trade) -> int:
        """How many more are elsewhere than before after this trade."""
        home, places = self.floor.home, self.places
        return sum(
            (home.get(player, new) != new) - (home.get(player, places[player]) != places[player])
            for player, new in trade.items()
        )

    def is_possible(self, trade: Trade) -> bool:
        """Whether everybody may go there, and the tables have sizes that there are."""
        floor = self.floor
        for player, new in trade.items():
            if (player in floor.spared and new == OUT) or (player in floor.benched and new != OUT):
                return False
            if floor.stays(player) and new != floor.home[player]:
                return False
            if new not in self.options.get(player, (new,)):
                return False
        return all(self._has_a_size(number, table) for number, table in self._changed(trade).items())

    def _has_a_size(self, number: int, table: list[int]) -> bool:
        return not table or len(table) in self.floor.sizes[number]

    def _changed(self, trade: Trade) -> dict[int, list[int]]:
        """The tables that a trade changes, as they are after it."""
        numbers = {*trade.values(), *(self.places[player] for player in trade)} - {OUT}
        return {
            number: [p for p in self.tables[number] if p not in trade]
            + [p for p, new in trade.items() if new == number]
            for number in numbers
        }

    def saving(self, trade: Trade) -> int:
        """By how much cheaper it is after this trade."""
        changed, floor = self._changed(trade), self.floor
        saved = sum(self.costs[number] - floor.table_cost(table, number) for number, table in changed.items())
        for player, new in trade.items():
            if (new == OUT) != (self.places[player] == OUT):
                saved += floor.out_cost(player) if new != OUT else -floor.out_cost(player)
        return saved

    def make(self, trade: Trade) -> None:
        """Let these have those places."""
        for number, table in self._changed(trade).items():
            self.tables[number], self.costs[number] = table, self.floor.table_cost(table, number)
        self.places |= trade

    @property
    def loose(self) -> list[int]:
        """Those who have to be somewhere else anyway, or sit with whom they should not."""
        home = self.floor.home
        loose = {player for player, number in self.places.items() if not home.get(player) or home[player] != number}
        for number, table in self.tables.items():
            if self.costs[number] >= self.floor.weights.barred:
                loose.update(table)
        return sorted(loose)


def best_arrangement(floor: Floor, rng: Rng) -> Arrangement:
    """The best of several, each improved; more people move only to keep two apart who have to be."""
    found = _best(
        [Arrangement(floor, first_places(floor, rng)) for _start in range(STARTS)], 0, rng, TradeBudget(TRADES)
    )
    least = len(found.moved)
    for most in range(least, least + MOST_MORE + 1):
        if not found.barred:
            break
        starts = range(1 + MORE_STARTS // len(floor.players))
        others = [Arrangement(floor, first_places(floor, rng, varied=True)) for _start in starts]
        fair = [each for each in others if len(each.moved) <= most and each.sits_out == found.sits_out]
        budget = TradeBudget(TRADES * SMALL // max(SMALL, len(floor.players)))
        found = _best([found, *fair], most, rng, budget, by_lot=True)
    return found


class TradeBudget:
    """How many trades may be weighed yet."""

    def __init__(self, left: int) -> None:
        """So many."""
        self.left = left


def _best(
    starts: Sequence[Arrangement], most_moved: int, rng: Rng, budget: TradeBudget, *, by_lot: bool = False
) -> Arrangement:
    """The best of these, each improved while no more than so many have moved."""
    for arrangement in starts:
        improve(arrangement, max(most_moved, len(arrangement.moved)), rng, budget, by_lot=by_lot)
    return min(starts, key=lambda each: (each.barred, len(each.moved), each.cost))


def improve(arrangement: Arrangement, most_moved: int, rng: Rng, budget: TradeBudget, *, by_lot: bool = False) -> None:
    """Make trades that save something while there is one, with no more than so many moved.

    Taken `by_lot`, several starts do not all end at a trade that keeps one pair apart and leaves no move for the next.
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
    """The trades that give the player another place."""
    return chain(_exchanges(arrangement, player), _goings(arrangement, player), _returns(arrangement, player))


def _exchanges(arrangement: Arrangement, player: int) -> Iterator[Trade]:
    here = arrangement.places[player]
    for other, there in arrangement.places.items():
        if there != here:
            yield {player: there, other: here}


def _goings(arrangement: Arrangement, player: int) -> Iterator[Trade]:
    here = arrangement.places[player]
    if here != OUT:
        yield from ({player: number} for number in arrangement.tables if number != here)


def _returns(arrangement: Arrangement, player: int) -> Iterator[Trade]:
    home, here = arrangement.floor.home.get(player, OUT), arrangement.places[player]
    if OUT not in (home, here) and home != here:
        for other, there in arrangement.places.items():
            if there not in (home, here, OUT):
                yield {player: home, other: here}
