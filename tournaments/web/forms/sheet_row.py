"""A row of the sheet on which all hands of a table stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.models import Hand

from .inputs import Input


@dataclass(slots=True)
class SheetRow:
    """A hand on the sheet: as it stands, or as it was typed, with what it gives or what is wrong with it.

    `differs` is what was typed where another tally stands.
    """

    number: int
    sides: list[list[Input]]
    standing: Hand | None = None
    scores: Sequence[int | None] = ()
    faults: list[str] = field(default_factory=list)
    differs: str = ""
    totals: Mapping[str, int] = field(default_factory=dict)

    @property
    def faults_of_the_row(self) -> list[str]:
        """Those of its faults that stand beside none of its numbers."""
        beside = [fault for side in self.sides for one in side for fault in one.faults]
        return [fault for fault in self.faults if fault not in beside]

    @property
    def is_typed(self) -> bool:
        """Whether something was typed in it that does not stand."""
        return not self.standing and any(one.typed for side in self.sides for one in side)
