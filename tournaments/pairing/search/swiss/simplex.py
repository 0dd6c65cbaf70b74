"""The basis of a linear programme whose columns are tables, which enter one after another.

G. B. Dantzig's simplex method with an explicit inverse of the basis. Floating-point numbers are added one by one: the
last digits of `sum` differ between versions of Python.
"""

from collections.abc import Sequence
from operator import add

from tournaments.pairing.search.swiss.columns import Column, Duals

TINY = 1e-9
PIVOT = 1e-4  # the least pivot; dividing by a rounding error would make the whole basis useless
UNFILLED = 1e-6  # a row is empty if more than this is missing; less is a rounding error
DEARER = 4
PIVOTED = 6  # the work of a pivot is the squared number of rows divided by this; pricing one column is 1
USUAL = 4  # the number of rows that most columns fill: a table of four


class Basis:
    """A simplex basis; at first it has the empty rows, at the costs `dear`, and the slack of the limit.

    The cost of rows that stay empty is raised by four times `dearer`, and each further time by four times as much.
    `values` are the dual prices of the rows and, last, of the limit; the last one is never positive.
    """

    def __init__(self, needs: Sequence[int], limit: int, dear: Sequence[float], dearer: float) -> None:
        self.last = len(needs)
        self.dearer = dearer
        self.below = -TINY * max(dear)
        size = self.last + 1
        self.inverse = [[float(i == j) for j in range(size)] for i in range(size)]
        self.amounts = [float(need) for need in needs] + [float(limit)]
        self.values = [*map(float, dear), 0.0]
        self.empty = set(range(self.last))
        self.spent = 0  # the work used; pricing one column is 1

    @property
    def duals(self) -> Duals:
        """The dual prices of the basis."""
        return Duals(self.values[:-1], max(0.0, -self.values[-1]))

    def make_empty_rows_dearer(self) -> bool:
        """Raise the cost of empty rows; return whether there were any."""
        if all(self.amounts[place] <= UNFILLED for place in self.empty):
            return False
        self.dearer *= DEARER
        for place in sorted(self.empty):
            more = [self.dearer * value for value in self.inverse[place]]
            self.values = list(map(add, self.values, more))
        return True

    def enter_if_good(self, column: Column) -> bool:
        """Let a table enter the basis if its reduced cost is negative; return whether it entered."""
        reduced = self.reduced(column)
        return reduced < self.below and self.enter(column, reduced)

    def reduced(self, column: Column) -> float:
        """Return the reduced cost of a table."""
        cost, penalty, rows = column
        reduced = cost - penalty * self.values[-1]
        for row in rows:
            reduced -= self.values[row]
        return reduced

    def enter(self, column: Column, reduced: float) -> bool:
        """Let a column with this negative reduced cost enter the basis; return whether this was possible."""
        self.spent += self.last * self.last // PIVOTED
        entering = self._entering(column)
        leaving = self._leaving(entering)
        if leaving < 0:
            return False
        pivot = entering[leaving]
        row = [value / pivot if abs(value) > TINY else 0.0 for value in self.inverse[leaving]]
        self.inverse[leaving] = row
        amount = self.amounts[leaving] / pivot
        filled = [(place, value) for place, value in enumerate(row) if value]
        for place, factor in enumerate(entering):
            if place != leaving and abs(factor) > TINY:
                _subtract(self.inverse[place], factor, filled)
                self.amounts[place] = max(0.0, self.amounts[place] - factor * amount)
        self.amounts[leaving] = amount
        self.empty.discard(leaving)
        _subtract(self.values, -reduced, filled)
        return True

    def _entering(self, column: Column) -> list[float]:
        """Return the column expressed in the basis."""
        _, penalty, rows = column
        entering = [penalty * row[self.last] for row in self.inverse] if penalty else [0.0] * len(self.inverse)
        if len(rows) == USUAL:  # most columns have four rows, for which this takes a quarter of the time
            one, two, three, four = rows
            return [
                value + row[one] + row[two] + row[three] + row[four]
                for value, row in zip(entering, self.inverse, strict=True)
            ]
        for place in rows:
            entering = [value + row[place] for value, row in zip(entering, self.inverse, strict=True)]
        return entering

    def _leaving(self, entering: Sequence[float]) -> int:
        """Return the row with the smallest ratio; -1 if there is none.

        Among rows with equal ratios, the one with the largest pivot is returned.
        """
        leaving, least = -1, 0.0
        for place, (amount, factor) in enumerate(zip(self.amounts, entering, strict=True)):
            if factor <= PIVOT:
                continue
            ratio = amount / factor
            tie = leaving >= 0 and abs(ratio - least) <= TINY
            if leaving < 0 or ratio < least - TINY or (tie and factor > entering[leaving]):
                leaving, least = place, ratio
        return leaving


def _subtract(numbers: list[float], factor: float, filled: Sequence[tuple[int, float]]) -> None:
    """Subtract a multiple of a sparse row from these numbers, in place."""
    for place, value in filled:
        numbers[place] -= factor * value
