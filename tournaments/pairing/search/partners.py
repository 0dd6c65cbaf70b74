"""Partners: at a table of four the first and third player, and the second and fourth.

If choosing partners within the tables is not enough, players exchange places in any round until nobody has the same
partner twice: simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing,
Science 220, 1983) over all rounds at once.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp

from tournaments.pairing.costs import BARRED_COST
from tournaments.pairing.instance import Instance
from tournaments.pairing.values import DrawnRound, DrawRequest, Item, Report, Rng, Rounds

SWEEPS = 40
PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 2, 3))  # the ways to split four players into two pairs
SAME_PARTNER_WEIGHT = 12  # the cost of a repeated partner, if that of a repeated opponent is 1
HOT, COLD = 2.0, 0.15
PROGRESS_EVERY = 1_000  # exchanges after which the progress is reported
PARTNER_SEAT = (2, 3, 0, 1)

Counts = list[dict[int, int]]


def partners_at(table: Sequence[Item]) -> tuple[tuple[Item, Item], tuple[Item, Item]]:
    """Return the two partnerships of a table of four."""
    north, east, south, west = table
    return (north, south), (east, west)


def partner_counts(instance: Instance, request: DrawRequest) -> Counts:
    """Return how often each two players have been partners, by the rounds played and the request's `meetings`."""
    counts: Counts = [{} for _ in instance.ids]
    for tables in request.history:
        for table in tables:
            if len(table) == len(PAIRINGS[0]):
                for one, other in partners_at(table):
                    if one in instance.index and other in instance.index:
                        count_pair(counts, instance.index[one], instance.index[other], 1)
    for one, other, _times, as_partners, _in_last_round in request.meetings:
        if one in instance.index and other in instance.index:
            counts[instance.index[one]][instance.index[other]] = as_partners
            counts[instance.index[other]][instance.index[one]] = as_partners
    return counts


def count_pair(counts: Counts, one: int, other: int, change: int) -> None:
    """Add `change` to the count of two players."""
    counts[one][other] = counts[one].get(other, 0) + change
    counts[other][one] = counts[other].get(one, 0) + change


def partner_repeats(rounds: Rounds, past: Counts) -> int:
    """Return how many partnerships repeat: each counts as often as the two had been partners before."""
    counts, total = [dict(row) for row in past], 0
    for one, other in _partnerships(rounds):
        total += counts[one].get(other, 0)
        count_pair(counts, one, other, 1)
    return total


def _partnerships(rounds: Rounds) -> Iterable[tuple[int, int]]:
    return (pair for tables in rounds for table in tables for pair in partners_at(table))


def choose_partners(rounds: Rounds, past: Counts, rng: Rng) -> Rounds:
    """Return the same tables with seats in which few partnerships repeat.

    Each table in turn takes the best of its three possible pairings, in several sweeps over all tables.
    """
    counts = [dict(row) for row in past]
    paired = [[rng.shuffled(table) for table in tables] for tables in rounds]
    for one, other in _partnerships(paired):
        count_pair(counts, one, other, 1)
    tables = [table for tables in paired for table in tables]
    for _sweep in range(SWEEPS):
        if not any(counts[one][other] > 1 for one, other in _partnerships(paired)):
            break
        for table in rng.shuffled(tables):
            _choose_at_table(table, counts, rng)
    return paired


def _choose_at_table(table: list[int], counts: Counts, rng: Rng) -> None:
    for one, other in partners_at(table):
        count_pair(counts, one, other, -1)

    def cost(order: tuple[int, ...]) -> int:
        pairs = partners_at([table[place] for place in order])
        return sum([counts[one].get(other, 0) for one, other in pairs])

    best = min(rng.shuffled(PAIRINGS), key=cost)
    table[:] = [table[place] for place in best]
    for one, other in partners_at(table):
        count_pair(counts, one, other, 1)


def partner_report(request: DrawRequest, instance: Instance, rounds: Sequence[DrawnRound]) -> Report:
    """Return the repeated partnerships for the report, each with how often the two had been partners before."""
    counts = partner_counts(instance, request)
    repeated = []
    for made in rounds:
        for table in made.tables:
            for one, other in partners_at([instance.index[id_] for id_ in table]):
                if times := counts[one].get(other, 0):
                    repeated.append([instance.ids[one], instance.ids[other], times])
                count_pair(counts, one, other, 1)
    return {"partners_again": repeated}


def anneal_partners(instance: Instance, rounds: Rounds, past: Counts, rng: Rng, swaps: int) -> Rounds:
    """Return the best rounds found by exchanging places: few repeated partners, then few repeated opponents."""
    search = _PartnerAnnealing(instance, rounds, past, rng)
    search.run(swaps)
    return search.best


class _PartnerAnnealing:
    """Rounds in which players exchange places, and how often each pair are partners and opponents."""

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
        """Count a pair at a table once more (`change` 1) or once less (-1); return the change of the cost."""
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
        """Try this many exchanges, at a falling temperature."""
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
