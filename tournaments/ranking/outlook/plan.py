"""The rounds and tables that are still to be played."""

from collections.abc import Callable
from dataclasses import dataclass, field

from scoring.bounds import TableBounds
from tournaments.ranking.results import TableResult


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The `rounds` that are played in all, and what their tables can come to.

    `fresh` is by how many sides such a table may have, each of `partners` entries. `seats_all` says that every draw
    seats as many as tables of some of these sizes allow. `bounds_of` gives what an outstanding table can still come to.
    """

    rounds: int
    fresh: tuple[TableBounds, ...]
    bounds_of: Callable[[TableResult], TableBounds] = field(compare=False)
    partners: int = 1
    seats_all: bool = True

    @property
    def sizes(self) -> list[int]:
        """How many entries a table may seat."""
        return [len(each.least) * self.partners for each in self.fresh]
