"""Possible tables as columns of a linear programme, and their reduced costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise, zip_longest
from operator import add, itemgetter, sub

FINE = 1024

# A possible table: its cost; its price, whose sum is limited; and the rows that it fills. These are its players,
# numbered from 0, and a row for its size.
Column = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Duals:
    """The dual prices of the rows, and of the limit on the price.

    If `unit` is above 1, the prices are integers, in fractions of a cost.
    """

    row_prices: Sequence[float]
    limit_price: float
    unit: int = 1

    def rounded(self) -> "Duals":
        """Return the dual prices as integers. They give exact bounds, because any dual prices give a valid bound."""
        return Duals([round(price * FINE) for price in self.row_prices], round(self.limit_price * FINE), FINE)


class ColumnGroups:
    """Candidate tables in groups, stored so that all reduced costs can be computed at once."""

    def __init__(self, groups: Sequence[Sequence[Column]]) -> None:
        groups = [group for group in groups if group]
        ends = list(accumulate(map(len, groups)))
        self.spans = list(pairwise([0, *ends]))
        self.columns = columns = list(chain.from_iterable(groups))
        self.costs = [float(cost) for cost, _, _ in columns]
        self.penalties = [penalty for _, penalty, _ in columns]
        self.has_penalties = any(self.penalties)
        # Two more columns, so that a getter always returns a tuple.
        rows = zip_longest(*[rows for _, _, rows in columns], [-1], [-1], fillvalue=-1)
        self.getters = [itemgetter(*places) for places in rows]

    def reduced(self, duals: Duals) -> list[float]:
        """Return the reduced cost of each table; it is exact if the dual prices are integers."""
        prices = [*duals.row_prices, 0]
        reduced = self.costs
        if duals.unit > 1:
            reduced = [duals.unit * cost for cost, _, _ in self.columns]
        for getter in self.getters:
            reduced = list(map(sub, reduced, getter(prices)))
        if self.has_penalties and duals.limit_price:
            reduced = list(map(add, reduced, [duals.limit_price * penalty for penalty in self.penalties]))
        return reduced
