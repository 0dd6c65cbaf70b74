"""The rounds and tables that are still to be played."""

from collections.abc import Callable
from dataclasses import dataclass, field

from scoring.bounds import TableBounds
from tournaments.ranking.results import TableResult


@dataclass(frozen=True, slots=True)
class CutRule:
    """The rule of a knock-out: how many qualify from each table, what decides ties, and the smallest table size.

    If too few qualify for the smallest table, the best of the eliminated entries come back.
    """

    going_on: int
    ties: str
    smallest: int


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The planned number of rounds, and the possible results of tables still to be played.

    `fresh` has the bounds of a new table for each possible number of sides; a side has `partners` entries. With
    `seats_all`, every draw seats as many entries as tables of these sizes can have. `bounds_of` returns the bounds of
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
        """How many entries a table can have."""
        return [len(each.least) * self.partners for each in self.fresh]
