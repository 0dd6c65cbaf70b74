"""Rounds are built one by one, and while there are repeats, some are destroyed and rebuilt.

Ruin and recreate (G. Schrimpf et al., Record breaking optimization results using the ruin and recreate principle,
Journal of Computational Physics 159, 2000): up to three rounds are built again, and the new ones replace the old ones
unless they are worse.
"""

from collections.abc import Sequence

from tournaments.pairing.costs import BARRED_COST, add_to_pairs, cost_of, costs_of, repeats_bound
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.turns import OUT, UNUSUAL, Turns, deal_clubs, seat_players
from tournaments.pairing.search.replanning import refit
from tournaments.pairing.search.tabu_search import improve
from tournaments.pairing.values import Rng, Rounds, Seats

STEPS_PER_ROUND = 400  # exchanges tried each time for one round
CONSTRUCTION_SHARE = 0.2  # the part of the work that is done when every round has been built once
BARRED_STEPS = 4_000  # exchanges tried before a round with a barred pair is given up


class RuinRecreate:
    """A schedule that is improved by ruin and recreate, with the cost of each pair."""

    def __init__(self, instance: Instance, rng: Rng, *, penalise_last_round: bool = False) -> None:
        self.instance, self.rng = instance, rng
        self.costs = costs_of(instance, penalise_last_round=penalise_last_round)
        self.turns = Turns(instance)
        self.rounds: Rounds = []
        self.fixed = self.spent = 0
        self.cost = 0

    @property
    def is_barred(self) -> bool:
        """Whether a barred pair sits together; a high cost alone can also come from many repeats."""
        return self.cost >= BARRED_COST and any(map(self.instance.has_barred, self.rounds))

    def take(self, rounds: Rounds) -> None:
        """Begin with these rounds, which do not change."""
        for tables in rounds:
            self.turns.add(tables)
            self.rounds.append(tables)
            self._charge(len(self.rounds) - 1)
        self.fixed = len(self.rounds)

    def add(self, steps: int, planned: Seats | None = None) -> None:
        """Add one more round, based on a planned round if there is one.

        If a barred pair still meets, build the round again from the instance's `start`, if there is one.
        """
        if planned is not None:
            tables = refit(planned, self.instance, self.turns, self.costs)
        else:
            order = deal_clubs(self.instance, self.rng)
            tables = seat_players(self.instance, order, self.turns.times(OUT), self.turns.times(UNUSUAL))
        self.turns.add(tables)
        self.rounds.append(tables)
        self._improve_round(len(self.rounds) - 1, steps)
        if self.instance.start and self.is_barred:
            self._discharge(len(self.rounds) - 1)
            self._replace(len(self.rounds) - 1, self.instance.start)
            self._improve_round(len(self.rounds) - 1, steps)

    def recreate_some(self, steps: int) -> None:
        """Build one to three rounds again; use the new ones unless they cost more."""
        numbers = self.rng.shuffled(range(self.fixed, len(self.rounds)))[: 1 + self.rng.below(3)]
        before, old = self.cost, [self.rounds[number] for number in numbers]
        for number in numbers:
            self._discharge(number)
        for number in numbers:
            self._replace(number, self._shuffle_round(self.rounds[number]))
            self._improve_round(number, steps)
        if self.cost > before:
            for number in numbers:
                self._discharge(number)
            for number, tables in zip(numbers, old, strict=True):
                self._replace(number, tables)
                self._charge(number)

    def _replace(self, number: int, tables: Seats) -> None:
        self.rounds[number] = tables
        self.turns.change(number, tables)

    def _improve_round(self, number: int, steps: int) -> None:
        tables, pinned = self.rounds[number], self.instance.fixed
        self.rounds[number], spent = improve(
            tables, self.costs, self.turns, number=number, pinned=pinned, rng=self.rng, steps=steps
        )
        self.spent += spent
        self._charge(number)

    def _charge(self, number: int) -> None:
        self.cost += cost_of(self.costs, self.rounds[number])
        add_to_pairs(self.costs, self.rounds[number], 1)

    def _discharge(self, number: int) -> None:
        add_to_pairs(self.costs, self.rounds[number], -1)
        self.cost -= cost_of(self.costs, self.rounds[number])

    def _shuffle_round(self, tables: Seats) -> Seats:
        """Return the players of a round at random tables of the same sizes; fixed players stay at their tables."""
        fixed = self.instance.fixed
        loose = {len(table): list[int]() for table in tables}
        for table in tables:
            loose[len(table)] += [player for player in table if player not in fixed]
        for players in loose.values():
            self.rng.shuffle(players)
        return [[player if player in fixed else loose[len(table)].pop() for player in table] for table in tables]


def ruin_recreate(
    instance: Instance, planned: Sequence[Seats | None], rng: Rng, *, fixed_rounds: Rounds, work: int
) -> Rounds:
    """Return the cheapest rounds found that follow `fixed_rounds`.

    `planned` has a planned round, or None, for each round to be built. The search ends after `work` exchanges, or at a
    lower bound. If a barred pair meets in a round and this cannot be repaired, that round is the last one returned.
    """
    search = RuinRecreate(instance, rng)
    search.take(fixed_rounds)
    for number, tables in enumerate(planned):
        instance.on_progress(number / len(planned) * CONSTRUCTION_SHARE)
        search.add(STEPS_PER_ROUND, tables)
        while search.is_barred and search.spent < BARRED_STEPS:
            search.recreate_some(STEPS_PER_ROUND)
        if search.is_barred:
            return search.rounds[len(fixed_rounds) :]
    enough = repeats_bound(instance.past.meetings, _slots(search.rounds, len(instance.ids)))
    while search.cost > enough and search.spent < work:
        search.recreate_some(STEPS_PER_ROUND)
        instance.on_progress(CONSTRUCTION_SHARE + (1 - CONSTRUCTION_SHARE) * min(1.0, search.spent / work))
    return search.rounds[len(fixed_rounds) :]


def _slots(rounds: Rounds, players: int) -> list[int]:
    """Return with how many others each player sits, in all rounds together."""
    slots = [0] * players
    for tables in rounds:
        for table in tables:
            for player in table:
                slots[player] += len(table) - 1
    return slots
