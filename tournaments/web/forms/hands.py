"""The form for a hand, built from the fields that the rule set declares and from the game's form layout."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from scoring.fields import Field, Kind
from scoring.totals import PLAYED
from tournaments.actions.core.refusals import Problem
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Hand
from tournaments.wording.words import seat_name, translated

from .game_forms import PLAIN, FormLayout, Source, form_layout_of, questions
from .inputs import NOBODY, Input, SideInputs, Total, values, written

Locked = Mapping[str, Sequence[int]]
"""The values announced before play: by field, a value for each side."""


class TallyForm:
    """The form for the tally of a hand, which pages show and whose values the rule set reads.

    `locked` has the values that were announced before play; the form does not ask for them again. With `asks_first`,
    the form asks only for the announcement.
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
        self.game = play.rules
        self.layout: FormLayout = form_layout_of(self.game)
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
        self.picked = self._side_inputs(fields)
        self.facts = self._facts()
        names = {field.name for field in fields}
        self.questions = {} if asks_first else questions(self.layout, Source(data, hand), names)
        self._fill_remainder()
        self._fill_roles()
        self._mirror()

    def _input(self, declared: Field, name: str, stored: object, choices: Sequence[tuple[str, str]]) -> Input:
        """Return an input with the submitted value; without data, with the current hand's value; else with ""."""
        if self._data is not None:
            typed = self._data.get(name, "").strip()
        elif self._hand:
            typed = written(stored) or (NOBODY if self._means_nobody(declared.name) else "")
        else:
            typed = ""
        return Input(declared, name, typed, choices)

    def _means_nobody(self, name: str) -> bool:
        """Return whether a field without a value in the current hand says that it applies to none of the sides."""
        lines = self._hand.lines if self._hand else ()
        if name in self.layout.instead and not any(line and name in line for line in lines):
            return False  # other fields were filled in instead
        return name in self.layout.one_side or name in self.layout.above

    def usual(self, one: Input) -> str:
        """Return the value of an empty spreadsheet cell."""
        return self.layout.usual.get(one.declared.name, written(one.declared.default))

    def _fill(self, line: SideInputs, fields: Iterable[Field]) -> None:
        stored = (self._hand.lines[line.side] or {}) if self._hand else {}
        for declared in fields if line.plays else ():
            if declared.name not in self.layout.one_side:
                name, value = f"line-{line.side}-{declared.name}", stored.get(declared.name)
                line.inputs[declared.name] = self._input(declared, name, value, self._choices(declared))

    def _side_inputs(self, fields: Iterable[Field]) -> dict[str, Input]:
        """Return the inputs that ask which side a field applies to, by field name."""
        sides = [(str(line.side), line.names) for line in self.lines if line.plays]
        return {
            declared.name: self._input(
                replace(
                    declared,
                    kind=Kind.SIDE,
                    choices=(),
                    optional=declared.name not in self.layout.somebody,
                    default=None,
                ),
                f"line-{declared.name}",
                self._side_with(declared.name),
                sides,
            )
            for declared in fields
            if declared.name in self.layout.one_side
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
            return line.names
        return f"{seat_name(line.seats[0].number, len(self.play.seats))}: {line.names}"

    def _fill_remainder(self) -> None:
        """In a column with a fixed sum and one empty input, offer the missing amount as `rest`.

        This is not done if a fact can lessen the sum.
        """
        broken_off = PLAYED.name in self.facts and self.facts[PLAYED.name].typed
        for total in self.totals.values():
            if total.sum is None or total.less or broken_off:
                continue  # only the typed numbers show whether something is subtracted
            column = self.column(total.name)
            blank = [one for one in column if one.typed == ""]
            numbers = [one.value for one in column if one.typed]
            if len(blank) != 1 or not all(type(value) is int for value in numbers):
                continue
            rest = total.sum - sum(numbers)
            if column != blank and blank[0].declared.accepts(rest):
                blank[0].rest = rest

    def _fill_roles(self) -> None:
        """If a side has a role that only one side can have, give the usual role to the sides without a role."""
        for name in self.layout.columns if self.layout.alone else ():
            column = self.column(name)
            if any(one.typed in self.layout.alone for one in column):
                for one in column:
                    one.typed = one.typed or self.usual(one)

    def _mirror(self) -> None:
        """If one side has a value that decides the other side's value, fill in the other side's value."""
        for name, opposites in self.layout.mirrored.items():
            given = [one for one in self.column(name) if one.typed in opposites]
            if len(given) == 1:
                for one in self.column(name):
                    one.typed = one.typed or opposites[given[0].typed]

    def column(self, name: str) -> list[Input]:
        """Return the inputs of all sides for one field."""
        return [line.inputs[name] for line in self.lines if name in line.inputs]

    @cached_property
    def totals(self) -> dict[str, Total]:
        """The totals of the columns whose sum the rules fix, by field name."""
        less = {name: f"hand-{fact}" for name, fact in self.layout.lessens.items()}
        sums = self.game.sums(self.before.options, self.playing).items()
        unless = self.facts[PLAYED.name].name if PLAYED.name in self.facts else ""
        found = [Total(name, total, less.get(name, ""), unless) for name, total in sums]
        for name, (fact, by_value) in self.layout.sums_by.items() if self.facts else ():
            one = self.facts[fact]
            found.append(Total(name, by_value.get(one.typed), by=one.name, sums=by_value))
        return {total.name: total for total in found if self.column(total.name)}

    @property
    def inputs(self) -> list[Input]:
        """All inputs of the form."""
        in_lines = (one for line in self.lines for one in line.inputs.values())
        return [*in_lines, *self.picked.values(), *self.facts.values(), *self.questions.values()]

    @property
    def errors(self) -> list[str]:
        """All faults of the form, as text."""
        return [*self.faults, *(fault for one in self.inputs for fault in one.faults), *self.reason_faults]

    @property
    def is_filled(self) -> bool:
        """Whether every required input has a value."""
        return all(one.value is not None for one in self.inputs if one.declared.required)

    def tally(self, *, so_far: bool = False) -> dict[str, Any]:
        """Return the tally for the rule set, without empty fields.

        With `so_far`, an empty required input counts as its minimum or as its usual choice.
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
        """Return the initial values of a side's required inputs: the minimum or the usual choice."""
        needed = [one for one in line.inputs.values() if one.declared.required]
        return {one.declared.name: self.usual(one) if one.choices else one.declared.minimum for one in needed}

    def report(self, problems: Iterable[Problem]) -> None:
        """Show each problem beside its input; if it has no input, above the form."""
        places = {"reason": self.reason_faults} | {one.name: one.faults for one in self.inputs}
        for problem in problems:
            place, text = places.get(self.place_of(problem), self.faults), problem.text(gettext)
            if text not in place:
                place.append(text)

    def place_of(self, problem: Problem) -> str:
        """Return the name of the input to which a problem points; the form may lack this input."""
        *path, last = map(str, problem.pointer or ("",))
        if last in self.picked and path[:1] == ["lines"]:
            return self.picked[last].name
        return "-".join((*path, last)).replace("lines-", "line-", 1)

    @property
    def is_plain(self) -> bool:
        """Whether the game has no layout of its own."""
        return self.layout is PLAIN
