"""The table sheet: a row for each hand, with the numbers of all players side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.fields import Field, Kind
from scoring.table import judge_next
from scoring.values import Checks, HandScore
from tournaments.actions.core.refusals import Problem
from tournaments.actions.hands.tables import TableInPlay, table_state
from tournaments.actions.hands.tallies import skipped
from tournaments.models import Hand

from .hands import TallyForm
from .inputs import Input, number


@dataclass(slots=True)
class SheetRow:
    """A hand on the table sheet: its current or typed tally, with its result or problems.

    `differs` is the typed tally if it is different from the current tally.
    """

    number: int
    sides: list[list[Input]]
    current: Hand | None = None
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
        return not self.current and any(one.typed for side in self.sides for one in side)


AHEAD = 4
"""The number of empty rows for further hands if the number of hands is not fixed."""
MOST = 60


def grid_fields(play: TableInPlay) -> list[str]:
    """Return the names of a side's number fields; [] if a hand requires other fields."""
    game, playing = play.rules, play.state.removed.count(None)
    declared = game.line_fields(play.state.options, playing)
    plain = all(is_number(one) for one in declared if one.required)
    if not plain or any(one.required for one in game.hand_fields):
        return []
    return [one.name for one in declared if one.required or (is_number(one) and one.default == 0)]


def is_number(declared: Field) -> bool:
    """Return whether a field is an integer without choices."""
    return declared.kind is Kind.INTEGER and not declared.choices


