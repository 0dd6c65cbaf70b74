"""Reading a JSON document part by part, and reporting each problem with its place."""

import re
from collections.abc import Callable, Collection, Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.problems import Problem, Step
from scoring.problems import gettext_noop as _

TURNING = "\u202a-\u202e\u2066-\u2069"
"""Marks that turn the direction of text until they are closed; in a name, also that of the text beside it on a page."""
NOT_STORED = re.compile(f"[\x00-\x1f\x7f{TURNING}\ud800-\udfff]")
"""Control characters, these marks, and halves of surrogate pairs, which no stored text may contain."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A part of a document: its raw value, its pointer, and the problems of the whole document.

    Invalid values are reported and replaced by `default`, so that all problems of a document are found at once.
    """

    raw: Any
    place: tuple[Step, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    default: Any = None

    def at(self, name: str, *, default: object = None) -> "Reader":
        """Return the part with this name in an object, or a part with the default."""
        return Reader(self.raw.get(name, default), (*self.place, name), self.problems, default)

    def report(self, code: str, message: str, /, **params: object) -> None:
        """Add a problem at this place."""
        self.problems.append(Problem(code, message, params, self.place))

    def take(self, accepts: Callable[[Any], bool], code: str, message: str, /, **params: object) -> Any:
        """Return the raw value if `accepts` returns true for it; else report a problem and return the default."""
        if accepts(self.raw):
            return self.raw
        self.report(code, message, **params)
        return self.default

    def choice(self, choices: Collection[str]) -> Any:
        """Return the raw value if it is one of these texts; else report a problem and return the default."""
        message = _("Choose one of: %(choices)s.")
        return self.take(lambda raw: raw in choices, "not_a_choice", message, choices=", ".join(choices))

    def boolean(self) -> Any:
        """Return the raw value if it is true or false; else report a problem and return the default."""
        return self.take(is_boolean, "wrong_type", _("Write true or false."))

    def as_object(self, code: str, message: str, /, **params: object) -> "Reader":
        """Return this part if it is an object; else report a problem and return a part with the default or {}."""
        return replace(self, raw=self.take(is_object, code, message, **params) or {})

    def entries(
        self, code: str, message: str, /, counts: Container[int] | None = None, **params: object
    ) -> list["Reader"]:
        """Return a part for each entry of a list.

        Report a problem if the value is not a list, or if its length is not in `counts`.
        """

        def accepts(raw: object) -> bool:
            return isinstance(raw, list) and (counts is None or len(raw) in counts)

        listed = self.take(accepts, code, message, **params) or []
        return [Reader(raw, (*self.place, n), self.problems) for n, raw in enumerate(listed)]


def is_object(raw: object) -> bool:
    """Return whether a raw value is a JSON object."""
    return isinstance(raw, Mapping)


def is_integer(raw: object) -> bool:
    """Return whether a raw value is an integer; true and false are not."""
    return type(raw) is int


def is_boolean(raw: object) -> bool:
    """Return whether a raw value is true or false."""
    return isinstance(raw, bool)


def is_string(raw: object) -> bool:
    """Return whether a raw value is a string."""
    return isinstance(raw, str)
