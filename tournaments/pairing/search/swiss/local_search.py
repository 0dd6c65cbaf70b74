"""A local search for a round: several starts, each of which is improved part by part."""

from collections.abc import Iterator

from tournaments.pairing.costs import BARRED_COST
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.turns import FixedTurns, Turns
from tournaments.pairing.search.swiss.annealing import anneal
from tournaments.pairing.search.swiss.effort import Budget, Effort
from tournaments.pairing.search.swiss.neighbourhoods import Improvement
from tournaments.pairing.search.swiss.pool import Pool
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.search.tabu_search import improve
from tournaments.pairing.values import Rng, Seats

STEPS = 2_000  # exchanges tried to reduce repeats
STARTED = 0.7  # the part of the work that is done after the last start
WEIGHTS = (8, 30)  # the weight of a repeat in the two annealings, in variances of the scores
LATER_PARTS = 8  # parts of `last_width` tables in which a later start is improved
ENOUGH, ENOUGH_OF_THE_BEST = 6, 2  # turns without improvement; fewer if it is proved that the pool has nothing better


class LocalSearch:
    """A search that begins with the round `first`, within the limits of an effort.

    `fewest_repeats` are the tables to be used if no start has so few repeats.
    """

    def __init__(
        self, instance: Instance, position: Position, first: Seats, fewest_repeats: Seats, effort: Effort, rng: Rng
    ) -> None:
        self.instance, self.position, self.effort, self.rng = instance, position, effort, rng
        self.first, self.fewest_repeats = first, fewest_repeats
        self.budget = Budget(effort.work)
        self.pool = Pool() if effort.recombines else None
        self.improvement = Improvement(position, self.budget, self.pool)

    def best_start(self) -> Seats:
        """Return the best tables of all starts. With many players, only the best start is improved part by part."""
        share = STARTED / self.effort.starts
        weights = [WEIGHTS[start % len(WEIGHTS)] for start in range(self.effort.starts)]
        begun: Iterator[Seats] = (self._anneal(weight, start * share, share) for start, weight in enumerate(weights))
        if not (self.effort.recombines or self.effort.proves):
            begun = iter([min(begun, key=self.position.value)])
        return min([self.fewest_repeats, *map(self._sweep, begun)], key=self.position.value)

    def _anneal(self, weight: int, done: float, share: float) -> Seats:
        """Return the tables that one annealing finds; it advances the progress of the draw from `done` by `share`."""
        report = self.instance.part_progress(done, done + share).on_progress
        return anneal(
            self.position,
            self.first,
            self.rng,
            self.budget,
            per_player=self.effort.trades,
            weight=weight,
            on_progress=report,
        )

    def _sweep(self, tables: Seats) -> Seats:
        """Return the tables of a start after improving them part by part, with as few repeats as possible."""
        width, parts = self.effort.width, self.effort.parts
        tables = self.improvement.sweep(tables, width=width, parts=parts)
        if self.position.value(tables)[0] > self.position.value(self.fewest_repeats)[0]:
            tables = reduce_repeats(self.instance, self.position, tables, self.rng)
            tables = self.improvement.sweep(tables, width=width, parts=parts)
        return tables

    def polish(self, tables: Seats) -> Seats:
        """Return the round after improving larger parts: first adjacent tables, then random ones.

        If there is a pool of tables, further starts follow.
        """
        tables = self.improvement.sweep(tables, width=self.effort.last_width, parts=self.effort.last_parts)
        if self.position.is_perfect(tables):
            return tables
        tables = self._by_lot(tables)
        return self._recombined(tables, self.pool) if self.pool else tables

    def _by_lot(self, tables: Seats) -> Seats:
        width, parts = self.effort.last_width, self.effort.near_parts
        return self.improvement.improve_near_tables(tables, self.rng, width=width, parts=parts)

    def _recombined(self, tables: Seats, pool: Pool) -> Seats:
        """Return the best combination of the tables in the pool; new starts and random parts are added in turn."""
        in_vain, starts = 0, True
        tables, best_of_pool = self.improvement.recombine(tables, pool)
        while self.budget.left > 0 and not self.position.is_perfect(tables):
            before = self.position.value(tables)
            tables = self._with_one_more_start(tables, pool) if starts else self._by_lot(tables)
            tables, best_of_pool = self.improvement.recombine(tables, pool)
            in_vain, starts = in_vain + 1 if self.position.value(tables) == before else 0, not starts
            if in_vain >= (ENOUGH_OF_THE_BEST if best_of_pool else ENOUGH):
                break
        return tables

    def _with_one_more_start(self, tables: Seats, pool: Pool) -> Seats:
        """Return these tables, or those of a new start if they are better; the tables of both are added to the pool."""
        done = STARTED + (1 - STARTED) * self.budget.spent_part
        other = self._sweep(self._anneal(WEIGHTS[-1], done, 0))
        other = self.improvement.sweep(other, width=self.effort.last_width, parts=LATER_PARTS)
        pool.tables.update(tuple(sorted(table)) for table in tables + other)
        return min(tables, other, key=self.position.value)


def reduce_repeats(instance: Instance, position: Position, tables: Seats, rng: Rng) -> Seats:
    """Return tables with fewer repeats than `tables` has.

    Players who sit out are exchanged with others only if a barred pair would meet otherwise.
    """
    out = set(range(len(instance.ids))).difference(*tables)
    fixed = set(instance.fixed)
    first = (FixedTurns(instance), fixed) if position.settled else (Turns(instance), fixed | out)
    for turns, pinned in (first, (Turns(instance), fixed)):
        turns.add(tables)
        tables, _ = improve(tables, position.costs, turns, number=0, pinned=pinned, rng=rng, steps=STEPS)
        if position.value(tables)[0] < BARRED_COST:
            return tables
    return instance.start or tables
