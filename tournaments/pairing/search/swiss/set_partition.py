"""The best tables there are for some players, found by looking at all that could be best.

Branch and bound on the relaxation: a table whose reduced cost is more than what lies between the bound and the best
round known is in no better one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import inf

from tournaments.pairing.search.swiss.budget import Budget
from tournaments.pairing.search.swiss.candidates import CandidateTables, Tabled
from tournaments.pairing.search.swiss.columns import Column, ColumnGroups, Duals
from tournaments.pairing.search.swiss.exact_cover import ExactCover
from tournaments.pairing.search.swiss.linear_relaxation import Relaxation
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.search.swiss.worth import Worth
from tournaments.pairing.values import Seats

DEAR = 0.1  # an empty seat beside what the player is worth, in spreads of a mean table, for the relaxation of a part
POOL_DEAR = 0.5  # and of a pool
MADE = 12  # columns could be priced in the time that it takes to make one and to lay it out for the cover
LOOKED_AT = 5  # and in that in which the cover looks at a player


@dataclass(frozen=True, slots=True)
class BestPartition:
    """Better tables, if there are any, and whether it is proved that none are better still.

    `near` are those that were nearest to their price, if they were asked for.
    """

    tables: Seats | None
    proved: bool
    near: Sequence[Tabled] = ()


class PartitionProblem:
    """What the best tables are to be made of: columns in groups by their first player, with bounds for them all.

    Two rounds of tables of one size differ in spread by an even number, because the square of a whole number is odd
    where the number is, and the totals of all tables come to the same.
    """

    def __init__(
        self, candidates: CandidateTables, groups: Sequence[Sequence[Column]], limit: int, ceiling: int, budget: Budget
    ) -> None:
        self.candidates, self.limit, self.ceiling, self.budget = candidates, limit, ceiling, budget
        self.columns = ColumnGroups(groups)
        self.needs = [1] * len(groups) + (candidates.left if len(candidates.sizes) > 1 else [])
        self.known = [column for rows in candidates.known for column in groups[rows[0]] if column[2] == rows]
        self.step = 2 if len(candidates.sizes) == 1 else 1
        budget.spend(MADE * len(self.columns.columns))

    def relaxation(self, dear: float) -> Relaxation:
        """A relaxation to begin with, in which leaving anybody out costs so much."""
        return Relaxation(self.needs, self.limit, [dear] * len(self.needs), dear)

    def solve(self, relaxation: Relaxation) -> Duals:
        """The dual prices of the best mixture of tables that the budget allows to find, as whole numbers."""
        before = relaxation.spent
        dual_values = relaxation.solve(self.columns, self.known, self.budget.left)
        self.budget.spend(relaxation.spent - before)
        return dual_values.rounded()

    def best(self, dual_values: Duals, work: int, near: int = 0) -> BestPartition:
        """The best tables that so much work finds."""
        candidates, players = self.candidates, self.candidates.players
        cover = ExactCover(len(players), self.ceiling, work, self.step)
        cover.find(self.columns, dual_values, candidates.left, self._lower_bound(dual_values), self.limit)
        self.budget.spend(LOOKED_AT * (work - cover.work))
        tables = [[players[row] for row in rows] for rows in cover.best] if cover.best else None
        return BestPartition(tables, cover.work > 0, _nearest(self.columns, dual_values, near, players))

    def _lower_bound(self, dual_values: Duals) -> int:
        """A lower bound on the cost of any round, from the dual prices."""
        rows = sum(int(price) * need for price, need in zip(dual_values.row_prices, self.needs, strict=True))
        return round(rows - dual_values.limit_price * self.limit)


def least_spread(position: Position, tables: Seats, budget: Budget, *, work: int) -> BestPartition:
    """Tables of the same players with less spread, for no higher a price."""
    cost, spread = position.value(tables)
    candidates = CandidateTables(position, tables)
    problem = PartitionProblem(candidates, candidates.columns(cost, spread), cost, spread, budget)
    return problem.best(problem.solve(problem.relaxation(max(1, spread))), work)


def less_spread(
    position: Position, tables: Seats, worth: Worth, budget: Budget, *, work: int, near: int
) -> BestPartition:
    """The same of the tables that look best by what the players were worth, and so many that are near to their price.

    What is found to be worth more or less is written down for the next time.
    """
    cost, spread = position.value(tables)
    known = worth.is_known(tables)
    worth.agree(position, tables)
    usual = max(1, spread // len(tables)) if known else max(1, spread)
    candidates = CandidateTables(position, tables, worth)
    columns = candidates.columns(cost, usual)
    problem = PartitionProblem(candidates, columns, cost, spread - sum(candidates.worth), budget)
    dual_values = problem.solve(problem.relaxation(DEAR * usual if known else usual))
    worth.learn(candidates.players, dual_values)
    return problem.best(dual_values, work, near)


def least_cost(position: Position, tables: Seats, budget: Budget, *, work: int) -> BestPartition:
    """Tables of the same players for a lower price, whatever their spread."""
    cost, _ = position.value(tables)
    candidates = CandidateTables(position, tables)
    groups = [[(paid, 0, rows) for _, paid, rows in group] for group in candidates.columns(cost, inf)]
    problem = PartitionProblem(candidates, groups, 0, cost, budget)
    problem.step = 1
    return problem.best(problem.solve(problem.relaxation(max(1, cost))), work)


def _nearest(columns: ColumnGroups, dual_values: Duals, most: int, players: Sequence[int]) -> list[Tabled]:
    """Up to so many tables of the least reduced cost; of equal ones those of less spread."""
    if not most:
        return []
    nearest = nsmallest(most, zip(columns.reduced(dual_values), columns.columns, strict=True))
    return [tuple([players[row] for row in rows if row < len(players)]) for _, (_, _, rows) in nearest]
