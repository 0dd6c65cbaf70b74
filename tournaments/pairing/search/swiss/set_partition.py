"""The best tables for a set of players, by branch and bound over all tables that may belong to them.

A table belongs to no better round if its reduced cost exceeds the gap between the lower bound and the best known round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import inf

from tournaments.pairing.search.swiss.candidates import CandidateTables, Tabled
from tournaments.pairing.search.swiss.columns import Column, ColumnGroups, Duals
from tournaments.pairing.search.swiss.effort import Budget
from tournaments.pairing.search.swiss.exact_cover import ExactCover
from tournaments.pairing.search.swiss.linear_relaxation import Relaxation
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.search.swiss.worth import Worth
from tournaments.pairing.values import Seats

DEAR = 0.1  # for a part: the cost of an empty seat above the player's worth; the average spread of a table is 1
POOL_DEAR = 0.5  # the same for a pool
MADE = 12  # the work of making a column and adding it to the cover; pricing one column is 1
LOOKED_AT = 5  # the work of examining a player in the cover; pricing one column is 1


@dataclass(frozen=True, slots=True)
class BestPartition:
    """The result of a search: better tables than the known ones, and whether this result is proved optimal.

    `tables` is None if no better ones were found. `near` has the tables with the smallest reduced cost, if requested.
    """

    tables: Seats | None
    proved: bool
    near: Sequence[Tabled] = ()


class PartitionProblem:
    """A set-partitioning problem: candidate tables, grouped by their first player, with bounds.

    The spreads of two rounds with tables of one size differ by an even number, because the square of an integer is odd
    exactly if the integer is, and both rounds have the same sum of points.
    """

    def __init__(
        self, candidates: CandidateTables, groups: Sequence[Sequence[Column]], limit: int, ceiling: int, budget: Budget
    ) -> None:
        self.candidates, self.limit, self.ceiling, self.budget = candidates, limit, ceiling, budget
        self.columns = ColumnGroups(groups)
        self.needs = [1] * len(groups) + (candidates.left if len(candidates.sizes) > 1 else [])
        self.first = [column for rows in candidates.first for column in groups[rows[0]] if column[2] == rows]
        self.step = 2 if len(candidates.sizes) == 1 else 1
        budget.spend(MADE * len(self.columns.columns))

    def relaxation(self, dear: float) -> Relaxation:
        """Return a new relaxation in which an empty row costs `dear`."""
        return Relaxation(self.needs, self.limit, [dear] * len(self.needs), dear)

    def solve(self, relaxation: Relaxation) -> Duals:
        """Return the dual prices of the best fractional solution within the budget, as integers."""
        before = relaxation.spent
        dual_values = relaxation.solve(self.columns, self.first, self.budget.left)
        self.budget.spend(relaxation.spent - before)
        return dual_values.rounded()

    def best(self, dual_values: Duals, work: int, near: int = 0) -> BestPartition:
        """Return the best tables that are found by examining at most `work` players."""
        candidates, players = self.candidates, self.candidates.players
        cover = ExactCover(len(players), self.ceiling, work, self.step)
        cover.find(self.columns, dual_values, candidates.left, self._lower_bound(dual_values), self.limit)
        self.budget.spend(LOOKED_AT * (work - cover.work))
        tables = [[players[row] for row in rows] for rows in cover.best] if cover.best else None
        return BestPartition(tables, cover.work > 0, _nearest(self.columns, dual_values, near, players))

    def _lower_bound(self, dual_values: Duals) -> int:
        """Return a lower bound of the cost of any round, computed from the dual prices."""
        rows = sum(int(price) * need for price, need in zip(dual_values.row_prices, self.needs, strict=True))
        return round(rows - dual_values.limit_price * self.limit)


def least_spread(position: Position, tables: Seats, budget: Budget, *, work: int) -> BestPartition:
    """Return tables of the same players that have less spread than `tables`, at no higher price."""
    cost, spread = position.value(tables)
    candidates = CandidateTables(position, tables)
    problem = PartitionProblem(candidates, candidates.columns(cost, spread), cost, spread, budget)
    return problem.best(problem.solve(problem.relaxation(max(1, spread))), work)


def less_spread(
    position: Position, tables: Seats, worth: Worth, budget: Budget, *, work: int, near: int
) -> BestPartition:
    """Return the result of `least_spread`, considering only tables that look best by the worth of their players.

    The result has `near` tables of small reduced cost. The worth of the players is updated from the dual prices.
    """
    cost, spread = position.value(tables)
    has_worth = worth.is_known(tables)
    worth.agree(position, tables)
    usual = max(1, spread // len(tables)) if has_worth else max(1, spread)
    candidates = CandidateTables(position, tables, worth)
    columns = candidates.columns(cost, usual)
    problem = PartitionProblem(candidates, columns, cost, spread - sum(candidates.worth), budget)
    dual_values = problem.solve(problem.relaxation(DEAR * usual if has_worth else usual))
    worth.learn(candidates.players, dual_values)
    return problem.best(dual_values, work, near)


def least_cost(position: Position, tables: Seats, budget: Budget, *, work: int) -> BestPartition:
    """Return tables of the same players at a lower price than `tables`; their spread may be larger."""
    cost, _ = position.value(tables)
    candidates = CandidateTables(position, tables)
    groups = [[(paid, 0, rows) for _, paid, rows in group] for group in candidates.columns(cost, inf)]
    problem = PartitionProblem(candidates, groups, 0, cost, budget)
    problem.step = 1
    return problem.best(problem.solve(problem.relaxation(max(1, cost))), work)


def _nearest(columns: ColumnGroups, dual_values: Duals, most: int, players: Sequence[int]) -> list[Tabled]:
    """Return at most `most` tables with the smallest reduced cost; among equal ones, smallest spread first."""
    if not most:
        return []
    nearest = nsmallest(most, zip(columns.reduced(dual_values), columns.columns, strict=True))
    return [tuple([players[row] for row in rows if row < len(players)]) for _, (_, _, rows) in nearest]
