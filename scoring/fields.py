"""Fields of a tally, of options or of table rules; reading, pages and documents use the same declaration."""

import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import TypeVar

from scoring.problems import Problem
from scoring.problems import gettext_noop as _

Value = int | str
"""A value of a field; a bool is an int."""

MAX_PROBLEMS = 100
"""The most problems in one answer, which keeps it small and readable."""


class Kind(Enum):
    """The type of a field without choices. A side is the number of a seat, counted from 0."""

    INTEGER = "integer"
    BOOLEAN = "boolean"
    SIDE = "side"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that a field may have, with its label."""

    value: Value
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field's name, its possible values, and its texts.

    `label`, `help`, `short` (the label for narrow spaces) and the labels of the choices are English source texts for
    translation. A missing field gets its default. Without a default, a missing field is left out if it is `optional`,
    else it is a problem. If `asked` is true, forms do not preselect a choice.
    """

    name: str
    label: str
    help: str = ""
    _: KW_ONLY
    short: str = ""
    kind: Kind = Kind.INTEGER
    minimum: int = 0
    maximum: int = 1_000_000
    multiple_of: int = 1
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    default: Value | None = None
    asked: bool = False

    @property
    def required(self) -> bool:
        """Return whether a value is required."""
        return not self.optional and self.default is None

    @property
    def is_long(self) -> bool:
        """Return whether a number may have more than three characters."""
        return self.minimum < -99 or self.maximum > 999

    def accepts(self, value: object) -> bool:
        """Return whether a raw value is valid for this field."""
        if self.choices:
            return any(type(value) is type(c.value) and value == c.value for c in self.choices)
        if self.kind is Kind.BOOLEAN:
            return value is True or value is False
        return type(value) is int and self.minimum <= value <= self.maximum and value % self.multiple_of == 0

    def problem(self, value: object) -> Problem:
        """Return the problem of a value that `accepts` refused."""
        if self.kind is Kind.BOOLEAN:
            message = _("Enter true or false.")
            return Problem("not_a_boolean", message, pointer=(self.name,))
        if self.choices:
            choices = ", ".join(str(choice.value) for choice in self.choices)
            message = _("Choose one of: %(choices)s.")
            return Problem("not_a_choice", message, {"choices": choices}, pointer=(self.name,))
        if type(value) is not int:
            return Problem("not_an_integer", _("Enter a whole number."), pointer=(self.name,))
        return self._out_of_bounds(value)

    def _out_of_bounds(self, value: int) -> Problem:
        bounds = {"least": self.minimum, "most": self.maximum}
        if not self.minimum <= value <= self.maximum:
            message = _("Enter a number from %(least)d to %(most)d.")
            return Problem("out_of_range", message, bounds, (self.name,))
        code, message = f"not_multiple_of_{self.multiple_of}", _("Enter a multiple of %(step)d.")
        return Problem(code, message, {"step": self.multiple_of}, pointer=(self.name,))

    def json_schema(self, translate: Callable[[str], str] = str) -> dict[str, object]:
        """Return the field as JSON Schema, with its texts passed through `translate`."""
        schema: dict[str, object] = {"title": translate(self.label)}
        if self.help:
            schema["description"] = translate(self.help)
        if self.default is not None:
            schema["default"] = self.default
        return {**schema, **self._value_schema(translate)}

    def _value_schema(self, translate: Callable[[str], str]) -> dict[str, object]:
        if self.kind is Kind.BOOLEAN:
            return {"type": "boolean"}
        if self.choices:
            labelled = [{"const": c.value, "title": translate(c.label)} for c in self.choices]
            return {"enum": [c.value for c in self.choices], "oneOf": labelled}
        bounds = {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}
        return bounds if self.multiple_of == 1 else {**bounds, "multipleOf": self.multiple_of}


def object_schema(fields: Sequence[Field], translate: Callable[[str], str] = str) -> dict[str, object]:
    """Return the JSON Schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {field.name: field.json_schema(translate) for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def read_fields(fields: Sequence[Field], raw: Mapping[str, object]) -> tuple[dict[str, Value], list[Problem]]:
    """Return the valid values with defaults filled in, and the problems of the other values."""
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    matched = 0
    for field in fields:
        if field.name in raw:
            matched += 1
            value = raw[field.name]
            if field.accepts(value):
                values[field.name] = value  # type: ignore[assignment]  # accepted, so a Value
            else:
                problems.append(field.problem(value))
        elif field.required:
            problems.append(missing(field.name))
        elif field.default is not None:
            values[field.name] = field.default
    if matched < len(raw):
        problems += unknown(raw, {field.name for field in fields})
    return values, problems


Result = TypeVar("Result")


def join_problems(problems: list[Problem], result: Result | list[Problem]) -> Result | list[Problem]:
    """Return `result` if it is not a list of problems and `problems` is empty, else the problems of both."""
    if isinstance(result, list):
        return [*problems, *result][:MAX_PROBLEMS]
    return problems or result


def missing(name: str) -> Problem:
    """Return the problem of a required field that is missing."""
    return Problem("missing_field", _("This is missing: fill it in."), pointer=(name,))


def unknown(raw: Mapping[str, object], allowed: Container[str]) -> list[Problem]:
    """Return a problem for each name in `raw` that is not in `allowed`, at most `MAX_PROBLEMS` of them."""
    names = [name for name in raw if name not in allowed]
    message = _("There is no such field here: leave it out.")
    return [Problem("unknown_field", message, {}, (legible(n),)) for n in names[:MAX_PROBLEMS]]


def wrong_type(message: str, *path: str) -> Problem:
    """Return the problem of a value of the wrong type at this path."""
    return Problem("wrong_type", message, pointer=path)


LEGIBLE = 60


def legible(name: str) -> str:
    """Return a name from outside for display: its first `LEGIBLE` characters, with lone surrogates replaced."""
    return str(name)[:LEGIBLE].encode("utf-8", "replace").decode()


def normalise_text(text: str) -> str:
    """Return a text in composed characters, with single spaces and without control characters."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(c if unicodedata.category(c)[0] != "C" or c == "\u200d" else " " for c in composed)
    return " ".join(visible.split())
