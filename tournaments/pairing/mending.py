"""One round in the making, and the trades of places after which fewer players meet again.

A tabu search (F. Glover, Tabu search, part I, ORSA Journal on Computing 1, 1989) of the kind that
I. Dotú and P. Van Hentenryck use (Scheduling social golfers locally, CPAIOR 2005): somebody who
sits with a player met before makes the best trade of places there is, even for the worse, and the
two do not trade back for a while.
"""

from collections.abc import Container, Sequence

from tournaments.pairing.dice import Dice
from tournaments.pairing.prices import Prices, Row
from tournaments.pairing.shape import Seats
from tournaments.pairing.turns import Turns


def mended(
    tables: Seats,
    prices: Prices,
    turns: Turns,
    *,
    number: int,
    pinned: Container[int],
    dice: Dice,
    steps: int,
) -> tuple[Seats, int]:
    """The cheapest tables that so many trades lead to, and how many trades that took.

    `number` is the round's in `turns`, which follow the trades; the pinned do not move.
    """
    mending = _Mending(tables, prices, turns, number)
    mending.loose = [player not in pinned for player in range(len(prices))]
    best, kept, step = mending.cost, [table[:] for table in mending.tables], 0
    while best and step < steps:
        step += 1
        trade = mending.best_trade(step, mending.cost - best, dice)
        if trade is None:
            continue
        mending.trade(*trade, until=step + 3 + dice.below(len(prices)))
        if mending.cost < best:
            best, kept = mending.cost, [table[:] for table in mending.tables]
    if kept != mending.tables:
        turns.change(number, kept)
    return kept, step


class _Mending:
    """Tables, what each player costs there, and who rests from trading with whom."""

    def __init__(self, tables: Seats, prices: Prices, turns: Turns, number: int) -> None:
        self.tables, self.prices = [table[:] for table in tables], prices
        self.turns, self.number = turns, number
        self.loose = [True] * len(prices)
        self.where = [-1] * len(prices)
        self.own = [0] * len(prices)
        self.resting: dict[tuple[int, int], int] = {}
        for place in range(len(tables)):
            self._reckon(place)
        self.out = [player for player, place in enumerate(self.where) if place < 0]
        self.cost = sum(self.own) // 2

    def _reckon(self, place: int) -> None:
        table = self.tables[place]
        for player in table:
            row = self.prices[player]
            self.where[player] = place
            self.own[player] = sum([row[other] for other in table]) - row[player]

    def best_trade(self, step: int, spare: int, dice: Dice) -> tuple[int, int] | None:
        """The cheapest trade of somebody in trouble, one of the best by lot.

        Those two who traded lately do not, unless the cost falls by more than `spare`.
        """
        player = dice.choice([player for player, price in enumerate(self.own) if price])
        if not self.loose[player]:
            return None
        least, best = 0, list[int]()
        for change, other in self._trades(player):
            if best and change > least:
                continue
            if change >= -spare and self.resting.get((player, other), 0) >= step:
                continue
            if not self._may_trade(player, other):
                continue
            if not best or change < least:
                least, best = change, []
            best.append(other)
        return (player, dice.choice(best)) if best else None

    def _may_trade(self, one: int, other: int) -> bool:
        where = self.where
        return self.loose[other] and self.turns.may_trade(
            self.number, one, where[one], other, where[other]
        )

    def _trades(self, player: int) -> list[tuple[int, int]]:
        """How much dearer a trade with each other player would be, and with whom."""
        row, here, own = self.prices[player], self.where[player], self.own[player]
        taken_in = self._taken_in([other for other in self.tables[here] if other != player])
        trades = [(taken_in[other] - own, other) for other in self.out]
        for there, table in enumerate(self.tables):
            if there != here:
                joined = [row[other] for other in table]
                total = sum(joined) - own
                for other, price in zip(table, joined, strict=True):
                    trades.append((total - price + taken_in[other], other))
        return trades

    def _taken_in(self, companions: Sequence[int]) -> Sequence[int]:
        """What everybody would cost with these companions more than where they are."""
        rows = [self.prices[companion] for companion in companions]
        if rows and isinstance(rows[0], Row):
            everybody = range(len(self.prices))
            return [sum([row[p] for row in rows]) - self.own[p] for p in everybody]
        return [sum(prices) - own for *prices, own in zip(*rows, self.own, strict=True)]

    def trade(self, one: int, other: int, *, until: int) -> None:
        """Let two players take each other's places, and rest until that step."""
        here, there = self.where[one], self.where[other]
        self.resting[one, other] = self.resting[other, one] = until
        self.turns.trade(self.number, one, here, other, there)
        self.tables[here][self.tables[here].index(one)] = other
        if there < 0:
            self.out[self.out.index(other)] = one
            self.where[one], self.own[one] = there, 0
        else:
            self.tables[there][self.tables[there].index(other)] = one
            self._reckon(there)
        self._reckon(here)
        self.cost = sum(self.own) // 2
