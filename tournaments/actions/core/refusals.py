"""What a person can mend: the refusals of actions, which carry problems."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_noop as _

from scoring.problems import Problem, Refusal

__all__ = [
    "AccessDenied",
    "ChangesPublished",
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


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row of a published standing as it is and as it would be; without a score where it is not in it."""

    round: int
    entry: int
    name: str
    place_before: int | None
    place_after: int | None
    score_before: str | None
    score_after: str | None


class ChangesPublished(Exception):  # noqa: N818 - a question, not a fault
    """Published standings of rounds before the one in play would change; with the `agreement` the same request does it.

    `taken_back` are the rounds after which no standing would stand any more. `faults` are of the reason, where that is
    asked for. No Refusal: it is asked in one place for all acts, not where an act shows what it refuses.
    """

    def __init__(
        self,
        rows: Sequence[RowChange],
        *,
        agreement: str,
        needs_reason: bool,
        taken_back: Sequence[int] = (),
        faults: Sequence[Problem] = (),
    ) -> None:
        self.rows, self.agreement, self.needs_reason, self.faults = rows, agreement, needs_reason, faults
        self.taken_back = taken_back
        rounds = ", ".join(map(str, sorted({*taken_back, *(row.round for row in rows)})))
        message = _("This changes standings that are published: after round %(rounds)s. Look at the rows, then agree.")
        if taken_back:
            message = _("The published standings after round %(rounds)s are taken back: they are provisional again.")
        self.problem = Problem("changes_published_standings", message, {"rounds": rounds})
        super().__init__(self.problem.code)


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
