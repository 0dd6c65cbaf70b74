"""The linear relaxation of the set-partitioning problem, which gives lower bounds.

Dantzig's simplex method with multiple pricing on the set-partitioning problem (R. S. Garfinkel, G. L. Nemhauser, The
set-partitioning problem: set covering with equality constraints, Operations Research 17, 1969): each player sits at
exactly one table. The dual prices show which tables can be part of a cheaper round.
"""

from collections.abc import Iterator, Sequence

from tournaments.pairing.search.swiss.columns import Column, ColumnGroups, Duals
from tournaments.pairing.search.swiss.simplex import Basis

RAISES = 5  # how often the cost of empty rows is raised
FEW = 300  # up to this number of columns, all are priced each time
LEFT_OF_THE_LIMIT: Column = (0, 1, ())
POOLED = 15  # with more columns, how many of each group are priced first
LARGE = 45  # from this number of rows on, entering a column takes more work than pricing all others
AT_ONCE = 3  # columns that then enter before all are priced again


class Relaxation(Basis):
    """A simplex basis; tables enter until no table improves the solution.

    If it is solved again with more tables, it continues from its present state.
    """

    def solve(self, candidates: ColumnGroups, first: Sequence[Column], work: int) -> Duals:
        """Return the dual prices of the best fractional solution found within `work`.

        `first` are the tables to begin with. An empty row is cheap at first. Its cost is raised while there are empty
        rows.
        """
        self.enough = self.spent + work
        for column in first:
            self.enter_if_good(column)
        self._take_in(candidates)
        for _ in range(RAISES):
            if not self.make_empty_rows_dearer():
                break
            self._take_in(candidates)
        return self.duals

    def _take_in(self, candidates: ColumnGroups) -> None:
        if len(candidates.columns) <= FEW:
            self._optimise(candidates)
            return
        changed = True
        while changed and self.spent < self.enough:
            self.spent += len(candidates.columns)
            changed = self._optimise(_pool(candidates, self.duals))

    def _optimise(self, candidates: ColumnGroups) -> bool:
        """Let tables enter until none improves the solution; return whether any did.

        The best table of each group is considered. It enters if its reduced cost is still negative when it is its turn.
        """
        changed = False
        while self.spent < self.enough:
            self.spent += len(candidates.columns)
            good = sorted(_good(candidates, self.duals, self.below))[: AT_ONCE if self.last >= LARGE else None]
            taken = [self.enter_if_good(column) for _, _, column in good]
            taken.append(self.enter_if_good(LEFT_OF_THE_LIMIT))
            if not any(taken):
                break
            changed = True
        return changed


def _pool(candidates: ColumnGroups, dual_values: Duals) -> ColumnGroups:
    """Return the tables of each group with the smallest reduced costs."""
    reduced = candidates.reduced(dual_values)
    pool = []
    for start, end in candidates.spans:
        costs = reduced[start:end]
        last = sorted(costs)[:POOLED][-1]
        pool.append([column for column, cost in zip(candidates.columns[start:end], costs, strict=True) if cost <= last])
    return ColumnGroups(pool)


def _good(candidates: ColumnGroups, dual_values: Duals, below: float) -> Iterator[tuple[float, int, Column]]:
    """Yield for each group the table with the smallest reduced cost, if this is less than `below`."""
    reduced = candidates.reduced(dual_values)
    for number, (start, end) in enumerate(candidates.spans):
        least = min(reduced[start:end])
        if least < below:
            yield least, number, candidates.columns[reduced.index(least, start)]
