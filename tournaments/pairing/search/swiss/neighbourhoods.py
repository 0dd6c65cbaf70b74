"""Improvement of a round part by part: tables that are adjacent in the standings are reseated together."""

from collections.abc import Sequence

from tournaments.pairing.search.swiss.effort import Budget
from tournaments.pairing.search.swiss.pool import Pool
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.search.swiss.set_partition import least_cost, least_spread, less_spread
from tournaments.pairing.values import Rng, Seats

WORK = 20_000  # players examined before a part is given up
POOL_WORK = 40_000  # the same for a pool
NEAR = 24  # tables of each part that are added to the pool


class Improvement:
    """Improvement of rounds within a budget.

    The pool, if there is one, collects tables that were close to optimal in some part.
    """

    def __init__(self, position: Position, budget: Budget, pool: Pool | None) -> None:
        self.position, self.budget, self.pool = position, budget, pool

    def sweep(self, tables: Seats, *, width: int, parts: int) -> Seats:
        """Return the round after sweeps over all parts of `width` tables, until no part can be improved.

        A part overlaps with the next one by a third. At most `parts` parts are improved.
        """
        tables = [table[:] for table in tables]
        settled: set[frozenset[frozenset[int]]] = set()
        step, shift = max(2, 2 * width // 3), 0
        while parts > 0 and self.budget.left > 0:
            changed = False
            for chosen in _parts(self.position, tables, width, step, shift):
                if frozenset(frozenset(tables[place]) for place in chosen) in settled:
                    continue
                parts -= 1
                changed |= self._improve_part(tables, chosen)
                settled.add(frozenset(frozenset(tables[place]) for place in chosen))
            if not changed and shift:
                break
            shift = (shift + step // 2) % step or step // 2
        return tables

    def improve_near_tables(self, tables: Seats, rng: Rng, *, width: int, parts: int) -> Seats:
        """Return the round after improving `parts` random parts; each is a table with some tables near it."""
        tables = [table[:] for table in tables]
        for _ in range(parts if len(tables) > width else 0):
            order = _order(self.position, tables)
            middle = rng.below(len(order))
            near = order[max(0, middle - width + 1) : middle + width]
            chosen = rng.shuffled([place for place in near if place != order[middle]])[: width - 1]
            chosen.append(order[middle])
            self._improve_part(tables, chosen)
        return tables

    def _improve_part(self, tables: Seats, chosen: Sequence[int]) -> bool:
        """Reseat these tables if a better seating is found; return whether one was found.

        Do nothing if no work is left.
        """
        if self.budget.left <= 0:
            return False
        part = [tables[place] for place in chosen]
        cost, _ = self.position.value(part)
        cheaper = least_cost(self.position, part, self.budget, work=WORK).tables if cost else None
        better = self._with_less_spread(cheaper or part) or cheaper
        for place, table in zip(chosen, keep_fixed_tables(self.position, part, better or part), strict=True):
            tables[place] = table
        return better is not None

    def _with_less_spread(self, part: Seats) -> Seats | None:
        if self.pool is None:
            return least_spread(self.position, part, self.budget, work=WORK).tables
        found = less_spread(self.position, part, self.pool.worth, self.budget, work=WORK, near=NEAR)
        self.pool.tables.update(found.near)
        return found.tables

    def recombine(self, tables: Seats, pool: Pool) -> tuple[Seats, bool]:
        """Return the best round found from these tables and the pool, and whether it is proved optimal."""
        if self.budget.left <= 0:
            return tables, False
        found = pool.best_round(self.position, tables, self.budget, work=POOL_WORK)
        return keep_fixed_tables(self.position, tables, found.tables or tables), found.proved


def _order(position: Position, tables: Seats) -> list[int]:
    """Return the indices of the tables in order of the average points of their players."""
    points = [60 // len(table) * sum(position.behind[player] for player in table) for table in tables]
    return sorted(range(len(tables)), key=lambda place: points[place])


def _parts(position: Position, tables: Seats, width: int, step: int, shift: int) -> list[list[int]]:
    """Return parts of adjacent tables, as lists of indices; the first part begins `shift` tables earlier."""
    order = _order(position, tables)
    starts = range(-shift, len(order), step)
    parts = [order[max(0, start) : start + width] for start in starts]
    return [part for part in parts if len(part) > 1]


def keep_fixed_tables(position: Position, old: Sequence[list[int]], new: Seats) -> Seats:
    """Return the new tables in an order in which fixed players keep their tables."""
    blocked = {player for block in position.blocks for player in block}
    left = list(new)
    placed: list[list[int] | None] = []
    for table in old:
        fixed = blocked.intersection(table)
        at = next((t for t in left if fixed and fixed.issubset(t)), None)
        placed.append(at)
        if at is not None:
            left.remove(at)
    return [table if table is not None else left.pop() for table in placed]
