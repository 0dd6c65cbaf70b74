"""The form for a hand, made from the fields that the rule set declares."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.core import TableState
from scoring.fields import Choice, Field, Kind
from tournaments.actions.problems import Problem
from tournaments.actions.tables import TableInPlay
from tournaments.models import Hand, Seat
from tournaments.web.words import seat_name, translated

from .fields import number

Values = Mapping[str, str]


@dataclass(slots=True)
class Input:
    """One declared field of a side's line or of the hand, what was typed, and what is wrong."""

    declared: Field
    name: str
    typed: str
    choices: Sequence[tuple[str, str]] = ()
    faults: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What the field is called."""
        return translated(self.declared.label)

    @property
    def help(self) -> str:
        """What the field means."""
        return translated(self.declared.help)

    @property
    def kind(self) -> str:
        """What the field holds: integer, boolean, choice or side."""
        return self.declared.kind.value

    @property
    def value(self) -> Any:
        """What was typed as the rule set reads it, None where nothing was."""
        if self.declared.kind is Kind.BOOLEAN:
            return self.typed == "yes"
        if self.declared.kind is Kind.CHOICE:
            known = {str(choice.value): choice.value for choice in self.declared.choices}
            return known.get(self.typed, self.typed or None)
        return number(self.typed)


@dataclass(slots=True)
class Line:
    """A side's part of the form; without inputs for one that is out of the game."""

    side: int
    seats: tuple[Seat, ...]
    inputs: list[Input]

    @property
    def needed(self) -> list[Input]:
        """What has to be written down."""
        return [one for one in self.inputs if one.declared.required]

    @property
    def optional(self) -> list[Input]:
        """What may be written down."""
        return [one for one in self.inputs if not one.declared.required]


class TallyForm:
    """A hand's tally to be filled in, as a page shows it and as the rule set reads it."""

    def __init__(
        self,
        play: TableInPlay,
        before: TableState,
        *,
        data: Values | None = None,
        hand: Hand | None = None,
    ) -> None:
        self.play, self.data = play, data
        self.faults: list[str] = []
        game, options = play.table.round.tournament.rules, before.options
        playing = before.removed.count(None)
        fields = game.line_fields(options, playing)
        self.lines = [
            Line(side, seats, self._inputs(fields, f"line-{side}", _line(hand, side)))
            if before.removed[side] is None
            else Line(side, seats, [])
            for side, seats in enumerate(play.sides)
        ]
        facts = hand.facts if hand else {}
        self.facts = self._inputs(game.hand_fields(options, playing), "hand", facts)

    def _inputs(
        self, fields: Iterable[Field], prefix: str, stored: Mapping[str, Any]
    ) -> list[Input]:
        named = [(declared, f"{prefix}-{declared.name}") for declared in fields]
        return [
            Input(
                declared,
                name,
                _stored(stored.get(declared.name))
                if self.data is None
                else self.data.get(name, "").strip(),
                self._choices(declared),
            )
            for declared, name in named
        ]

    def _choices(self, declared: Field) -> list[tuple[str, str]]:
        if declared.kind is Kind.SIDE:
            return [(str(side), self._side_name(side)) for side in range(len(self.play.sides))]
        return [_choice(choice) for choice in declared.choices]

    def _side_name(self, side: int) -> str:
        seats = self.play.sides[side]
        names = " – ".join(seat.entry.name for seat in seats)
        return f"{seat_name(seats[0].number, len(self.play.seats))}: {names}"

    @property
    def inputs(self) -> list[Input]:
        """Every input of the form."""
        return [*(one for line in self.lines for one in line.inputs), *self.facts]

    @property
    def has_optional(self) -> bool:
        """Whether anything may be left out."""
        return any(not one.declared.required for one in self.inputs)

    @property
    def opens_optional(self) -> bool:
        """Whether something that may be left out is filled in or to be mended."""
        return any(not one.declared.required and (one.typed or one.faults) for one in self.inputs)

    @property
    def errors(self) -> list[str]:
        """Every fault of the form."""
        return [*self.faults, *(fault for one in self.inputs for fault in one.faults)]

    def tally(self) -> dict[str, Any]:
        """The tally as the rule set reads it; what was left empty is left out."""
        lines = [_values(line.inputs) if line.inputs else None for line in self.lines]
        facts = _values(self.facts)
        return {"lines": lines, **({"hand": facts} if facts else {})}

    def report(self, problems: Iterable[Problem]) -> None:
        """Put each problem beside its input, or above the form."""
        by_name = {one.name: one for one in self.inputs}
        for problem in problems:
            place = "-".join(str(step) for step in problem.pointer)
            one = by_name.get(place.replace("lines-", "line-", 1))
            (one.faults if one else self.faults).append(problem.text())


def _line(hand: Hand | None, side: int) -> Mapping[str, Any]:
    return (hand.lines[side] or {}) if hand else {}


def _stored(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)


def _choice(choice: Choice) -> tuple[str, str]:
    return str(choice.value), translated(choice.label)


def _values(inputs: Iterable[Input]) -> dict[str, Any]:
    values = {one.declared.name: one.value for one in inputs}
    return {name: value for name, value in values.items() if value is not None}
