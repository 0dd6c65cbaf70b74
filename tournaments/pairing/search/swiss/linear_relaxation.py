"""The linear relaxation of the set-partitioning problem, which gives lower bounds.

G. B. Dantzig's simplex method, with the inverse of the basis kept and multiple pricing, on the set-partitioning problem
(R. S. Garfinkel, G. L. Nemhauser, The set-partitioning problem: set covering with equality constraints, Operations
Research 17, 1969): every player sits at one table. Its dual prices tell which tables a cheaper round can be made of.
Floating-point numbers are added one by one, never by `sum`, whose last digits differ between versions of Python.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise, zip_longest
from operator import add, itemgetter, sub

PASSES = 400
FEW = 300  # columns that may all be looked at again and again
POOLED = 15  # of each group of more, until these give nothing more
TINY = 1e-9
FINE = 1024

# A table that could be: its cost, its price, of which there is a limit, and the rows that it fills,
# which are its players, numbered from 0, and one for its size.
Column = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Duals:
    """The dual prices of the rows and of the limit on the penalty, in whole or in parts of the cost's `unit`."""

    row_prices: Sequence[float]
    limit_price: float
    unit: int = 1

    def rounded(self) -> "Duals":
        """The duals as whole numbers, with which bounds are exact: any duals give a valid bound."""
        return Duals([round(price * FINE) for price in self.row_prices], round(self.limit_price * FINE), FINE)


class ColumnGroups:
    """Candidate tables in groups, laid out so that the reduced costs of all are computed at once."""

    def __init__(self, groups: Sequence[Sequence[Column]]) -> None:
        groups = [group for group in groups if group]
        ends = list(accumulate(map(len, groups)))
        self.spans = list(pairwise([0, *ends]))
        self.columns = columns = list(chain.from_iterable(groups))
        self.costs = [float(cost) for cost, _, _ in columns]
        self.penalties = [penalty for _, penalty, _ in columns]
        self.has_penalties = any(self.penalties)
        # Two columns more, so that even without any a getter answers a tuple.
        rows = zip_longest(*[rows for _, _, rows in columns], [-1], [-1], fillvalue=-1)
        self.getters = [itemgetter(*places) for places in rows]

    def reduced(self, duals: Duals) -> list[float]:
        """The reduced cost of each table, exact if the duals are whole."""
        prices = [*duals.row_prices, 0]
        reduced = self.costs
        if duals.unit > 1:
            reduced = [duals.unit * cost for cost, _, _ in self.columns]
        for getter in self.getters:
            reduced = list(map(sub, reduced, getter(prices)))
        if self.has_penalties and duals.limit_price:
            reduced = list(map(add, reduced, [duals.limit_price * penalty for penalty in self.penalties]))
        return reduced


def duals(candidates: ColumnGroups, needs: Sequence[int], limit: int, dear: int, known: Sequence[Column] = ()) -> Duals:
    """The dual prices of the best mixture of tables.

    `needs` says how often each row is to be filled, `limit` bounds the price of all; leaving a row empty costs `dear`.
    The tables of a `known` round are where it starts.
    """
    simplex = _Simplex(needs, limit, dear)
    for column in known:
        simplex.enter_if_good(column)
    if len(candidates.columns) <= FEW:
        simplex.optimise(candidates)
        return simplex.duals
    while simplex.optimise(_pool(candidates, simplex.duals)):
        pass
    return simplex.duals


def _pool(candidates: ColumnGroups, dual_values: Duals) -> ColumnGroups:
    """The tables of least reduced cost of each group."""
    reduced = candidates.reduced(dual_values)
    pool = []
    for start, end in candidates.spans:
        costs = reduced[start:end]
        last = sorted(costs)[:POOLED][-1]
        pool.append([column for column, cost in zip(candidates.columns[start:end], costs, strict=True) if cost <= last])
    return ColumnGroups(pool)


def _good(candidates: ColumnGroups, dual_values: Duals, below: float) -> Iterator[tuple[float, int, Column]]:
    """Of each group the table of least reduced cost, if that is low enough."""
    reduced = candidates.reduced(dual_values)
    for number, (start, end) in enumerate(candidates.spans):
        least = min(reduced[start:end])
        if least < below:
            yield least, number, candidates.columns[reduced.index(least, start)]


class _Simplex:
    """A basis, at first of empty rows, which cost dear, and of what is left of the limit.

    `values` are the dual prices of the rows, last that of the limit, which is never above 0.
    """

    def __init__(self, needs: Sequence[int], limit: int, dear: int) -> None:
        self.last, self.passes = len(needs), PASSES
        self.below = -TINY * dear
        size = self.last + 1
        self.inverse = [[float(i == j) for j in range(size)] for i in range(size)]
        self.amounts = [float(need) for need in needs] + [float(limit)]
        self.values = [float(dear)] * self.last + [0.0]

    def optimise(self, candidates: ColumnGroups) -> bool:
        """Take tables in until none makes the mixture any better; whether any did.

        Of each group the best is looked at, and enters if it still is good when its turn comes.
        """
        changed = False
        while self.passes > 0:
            self.passes -= 1
            good = sorted(_good(candidates, self.duals, self.below))
            taken = [self.enter_if_good(column) for _, _, column in good]
            if not any(taken):
                break
            changed = True
        return changed

    def enter_if_good(self, column: Column) -> bool:
        """Take a table into the basis if its reduced cost is negative; whether it was taken."""
        reduced = self.reduced(column)
        return reduced < self.below and self.enter(column, reduced)

    @property
    def duals(self) -> Duals:
        """The dual prices of the basis."""
        return Duals(self.values[:-1], max(0.0, -self.values[-1]))

    def reduced(self, column: Column) -> float:
        """The reduced cost of a table."""
        cost, penalty, rows = column
        reduced = cost - penalty * self.values[-1]
        for row in rows:
            reduced -= self.values[row]
        return reduced

    def enter(self, column: Column, reduced: float) -> bool:
        """Take a column of this negative reduced cost into the basis."""
        entering = self._entering(column)
        leaving = self._leaving(entering)
        if leaving < 0:
            return False
        pivot = entering[leaving]
        row = self.inverse[leaving] = [value / pivot for value in self.inverse[leaving]]
        amount = self.amounts[leaving] / pivot
        for place, factor in enumerate(entering):
            if place != leaving and abs(factor) > TINY:
                self.inverse[place] = list(map(sub, self.inverse[place], [factor * other for other in row]))
                self.amounts[place] = max(0.0, self.amounts[place] - factor * amount)
        self.amounts[leaving] = amount
        self.values = [price + reduced * value for price, value in zip(self.values, row, strict=True)]
        return True

    def _entering(self, column: Column) -> list[float]:
        """The column in terms of the basis."""
        _, penalty, rows = column
        entering = [penalty * row[self.last] for row in self.inverse]
        for place in rows:
            entering = list(map(add, entering, map(itemgetter(place), self.inverse)))
        return entering

    def _leaving(self, entering: Sequence[float]) -> int:
        """The row of the smallest ratio; of equal ones that of the largest pivot."""
        leaving, least = -1, 0.0
        for place, (amount, factor) in enumerate(zip(self.amounts, entering, strict=True)):
            if factor <= TINY:
                continue
            ratio = amount / factor
            tie = leaving >= 0 and abs(ratio - least) <= TINY
            if leaving < 0 or ratio < least - TINY or (tie and factor > entering[leaving]):
                leaving, least = place, ratio
        return leaving