class TableSheet:
    """The rows of a table with the submitted input. This class stores nothing."""

    def __init__(self, play: TableInPlay, sent: Mapping[str, str] | None = None) -> None:
        self.play, self.fields, self._sent = play, self.columns_of(play), sent or {}
        self._game = play.rules
        self._locked = self._announced()
        self.typed = {n: data for n, data in _by_hand(self._sent).items() if self._has_input(n, data)}
        self._so_far = play
        self.rows = [self._row(number) for number in range(1, self._last() + 1)]

    @staticmethod
    def columns_of(play: TableInPlay) -> list[str]:
        """Return the names of a side's fields on the sheet."""
        return grid_fields(play)

    @property
    def after(self) -> TableInPlay:
        """The table as it would be after the valid rows."""
        return self._so_far

    @property
    def has_faults(self) -> bool:
        """Whether any row has faults or differs from the current hand."""
        return any(row.faults or row.differs for row in self.rows)

    @property
    def is_settled(self) -> bool:
        """Whether the table is no longer in play and every row has a recorded hand."""
        return not self.play.table.is_in_play and all(row.current for row in self.rows)

    @property
    def is_long(self) -> bool:
        """Whether a number on the sheet can have more than three characters."""
        return any(one.declared.is_long for row in self.rows[:1] for side in row.sides for one in side)

    @property
    def next(self) -> int:
        """The number of the next hand to enter."""
        return len(self.play.hands) + 1

    @property
    def names(self) -> list[str]:
        """The names of a row's inputs from left to right, as in a hand's form."""
        return self._names(self.fields)

    @property
    def needed_names(self) -> list[str]:
        """The names of a row's inputs that must be filled in."""
        declared = self._game.line_fields(self.play.state.options, self.play.state.removed.count(None))
        return self._names([one.name for one in declared if one.required])

    def _names(self, fields: Sequence[str]) -> list[str]:
        return [f"line-{side}-{name}" for side in range(len(self.play.sides)) for name in fields]

    def form(self, number: int, play: TableInPlay | None = None) -> TallyForm:
        """Return the form of a hand, filled with the input of its row."""
        return TallyForm(play or self.play, number, data=self.typed.get(number, {}))

    def unread(self, _form: TallyForm) -> list[Problem]:
        """Return problems of a row that the rule set does not check; [] for this class."""
        return []

    def _judged(self, form: TallyForm, checks: Checks) -> HandScore | list[Problem]:
        """Return the result of a row, or all its problems."""
        score, unread = judge_next(self._game, form.before, form.tally(), checks), self.unread(form)
        places = {form.place_of(problem) for problem in unread}
        others = [one for one in score if form.place_of(one) not in places] if isinstance(score, list) else []
        return [*unread, *others] if unread else score

    def report(self, number: int, problems: Sequence[Problem]) -> None:
        """Show why a row was refused, unless the row already has problems or a recorded hand."""
        if not self.rows[number - 1].faults and not self.rows[number - 1].current:
            self.rows[number - 1] = self._refused(number, self.form(number), problems)

    def _last(self) -> int:
        planned = self.play.state.rules.hands
        played = len(self.play.hands)
        if self.play.is_over:
            planned = played
        return min(MOST, max([planned or played + AHEAD, *(n for n in self.typed if n <= MOST)]))

    def _announced(self) -> dict[int, dict[str, str]]:
        """Return the current announcements by hand, as names and values of the form's inputs."""
        if not self._game.announced:
            return {}
        return {
            one.number: {
                f"line-{side}-{name}": str(line[name])
                for side, line in enumerate(one.lines)
                for name in self._game.announced
                if line
            }
            for one in self.play.table.announcements.current()
        }

    def _has_input(self, hand: int, data: Mapping[str, str]) -> bool:
        locked = self._locked.get(hand, {})
        return any(text.strip() and locked.get(name) != text.strip() for name, text in data.items())

    def _row(self, hand: int) -> SheetRow:
        current = next((one for one in self.play.hands if one.number == hand), None)
        if hand not in self.typed:
            data = None if current else self._locked.get(hand, {})
            return self._shown(hand, TallyForm(self._so_far, hand, data=data, hand=current), current)
        form = self.form(hand, self._so_far)
        score = self._judged(form, Checks.STORED if current else Checks.PLAY)
        if current:
            return self._beside(current, form, score)
        if isinstance(score, list) or (gap := self._gap(hand)):
            return self._refused(hand, form, score if isinstance(score, list) else gap)
        row = self._shown(hand, form, None)
        row.scores = score.scores
        self._go_on(hand, score)
        return row

    def _gap(self, hand: int) -> list[Problem]:
        following = len(self._so_far.hands) + 1
        return [skipped(following)] if hand > following else []

    def _beside(self, current: Hand, form: TallyForm, score: HandScore | list[Problem]) -> SheetRow:
        row = self._shown(current.number, TallyForm(self.play, current.number, hand=current), current)
        tally = {"lines": current.lines, "hand": current.facts}
        if isinstance(score, list) or score.tally.as_json() != tally:
            row.differs = " · ".join(one.said or "–" for side in self._cells(form) for one in side)
        return row

    def _refused(self, hand: int, form: TallyForm, problems: Sequence[Problem]) -> SheetRow:
        form.report(problems)
        row = self._shown(hand, form, None)
        row.faults = list(dict.fromkeys(form.errors))
        return row

    def _shown(self, hand: int, form: TallyForm, current: Hand | None) -> SheetRow:
        found = {name: total.sum for name, total in form.totals.items() if name in self.fields}
        totals = {name: total for name, total in found.items() if total is not None}
        return SheetRow(hand, self._cells(form), current, current.scores if current else (), totals=totals)

    def _cells(self, form: TallyForm) -> list[list[Input]]:
        return [[line.inputs[name] for name in self.fields if name in line.inputs] for line in form.lines]

    def _go_on(self, hand: int, score: HandScore) -> None:
        tally: dict[str, Any] = score.tally.as_json()
        played = Hand(number=hand, lines=tally["lines"], facts=tally["hand"], scores=list(score.scores))
        hands = (*self._so_far.hands, played)
        table = self.play.table
        self._so_far = replace(self._so_far, hands=hands, state=table_state(table, hands))


def _by_hand(sent: Mapping[str, str]) -> dict[int, dict[str, str]]:
    """Return the input of each row by the number of its hand in ascending order, at most `MOST` rows."""
    rows: dict[int, dict[str, str]] = {}
    for name, text in sent.items():
        hand, _dash, rest = name.partition("-")
        place = number(hand)
        if rest.startswith(("line-", "hand-")) and isinstance(place, int) and 0 < place <= MOST:
            rows.setdefault(place, {})[rest] = text
    return dict(sorted(rows.items()))
