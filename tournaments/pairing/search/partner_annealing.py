"""Players who trade places, in any round, until nobody has the same partner again.

Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220, 1983)
over all rounds at once.
"""

from itertools import combinations
from math import exp

from tournaments.pairing.core import Rng, Rounds
from tournaments.pairing.costs import BARRED_COST
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.partners import Counts, count_pair

SAME_PARTNER_WEIGHT = 12  # how much worse the same partner is than the same opponent
HOT, COLD = 2.0, 0.15
PROGRESS_EVERY = 1_000  # trades after which the progress is reported
PARTNER_SEAT = (2, 3, 0, 1)


def anneal_partners(instance: Instance, rounds: Rounds, past: Counts, rng: Rng, swaps: int) -> Rounds:
    """The best rounds found by trading places: few partners again, then few opponents."""
    search = _PartnerAnnealing(instance, rounds, past, rng)
    search.run(swaps)
    return search.best


class _PartnerAnnealing:
    """Rounds whose players trade places, and what every two of them have been to each other."""

    def __init__(self, instance: Instance, rounds: Rounds, past: Counts, rng: Rng) -> None:
        self.instance, self.rng = instance, rng
        self.rounds = [[table[:] for table in tables] for tables in rounds]
        self.partners, self.met = ([dict(row) for row in rows] for rows in (past, instance.past.meetings))
        self.cost = sum(
            self._count_pair(table, seat, other, 1)
            for tables in self.rounds
            for table in tables
            for seat, other in combinations(range(len(PARTNER_SEAT)), 2)
        )
        self.least, self.best = self.cost, self._copy_rounds()

    def _copy_rounds(self) -> Rounds:
        return [[table[:] for table in tables] for tables in self.rounds]

    def _count_pair(self, table: list[int], seat: int, other_seat: int, change: int) -> int:
        """Count a pair at a table once more, or once less; how much dearer that is."""
        one, other = table[seat], table[other_seat]
        before = self.met[one].get(other, 0) + min(change, 0)
        cost = before + BARRED_COST * self.instance.barred(one, other)
        count_pair(self.met, one, other, change)
        if PARTNER_SEAT[seat] == other_seat:
            cost += SAME_PARTNER_WEIGHT * (self.partners[one].get(other, 0) + min(change, 0))
            count_pair(self.partners, one, other, change)
        return change * cost

    def _count_seat(self, table: list[int], seat: int, change: int) -> int:
        return sum(
            self._count_pair(table, seat, other, change)
            for other in range(len(PARTNER_SEAT))
            if other != seat and table[other] >= 0
        )

    def run(self, swaps: int) -> None:
        """Try so many trades, at a temperature that falls."""
        temperature, cooling = HOT, (COLD / HOT) ** (1 / max(1, swaps))
        for swap in range(swaps):
            temperature *= cooling
            if swap % PROGRESS_EVERY == 0:
                self.instance.on_progress(swap / swaps)
            tables = self.rounds[self.rng.below(len(self.rounds))]
            here, there = self.rng.choice(tables), self.rng.choice(tables)
            self._propose_swap(here, self.rng.below(4), there, self.rng.below(4), temperature)
            if self.cost < self.least:
                self.least, self.best = self.cost, self._copy_rounds()

    def _propose_swap(self, here: list[int], seat: int, there: list[int], other_seat: int, temperature: float) -> None:
        if here is there and other_seat in (seat, PARTNER_SEAT[seat]):
            return
        if here is not there and {here[seat], there[other_seat]} & self.instance.fixed.keys():
            return
        change = self._swap(here, seat, there, other_seat)
        if change > 0 and self.rng.random() >= exp(-change / temperature):
            change += self._swap(here, seat, there, other_seat)
        self.cost += change

    def _swap(self, here: list[int], seat: int, there: list[int], other_seat: int) -> int:
        one, other = here[seat], there[other_seat]
        change = self._count_seat(here, seat, -1)
        here[seat] = -1
        change += self._count_seat(there, other_seat, -1)
        there[other_seat] = one
        change += self._count_seat(there, other_seat, 1)
        here[seat] = other
        return change + self._count_seat(here, seat, 1)
