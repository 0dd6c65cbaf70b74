"""The form for a hand, made from the fields that the rule set declares and the game's sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from scoring.fields import Field, Kind
from tournaments.actions.core.refusals import Problem
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Hand
from tournaments.wording.words import seat_name, translated

from .game_forms import PLAIN, FormLayout, sheet_of
from .inputs import NOBODY, Input, SideInputs, Total, values, written
from .questions import Source, questions

Locked = Mapping[str, Sequence[int]]
"""What was asked before play: by field, a value for each side."""


class TallyForm:
    """A form for the tally of a hand, as shown on pages and read by the rule set.

    `locked` is what was asked before play. Where something is, and neither it nor the hand is
    there yet, the form asks for that alone.
    """

    def __init__(
        self,
        play: TableInPlay,
        number: int,
        *,
        data: Mapping[str, str] | None = None,
        hand: Hand | None = None,
        locked: Locked | None = None,
        asks_first: bool = False,
    ) -> None:
        self.play, self.before = play, play.before(number)
        self.locked: Locked = {} if asks_first else locked or {}
        self.game = play.table.round.tournament.rules
        self.sheet: FormLayout = sheet_of(self.game)
        self.asks_first = asks_first
        self.faults: list[str] = []
        self.reason_faults: list[str] = []
        self.playing = self.before.removed.count(None)
        self._data, self._hand = data, hand
        fields = self.game.line_fields(self.before.options, self.playing)
        if asks_first:
            fields = tuple(field for field in fields if field.name in self.game.announced)
        fields = tuple(field for field in fields if field.name not in self.locked)
        self.lines = [
            SideInputs(side, seats, self.before.removed[side] is None) for side, seats in enumerate(play.sides)
        ]
        for line in self.lines:
            self._fill(line, fields)
        self.picked = self._picked(fields)
        self.facts = self._facts()
        self.questions = {} if asks_first else questions(self.sheet, Source(data, hand))
        self._leave_the_rest()
        self._leave_the_roles()

    def _input(self, declared: Field, name: str, stored: object, choices: Sequence[tuple[str, str]]) -> Input:
        """A field with the value that was sent, else that of the current hand."""
        if self._data is not None:
            typed = self._data.get(name, "").strip()
        elif self._hand:
            typed = written(stored) or (NOBODY if declared.name in (*self.sheet.one_side, *self.sheet.above) else "")
        else:
            typed = ""
        return Input(declared, name, typed, choices)

    def usual(self, one: Input) -> str:
        """The value of an empty cell in a spreadsheet."""
        return self.sheet.usual.get(one.declared.name, written(one.declared.default))

    def _fill(self, line: SideInputs, fields: Iterable[Field]) -> None:
        stored = (self._hand.lines[line.side] or {}) if self._hand else {}
        for declared in fields if line.plays else ():
            if declared.name not in self.sheet.one_side:
                name, value = f"line-{line.side}-{declared.name}", stored.get(declared.name)
                line.inputs[declared.name] = self._input(declared, name, value, self._choices(declared))

    def _picked(self, fields: Iterable[Field]) -> dict[str, Input]:
        """The fields that only one side has, asked once."""
        sides = [(str(line.side), line.who) for line in self.lines if line.plays]
        return {
            declared.name: self._input(
                replace(declared, kind=Kind.SIDE, choices=(), optional=True, default=None),
                f"line-{declared.name}",
                self._side_with(declared.name),
                sides,
            )
            for declared in fields
            if declared.name in self.sheet.one_side
        }

    def _side_with(self, name: str) -> int | None:
        lines = self._hand.lines if self._hand else ()
        return next((side for side, line in enumerate(lines) if line and line.get(name)), None)

    def _facts(self) -> dict[str, Input]:
        stored = self._hand.facts if self._hand else {}
        return {
            f.name: self._input(f, f"hand-{f.name}", stored.get(f.name), self._choices(f))
            for f in (() if self.asks_first else self.game.hand_fields)
        }

    def _choices(self, declared: Field) -> list[tuple[str, str]]:
        if declared.kind is Kind.SIDE:
            return [(str(line.side), self._side_name(line)) for line in self.lines if line.plays]
        return [(str(choice.value), translated(choice.label)) for choice in declared.choices]

    def _side_name(self, line: SideInputs) -> str:
        if len(line.seats) > 1 or len(self.play.sides) == 2:
            return line.who
        return f"{seat_name(line.seats[0].number, len(self.play.seats))}: {line.who}"

    def _leave_the_rest(self) -> None:
        """Where one alone of a column with a known sum was left empty, the rest is its own."""
        for total in self.totals.values():
            if total.less:
                continue  # whether something is taken off has to be told by the numbers
            column = self.column(total.name)
            blank = [one for one in column if one.typed == ""]
            numbers = [one.value for one in column if one.typed]
            if len(blank) != 1 or not all(type(value) is int for value in numbers):
                continue
            rest = total.sum - sum(numbers)
            if column != blank and blank[0].declared.accepts(rest):
                blank[0].rest = rest

    def _leave_the_roles(self) -> None:
        """Once a part that one side plays has been given, the sides that were given none have the usual one."""
        for name in self.sheet.columns if self.sheet.alone else ():
            column = self.column(name)
            if any(one.typed in self.sheet.alone for one in column):
                for one in column:
                    one.typed = one.typed or self.usual(one)

    def column(self, name: str) -> list[Input]:
        """One field's inputs of all sides."""
        return [line.inputs[name] for line in self.lines if name in line.inputs]

    @cached_property
    def totals(self) -> dict[str, Total]:
        """The sums of the columns that the rules fix, by field name."""
        less = {name: f"hand-{fact}" for name, fact in self.sheet.lessens.items()}
        sums = self.game.sums(self.before.options, self.playing).items()
        columns = ((name, total, self.column(name)) for name, total in sums)
        return {
            name: Total(name, column[0].label, total, less.get(name, "")) for name, total, column in columns if column
        }

    @property
    def inputs(self) -> list[Input]:
        """Every input of the form."""
        in_lines = (one for line in self.lines for one in line.inputs.values())
        return [*in_lines, *self.picked.values(), *self.facts.values(), *self.questions.values()]

    @property
    def errors(self) -> list[str]:
        """Every fault of the form."""
        return [*self.faults, *(fault for one in self.inputs for fault in one.faults), *self.reason_faults]

    @property
    def is_filled(self) -> bool:
        """Whether nothing that has to be written down is missing."""
        return all(one.value is not None for one in self.inputs if one.declared.required)

    def tally(self, *, so_far: bool = False) -> dict[str, Any]:
        """The tally for the rule set, without empty fields.

        With `so_far`, an empty required number counts as 0.
        """
        lines = [self._line(line, so_far=so_far) for line in self.lines]
        facts = values(self.facts.values())
        return {"lines": lines, **({"hand": facts} if facts else {})}

    def _line(self, line: SideInputs, *, so_far: bool) -> dict[str, Any] | None:
        if not line.plays:
            return None
        line_values = {name: sides[line.side] for name, sides in self.locked.items()}
        line_values |= values(line.inputs.values())
        line_values |= {name: one.typed == str(line.side) for name, one in self.picked.items() if one.typed or so_far}
        return {**self._begun(line), **line_values} if so_far else line_values

    def _begun(self, line: SideInputs) -> dict[str, Any]:
        """The initial values of a side."""
        needed = [one for one in line.inputs.values() if one.declared.required]
        return {one.declared.name: self.usual(one) if one.choices else one.declared.minimum for one in needed}

    def report(self, problems: Iterable[Problem]) -> None:
        """Show each problem beside its input, or above the form."""
        places = {"reason": self.reason_faults} | {one.name: one.faults for one in self.inputs}
        for problem in problems:
            place, text = places.get(self.place_of(problem), self.faults), problem.text(gettext)
            if text not in place:
                place.append(text)

    def place_of(self, problem: Problem) -> str:
        """The name of the input that a problem is about, if there is one of that name."""
        *path, last = map(str, problem.pointer or ("",))
        if last in self.picked and path[:1] == ["lines"]:
            return self.picked[last].name
        return "-".join((*path, last)).replace("lines-", "line-", 1)

    @property
    def is_plain(self) -> bool:
        """Whether the game has no sheet of its own."""
        return self.sheet is PLAIN
