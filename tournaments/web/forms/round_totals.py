"""The totals of a round on one page: a row for each table, typed or pasted."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.table import judge_next
from scoring.values import Checks
from tournaments.actions.core.refusals import Problem
from tournaments.actions.hands.tables import TableInPlay

from .hands import TallyForm

TOTAL = 1
"""The number of the only hand of a table that is scored by its total."""


@dataclass(slots=True)
class TotalsRow:
    """A table with the form for its total. A stored total is corrected on a page of its own.

    `differs` is the typed total if it is different from the stored total.
    """

    play: TableInPlay
    form: TallyForm
    is_typed: bool
    faults: list[str] = field(default_factory=list)
    differs: str = ""

    @property
    def number(self) -> int:
        """The number of the table."""
        return self.play.table.number

    @property
    def is_stored(self) -> bool:
        """Whether the table's total is stored."""
        return bool(self.play.hands)

    def report(self, problems: list[Problem]) -> None:
        """Show each problem beside its input, or below the row."""
        self.form.report(problems)
        self.faults = self.form.faults


class RoundTotals:
    """The rows for a round's tables with the submitted input. This class stores nothing."""

    def __init__(self, plays: list[TableInPlay], sent: Mapping[str, str]) -> None:
        self.rows = [self._row(play, sent) for play in plays]

    def _row(self, play: TableInPlay, sent: Mapping[str, str]) -> TotalsRow:
        prefix = f"{play.table.number}-"
        typed = {name.removeprefix(prefix): value for name, value in sent.items() if name.startswith(prefix)}
        is_typed = any(value.strip() for value in typed.values())
        row = TotalsRow(play, TallyForm(play, TOTAL, data=typed), is_typed and not play.hands)
        if is_typed and row.is_stored and row.form.tally()["lines"] != play.hands[0].lines:
            row.differs = " · ".join(one.said or "–" for line in row.form.lines for one in line.inputs.values())
        score = judge_next(play.rules, play.state, row.form.tally(), Checks.PLAY) if row.is_typed else None
        if isinstance(score, list):
            row.report(score)
        return row

    @property
    def has_faults(self) -> bool:
        """Whether any row has an error or differs from the stored total."""
        return any(row.form.errors or row.differs for row in self.rows)

    @property
    def is_begun(self) -> bool:
        """Whether any table has a stored total."""
        return any(row.is_stored for row in self.rows)

    @property
    def typed(self) -> list[TotalsRow]:
        """The rows that the action should store."""
        return [row for row in self.rows if row.is_typed]
