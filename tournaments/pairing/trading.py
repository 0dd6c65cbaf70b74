"""Players who trade places, in any round, until nobody has the same partner again.

Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated
annealing, Science 220, 1983) over all rounds at once.
"""

from itertools import combinations
from math import exp

from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.partners import Counts, count
from tournaments.pairing.prices import BARRED
from tournaments.pairing.shape import Rounds

AGAIN = 12  # how much worse the same partner is than the same opponent
HOT, COLD = 2.0, 0.15
TOLD = 1_000  # trades after which it is told how far the search is
FACING = (2, 3, 0, 1)


def traded(hall: Hall, rounds: Rounds, past: Counts, dice: Dice, trades: int) -> Rounds:
    """The best rounds found by trading places: few partners again, then few opponents."""
    search = _Trading(hall, rounds, past, dice)
    search.run(trades)
    return search.best


class _Trading:
    """Rounds whose players trade places, and what every two of them have been to each other."""

    def __init__(self, hall: Hall, rounds: Rounds, past: Counts, dice: Dice) -> None:
        self.hall, self.dice = hall, dice
        self.rounds = [[table[:] for table in tables] for tables in rounds]
        self.partners, self.met = [dict(row) for row in past], hall.past.copy().meetings
        self.cost = sum(
            self._change(table, seat, other, 1)
            for tables in self.rounds
            for table in tables
            for seat, other in combinations(range(len(FACING)), 2)
        )
        self.least, self.best = self.cost, self._kept()

    def _kept(self) -> Rounds:
        return [[table[:] for table in tables] for tables in self.rounds]

    def _change(self, table: list[int], seat: int, other_seat: int, change: int) -> int:
        """Count a pair at a table once more, or once less; how much dearer that is."""
        one, other = table[seat], table[other_seat]
        before = self.met[one].get(other, 0) + min(change, 0)
        price = before + BARRED * self.hall.barred(one, other)
        count(self.met, one, other, change)
        if FACING[seat] == other_seat:
            price += AGAIN * (self.partners[one].get(other, 0) + min(change, 0))
            count(self.partners, one, other, change)
        return change * price

    def _leave(self, table: list[int], seat: int, change: int) -> int:
        return sum(
            self._change(table, seat, other, change)
            for other in range(len(FACING))
            if other != seat and table[other] >= 0
        )

    def run(self, trades: int) -> None:
        """Try so many trades, at a temperature that falls."""
        temperature, cooling = HOT, (COLD / HOT) ** (1 / max(1, trades))
        for trade in range(trades):
            temperature *= cooling
            if trade % TOLD == 0:
                self.hall.tell(trade / trades)
            tables = self.rounds[self.dice.below(len(self.rounds))]
            here, there = self.dice.choice(tables), self.dice.choice(tables)
            self._try(here, self.dice.below(4), there, self.dice.below(4), temperature)
            if self.cost < self.least:
                self.least, self.best = self.cost, self._kept()

    def _try(
        self, here: list[int], seat: int, there: list[int], other_seat: int, temperature: float
    ) -> None:
        if here is there and other_seat in (seat, FACING[seat]):
            return
        if here is not there and {here[seat], there[other_seat]} & self.hall.fixed.keys():
            return
        change = self._trade(here, seat, there, other_seat)
        if change > 0 and self.dice.roll() >= exp(-change / temperature):
            change += self._trade(here, seat, there, other_seat)
        self.cost += change

    def _trade(self, here: list[int], seat: int, there: list[int], other_seat: int) -> int:
        one, other = here[seat], there[other_seat]
        change = self._leave(here, seat, -1)
        here[seat] = -1
        change += self._leave(there, other_seat, -1)
        there[other_seat] = one
        change += self._leave(there, other_seat, 1)
        here[seat] = other
        return change + self._leave(here, seat, 1)
