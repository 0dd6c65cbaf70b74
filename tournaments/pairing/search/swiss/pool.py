"""A pool of good tables from different parts, which are combined to whole rounds."""

from tournaments.pairing.search.swiss.candidates import CandidateTables, Tabled
from tournaments.pairing.search.swiss.effort import Budget
from tournaments.pairing.search.swiss.linear_relaxation import Relaxation
from tournaments.pairing.search.swiss.position import Position
from tournaments.pairing.search.swiss.set_partition import POOL_DEAR, BestPartition, PartitionProblem
from tournaments.pairing.search.swiss.worth import Worth
from tournaments.pairing.values import Seats


class Pool:
    """Tables that were close to optimal in some part, and the worth of their players.

    The relaxation of the pool is kept. After the pool has grown, it is solved further, unless the limit on the price
    has changed.
    """

    def __init__(self) -> None:
        self.tables = set[Tabled]()
        self.worth = Worth()
        self.relaxation: Relaxation | None = None
        self.limit = 0

    def best_round(self, position: Position, tables: Seats, budget: Budget, *, work: int) -> BestPartition:
        """Return the best round found from these tables and those of the pool; its `tables` are None if none was found.

        It has less spread than `tables`, at no higher price. `work` limits the search, in players examined.
        """
        cost, spread = position.value(tables)
        candidates = CandidateTables(position, tables)
        groups = candidates.of_those({*self.tables, *(tuple(sorted(table)) for table in tables)}, cost, spread)
        problem = PartitionProblem(candidates, groups, cost, spread, budget)
        if self.relaxation is None or self.limit != cost:
            self.relaxation, self.limit = self._begin(position, tables, problem), cost
        return problem.best(problem.solve(self.relaxation), work)

    def _begin(self, position: Position, tables: Seats, problem: PartitionProblem) -> Relaxation:
        usual = max(1, position.value(tables)[1] / len(tables))
        if not self.worth.is_known(tables):
            return problem.relaxation(usual * len(tables))
        self.worth.agree(position, tables)
        dearer = POOL_DEAR * usual
        dear = [self.worth[player] + dearer for player in problem.candidates.players]
        more = len(problem.needs) - len(dear)
        return Relaxation(problem.needs, problem.limit, dear + [dearer] * more, dearer)
