"""What a person can mend: the refusals of actions, which carry problems."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from scoring.problems import Problem, Refusal

__all__ = [
    "AccessDenied",
    "ChoiceNeeded",
    "Conflict",
    "Invalid",
    "PreconditionRequired",
    "Problem",
    "Refusal",
    "Stale",
    "refuse",
]


class Invalid(Refusal):
    """Invalid content: mend it and send it again."""


def refuse(problems: Iterable[Problem]) -> None:
    """Raise Invalid with these problems, where there are any."""
    if every := list(problems):
        raise Invalid(every)


class Conflict(Refusal):
    """It may be right, but not in the state that things are in."""


class ChoiceNeeded(Conflict):
    """It may be done in more than one way: the same request with one of the `answers` as `field` does it."""

    field: ClassVar[str]
    answers: ClassVar[Mapping[str, str]]


class Gone(Refusal):
    """What it was about was there a moment ago, and somebody has removed it."""


class AccessDenied(Conflict):
    """The key, code or PIN does not open anything here; a wrong one was counted."""

    leaves_traces = True


class TooManyRequests(Refusal):
    """Too much was asked for at once: the same may be asked again after so many `seconds`."""

    def __init__(self, problems: Problem | Iterable[Problem], seconds: int) -> None:
        super().__init__(problems)
        self.seconds = seconds


class PreconditionRequired(Refusal):
    """Something stands there already: say which version is to be replaced."""


class Stale(Refusal):
    """Somebody was faster: what was to be replaced is no longer current."""
