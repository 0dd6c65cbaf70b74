"""What was typed: numbers, and the fields of a tally with what is wrong with them, by side and added up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from scoring.fields import Field, Kind
from tournaments.models import Seat
from tournaments.web.words import translated

DIGITS = 9
MAX_TICKED = 4
"""So many are ticked and not typed."""


def number(text: str) -> int | str | None:
    """The number that was typed, None for nothing, the text itself where it is no number."""
    bare = text.strip()
    if not bare:
        return None
    digits = bare.removeprefix("-")
    return int(bare) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else bare


def number_in(sent: QueryDict, name: str) -> int | None:
    """The whole number that was sent under a name, None for anything else."""
    typed = number(sent.get(name, ""))
    return typed if isinstance(typed, int) else None


@dataclass(slots=True)
class Input:
    """A declared field under its name on the form.

    `rest` is what is left for it of a sum, where it alone of its column was left empty.
    """

    declared: Field
    name: str
    typed: str
    choices: Sequence[tuple[str, str]] = ()
    faults: list[str] = field(default_factory=list)
    rest: int | None = None

    @property
    def label(self) -> str:
        """What the field is called."""
        return translated(self.declared.label)

    @property
    def short(self) -> str:
        """What the field is called where room is scarce."""
        return translated(self.declared.short or self.declared.label)

    @property
    def help(self) -> str:
        """What the field means."""
        return translated(self.declared.help)

    @property
    def control(self) -> str:
        """How it is filled in: number, count, tick or choice."""
        declared = self.declared
        if self.choices:
            return "choice"
        if declared.kind is Kind.BOOLEAN or (declared.minimum, declared.maximum) == (0, 1):
            return "tick"
        return "count" if declared.minimum == 0 and declared.maximum <= MAX_TICKED else "number"

    @property
    def ticked(self) -> str:
        """What a tick stands for."""
        return "yes" if self.declared.kind is Kind.BOOLEAN else "1"

    @property
    def counts(self) -> list[str]:
        """The numbers to tick one of."""
        return [str(number) for number in range(self.declared.maximum + 1)]

    @property
    def value(self) -> Any:
        """What was typed as the rule set reads it, None where nothing was."""
        if self.declared.kind is Kind.BOOLEAN:
            return self.typed == "yes"
        if self.declared.choices:
            values = {str(choice.value): choice.value for choice in self.declared.choices}
            return values.get(self.typed, self.typed or None)
        return self.rest if self.typed == "" else number(self.typed)

    @property
    def is_usual(self) -> bool:
        """Whether it says nothing that would not hold anyway."""
        return self.typed in ("", written(self.declared.default))


@dataclass(slots=True)
class Line:
    """A side's part of the form; without inputs for one that is out of the game."""

    side: int
    seats: tuple[Seat, ...]
    plays: bool
    inputs: dict[str, Input] = field(default_factory=dict)

    @property
    def who(self) -> str:
        """The names of those who play for the side."""
        return " – ".join(seat.entry.name for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Total:
    """What the inputs of a column add up to; the fact named `less` is taken off."""

    name: str
    label: str
    sum: int
    less: str = ""


def written(value: object) -> str:
    """A value as a form holds it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)


def values(inputs: Iterable[Input]) -> dict[str, Any]:
    """What the rule set reads of these; what was left empty is left out."""
    by_name = {one.declared.name: one.value for one in inputs}
    return {name: value for name, value in by_name.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Typist:
    """Fills inputs in: with what was sent, else with the hand that stands, else with the usual."""

    sent: Mapping[str, str] | None
    stands: bool
    usual: Mapping[str, str]

    def fill(self, declared: Field, name: str, stored: object, choices: Sequence[tuple[str, str]]) -> Input:
        """The input of a declared field under this name."""
        return Input(declared, name, self._typed(declared, name, stored), choices)

    def _typed(self, declared: Field, name: str, stored: object) -> str:
        if self.sent is not None:
            return self.sent.get(name, "").strip()
        if self.stands:
            return written(stored)
        return self.usual.get(declared.name, written(declared.default))
