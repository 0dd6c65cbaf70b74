"""What a person can mend: problems, and the refusals that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: a stable code, a message template in English, and the path to what is wrong."""

    code: str
    message: str
    params: Mapping[str, Any] = field(default_factory=dict)
    pointer: tuple[str | int, ...] = ()

    def text(self) -> str:
        """The message in the reader's language."""
        template = gettext(self.message)
        return template % self.params if self.params else template

    def under(self, *path: str | int) -> Problem:
        """The same problem, its place seen from further up."""
        return Problem(self.code, self.message, self.params, (*path, *self.pointer))


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """An action was not done; nothing was stored. Its problems say what to mend.

    One that `leaves_traces` did store something: what was tried, or said, and by whom.
    """

    leaves_traces = False

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: Sequence[Problem] = (
            [problems] if isinstance(problems, Problem) else list(problems)
        )
        super().__init__(", ".join(self.codes))

    @property
    def codes(self) -> list[str]:
        """The codes of its problems."""
        return [problem.code for problem in self.problems]


class Invalid(Refused):
    """What was sent cannot be: mend it and send it again."""


class Conflict(Refused):
    """It may be right, but not in the state that things are in."""


class NotLetIn(Conflict):
    """The key, code or PIN does not open anything here; a wrong one was counted."""

    leaves_traces = True


class PreconditionRequired(Refused):
    """Something stands there already: say which version is to be replaced."""


class Stale(Refused):
    """Somebody was faster: what was to be replaced is no longer current."""
