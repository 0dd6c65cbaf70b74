"""What a person can mend: the refusals of actions, which carry problems."""

from collections.abc import Iterable

from scoring.problems import Problem, Refused

__all__ = ["Conflict", "Invalid", "NotLetIn", "PreconditionRequired", "Problem", "Refused", "Stale", "refuse"]


class Invalid(Refused):
    """Invalid content: mend it and send it again."""


def refuse(problems: Iterable[Problem]) -> None:
    """Raise Invalid with these problems, where there are any."""
    if every := list(problems):
        raise Invalid(every)


class Conflict(Refused):
    """It may be right, but not in the state that things are in."""


class Gone(Refused):
    """What it was about was there a moment ago, and somebody has removed it."""


class NotLetIn(Conflict):
    """The key, code or PIN does not open anything here; a wrong one was counted."""

    leaves_traces = True


class Later(Refused):
    """Too much was asked for at once: the same may be asked again after so many `seconds`."""

    def __init__(self, problems: Problem | Iterable[Problem], seconds: int) -> None:
        super().__init__(problems)
        self.seconds = seconds


class PreconditionRequired(Refused):
    """Something stands there already: say which version is to be replaced."""


class Stale(Refused):
    """Somebody was faster: what was to be replaced is no longer current."""
