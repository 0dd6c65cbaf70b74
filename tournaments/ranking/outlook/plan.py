"""The rounds and tables that are still to be played."""

from collections.abc import Callable
from dataclasses import dataclass, field

from scoring.bounds import TableBounds
from tournaments.ranking.results import TableResult


@dataclass(frozen=True, slots=True)
class CutRule:
    """The rule of a knock-out: how many entries qualify from each table, what decides ties, and the smallest table.

    If fewer qualify than the smallest table seats, the best placed of the others come back.
    """

    going_on: int
    ties: str
    smallest: int


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The number of rounds planned in all, and the bounds of tables still to be played.

    `fresh` has the bounds of a new table for each permitted number of sides; a side has as many entries as `partners`.
    If `seats_all`, every draw seats as many entries as tables of these sizes allow. `bounds_of` returns the bounds of
    an outstanding table. `cut` is the rule of a knock-out.
    """

    rounds: int
    fresh: tuple[TableBounds, ...]
    bounds_of: Callable[[TableResult], TableBounds] = field(compare=False)
    partners: int = 1
    seats_all: bool = True
    cut: CutRule | None = None

    @property
    def sizes(self) -> list[int]:
        """The numbers of entries that a table may seat."""
        return [len(each.least) * self.partners for each in self.fresh]
