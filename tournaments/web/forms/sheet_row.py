"""A row of the table sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.models import Hand

from .inputs import Input


@dataclass(slots=True)
class SheetRow:
    """A hand on the table sheet: the current or the typed tally, with its result or its problems.

    `differs` is the typed tally if another one is current.
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
        """The problems of the row that belong to none of its inputs."""
        beside = [fault for side in self.sides for one in side for fault in one.faults]
        return [fault for fault in self.faults if fault not in beside]

    @property
    def is_typed(self) -> bool:
        """Whether the row has unsaved input."""
        return not self.standing and any(one.typed for side in self.sides for one in side)
