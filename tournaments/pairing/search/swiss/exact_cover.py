"""A search for tables that seat every player once. It branches on the player with the fewest possible tables.

This is an exact cover (D. E. Knuth, Dancing links, 2000). A lower bound prunes the search: the reduced cost of a table
is shared among its players, and each player without a seat adds at least the smallest share among its remaining tables.
The available tables are a set of bits, in which the lowest bit is the table with the smallest share.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from tournaments.pairing.search.swiss.columns import ColumnGroups, Duals

PARTS = 60  # parts of a unit of reduced cost; every table size divides this number


@dataclass(slots=True)
class TableChoice:
    """A table that may be chosen. Each of its players bears a `share` of the table's `reduced` cost."""

    share: int
    reduced: int
    penalty: int
    cost: int
    size: int  # the index of the table's size
    rows: tuple[int, ...]


class ExactCover:
    """The cheapest cover below a ceiling, if one was found, and the `work` that is left, in players examined.

    The costs of two covers differ by at least `step`.
    """

    def __init__(self, players: int, ceiling: int, work: int, step: int = 1) -> None:
        self.players, self.ceiling, self.work, self.step = players, ceiling, work, step
        self.best: list[tuple[int, ...]] | None = None
        self.taken: list[tuple[int, ...]] = []

    def find(self, candidates: ColumnGroups, dual_values: Duals, left: Sequence[int], floor: int, limit: int) -> None:
        """Search these groups for a cheaper cover with `left` tables of each size.

        `floor` is a lower bound of the cost if no reduced cost is negative. The total price of a cover may be at most
        `limit`.
        """
        self.unit = PARTS * dual_values.unit
        reduced = [int(cost) for cost in candidates.reduced(dual_values)]
        slack = dual_values.unit * (self.ceiling - self.step) - floor
        slack -= sum(min(0, *reduced[start:end]) for start, end in candidates.spans)
        if slack < 0:
            return
        self._lay_out(_choices(candidates, reduced, slack, self.players))
        may = self.allowed(tuple(map(bool, left)), limit)
        self._go(may, range(self.players), tuple(left), PARTS * floor, limit, 0)

    def _lay_out(self, choices: list[TableChoice]) -> None:
        every = (1 << len(choices)) - 1
        self.choices = choices
        self.shares = [choice.share for choice in choices]
        self.with_player = [0] * self.players
        for number, choice in enumerate(choices):
            for row in choice.rows:
                self.with_player[row] |= 1 << number
        self.without_player = [every ^ among for among in self.with_player]
        sizes = [len(choice.rows) for choice in choices]
        self.smallest, self.largest = min(sizes, default=1), max(sizes, default=1)
        self.allowed = cache(self._allowed)

    def _allowed(self, sizes: tuple[bool, ...], limit: int) -> int:
        """Return the bits of those tables whose size is still needed and whose price is at most `limit`."""
        fitting = [sizes[choice.size] and choice.penalty <= limit for choice in self.choices]
        return sum([1 << number for number, fits in enumerate(fitting) if fits])

    def _go(self, may: int, unseated: Sequence[int], left: tuple[int, ...], above: int, limit: int, cost: int) -> None:
        """Seat the remaining players at available tables; `above` is the reduced cost of those already seated."""
        if not unseated:
            if cost < self.ceiling:  # if part of the limit is left, the bounds do not guarantee this
                self.best, self.ceiling = self.taken[:], cost
            return
        self.work -= len(unseated)
        tables = [may & self.with_player[player] for player in unseated]
        if not all(tables):
            return
        least = [self.shares[(of_one & -of_one).bit_length() - 1] for of_one in tables]
        slack = self.unit * (self.ceiling - self.step) - above - sum(least)  # how much a cheaper cover may still add
        if slack < 0:
            return
        within = may & self._of_share_up_to((slack + self.largest * max(0, *least)) // self.smallest)
        for choice in self._promising(_fewest(tables, within), dict(zip(unseated, least, strict=True)), slack):
            if self.work <= 0:
                return
            self._take(
                choice, within, unseated, left, above + choice.reduced, limit - choice.penalty, cost + choice.cost
            )

    def _take(
        self,
        choice: TableChoice,
        may: int,
        unseated: Sequence[int],
        left: tuple[int, ...],
        above: int,
        limit: int,
        cost: int,
    ) -> None:
        spare = (*left[: choice.size], left[choice.size] - 1, *left[choice.size + 1 :])
        rest = may & self.allowed(tuple(map(bool, spare)), limit)
        for row in choice.rows:
            rest &= self.without_player[row]
        others = [player for player in unseated if player not in choice.rows]
        self.taken.append(choice.rows)
        self._go(rest, others, spare, above, limit, cost)
        self.taken.pop()

    def _of_share_up_to(self, most: int) -> int:
        return (1 << bisect_right(self.shares, most)) - 1

    def _promising(self, tables: int, least: dict[int, int], slack: int) -> Iterator[TableChoice]:
        """Yield the tables whose reduced cost is at most `slack` above the smallest shares of their players."""
        while tables:
            lowest = tables & -tables
            tables ^= lowest
            choice = self.choices[lowest.bit_length() - 1]
            if choice.reduced - sum([least[row] for row in choice.rows]) <= slack:
                yield choice


def _choices(candidates: ColumnGroups, reduced: Sequence[int], most: int, players: int) -> list[TableChoice]:
    """Return the tables with at most this reduced cost, smallest share first."""
    choices = []
    for (cost, penalty, filled), above in zip(candidates.columns, reduced, strict=True):
        if above > most:
            continue
        size, rows = (0, filled) if filled[-1] < players else (filled[-1] - players, filled[:-1])
        choices.append(TableChoice(PARTS * above // len(rows), PARTS * above, penalty, cost, size, rows))
    choices.sort(key=attrgetter("share"))
    return choices


def _fewest(tables: Sequence[int], within: int) -> int:
    """Return those tables in `within`, as bits, that can seat the player with the fewest such tables."""
    counts = [(of_one & within).bit_count() for of_one in tables]
    return tables[counts.index(min(counts))] & within
