"""A search for tables at which everybody sits once, branching where there is least choice.

Exact cover by the player with the fewest tables left (D. E. Knuth, Dancing links, 2000), with bounds: everybody who has
no seat yet adds at least the least share of the reduced cost among the tables left to them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

from tournaments.pairing.search.swiss.linear_relaxation import ColumnGroups, Duals

PARTS = 60  # of the unit that reduced costs are counted in, so that every size divides it


@dataclass(slots=True)
class Choice:
    """A table that may be taken; `shares` are its `reduced` cost, split among its players."""

    share: int
    reduced: int
    mask: int
    penalty: int
    cost: int
    size: int  # which of the sizes it has
    rows: tuple[int, ...]
    shares: tuple[int, ...]


class ExactCover:
    """The cheapest cover found below a ceiling, if any, and how much `work` there is left."""

    def __init__(self, players: int, ceiling: int, work: int) -> None:
        self.players, self.ceiling, self.work = players, ceiling, work
        self.best: list[tuple[int, ...]] | None = None
        self.taken: list[tuple[int, ...]] = []

    def find(self, candidates: ColumnGroups, dual_values: Duals, left: Sequence[int], floor: int, limit: int) -> None:
        """Search in groups by their first player, with so many tables of each size.

        No cover costs less than the floor if no table's reduced cost is below nothing, and none may have a price above
        the limit.
        """
        self.unit = PARTS * dual_values.unit
        reduced = [int(cost) for cost in candidates.reduced(dual_values)]
        slack = dual_values.unit * (self.ceiling - 1) - floor
        slack -= sum(min(0, *reduced[start:end]) for start, end in candidates.spans)
        choices = _choices(candidates, reduced, slack, self.players)
        self._go(choices, self.players, tuple(left), PARTS * floor, limit, 0)

    def _go(
        self, choices: list[Choice], unseated: int, left: tuple[int, ...], above: int, limit: int, cost: int
    ) -> None:
        """Seat the rest; `above` is the reduced cost of those already seated."""
        if not unseated:
            self.best, self.ceiling = self.taken[:], cost
            return
        least = _least(choices)
        self.work -= len(choices)
        slack = self.unit * (self.ceiling - 1) - above - sum(least.values())  # to be cheaper than the best
        if len(least) < unseated or slack < 0:
            return
        choices = _promising(choices, least, slack)
        for choice in _fewest(choices):
            if self.work <= 0:
                return
            if choice.penalty <= limit:
                spare = (*left[: choice.size], left[choice.size] - 1, *left[choice.size + 1 :])
                room, others = limit - choice.penalty, unseated - len(choice.rows)
                rest = _rest(choices, choice, spare, room)
                self.taken.append(choice.rows)
                self._go(rest, others, spare, above + choice.reduced, room, cost + choice.cost)
                self.taken.pop()


def _promising(choices: Sequence[Choice], least: Mapping[int, int], slack: int) -> list[Choice]:
    """Those that bring no more above the least shares of their players than there is slack."""
    return [
        choice
        for choice in choices
        if choice.reduced <= slack or choice.reduced - sum([least[row] for row in choice.rows]) <= slack
    ]


def _choices(candidates: ColumnGroups, reduced: Sequence[int], most: int, players: int) -> list[Choice]:
    """The tables of no more reduced cost than that, those of the least share first."""
    bits = [1 << player for player in range(players)]
    choices = []
    for (cost, penalty, filled), above in zip(candidates.columns, reduced, strict=True):
        if above > most:
            continue
        size, rows = (0, filled) if filled[-1] < players else (filled[-1] - players, filled[:-1])
        share = PARTS * above // len(rows)
        mask = sum([bits[row] for row in rows])
        choices.append(Choice(share, PARTS * above, mask, penalty, cost, size, rows, (share,) * len(rows)))
    choices.sort(key=attrgetter("share"))
    return choices


def _least(choices: Sequence[Choice]) -> dict[int, int]:
    """The least share of each player; choices are in the order of their shares."""
    backwards = choices[::-1]
    rows = chain.from_iterable([choice.rows for choice in backwards])
    return dict(zip(rows, chain.from_iterable([c.shares for c in backwards]), strict=True))


def _fewest(choices: Sequence[Choice]) -> list[Choice]:
    """The choices of the player who has fewest."""
    counts = Counter(chain.from_iterable([choice.rows for choice in choices]))
    player = min(counts, key=lambda row: (counts[row], row))
    return [choice for choice in choices if choice.mask >> player & 1]


def _rest(choices: Sequence[Choice], taken: Choice, left: Sequence[int], limit: int) -> list[Choice]:
    """The choices left when one is taken."""
    mask = taken.mask
    rest = [choice for choice in choices if not choice.mask & mask and choice.penalty <= limit]
    if left[taken.size]:
        return rest
    return [choice for choice in rest if choice.size != taken.size]
