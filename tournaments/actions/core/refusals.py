"""Refusals of actions: problems that a user can correct."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_noop as _

from scoring.problems import Problem, Refusal

__all__ = [
    "AccessDenied",
    "AgreementNeeded",
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
    """The content is invalid: correct it and send it again."""


def refuse(problems: Iterable[Problem]) -> None:
    """Raise Invalid with these problems, if there are any."""
    if every := list(problems):
        raise Invalid(every)


class Conflict(Refusal):
    """The request is not possible in the current state."""


class ChoiceNeeded(Conflict):
    """The refusal if a request can be carried out in several ways: repeat it with one of the `answers` as `field`."""

    field: ClassVar[str]
    answers: Mapping[str, str]


class AgreementNeeded(ChoiceNeeded):
    """The refusal if a request changes published data: repeat it with the confirmation `agreement`.

    `words` say what it confirms.
    """

    field = "agreed"

    def __init__(self, problems: Iterable[Problem], agreement: str, words: str) -> None:
        super().__init__(problems)
        self.agreement, self.answers = agreement, {agreement: words}


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row of published standings before and after a change, of an entry or of a team (`entry` is None).

    A place or score is None if the entry is not in those standings, or has no place in them.
    """

    round: int
    entry: int | None
    name: str
    place_before: int | None
    place_after: int | None
    score_before: str | None
    score_after: str | None


@dataclass(frozen=True, slots=True)
class CutChange:
    """The names of entries that would have qualified from a round of a knock-out, and of those that would not have.

    One of the lists may be empty.
    """

    round: int
    ins: list[str]
    outs: list[str]


@dataclass(frozen=True, slots=True)
class StageChange:
    """The names of those that would qualify for a later stage, no longer qualify, or carry over different points.

    `stage` is its slug. The later stage itself does not change.
    """

    stage: str
    name: str
    ins: list[str]
    outs: list[str]
    points: list[str]


@dataclass(frozen=True, slots=True)
class ChangedSeason:
    """A season whose standings change with those of a tournament: its slug and its name."""

    season: str
    name: str

    def __str__(self) -> str:
        return self.name


class ChangesPublished(Exception):  # noqa: N818 - a question, not a fault
    """The exception if published standings of rounds before the one in play would change.

    Repeat the request with the confirmation `agreement`. `taken_back` are the rounds whose published standings would
    become provisional again. `cuts` say which entries would have qualified in a knock-out, and `stages` which for later
    stages; draws and entries that exist stay as they are. The standings of `seasons` follow. `faults` are problems of
    the reason, if one is required. This is not a Refusal, because it is handled in one place and not by each caller
    that shows refusals.
    """

    def __init__(
        self,
        rows: Sequence[RowChange],
        *,
        agreement: str,
        needs_reason: bool,
        taken_back: Sequence[int] = (),
        faults: Sequence[Problem] = (),
        cuts: Sequence[CutChange] = (),
        stages: Sequence[StageChange] = (),
        seasons: Sequence[ChangedSeason] = (),
    ) -> None:
        self.cuts, self.stages, self.seasons = cuts, stages, seasons
        self.rows, self.agreement, self.needs_reason, self.faults = rows, agreement, needs_reason, faults
        self.taken_back = taken_back
        rounds = ", ".join(map(str, sorted({*taken_back, *(row.round for row in rows)})))
        message = _("This changes the published standings after round %(rounds)s. Check the rows, then confirm.")
        if taken_back:
            message = _("The published standings after round %(rounds)s are withdrawn: they are provisional again.")
        self.problem = Problem("changes_published_standings", message, {"rounds": rounds})
        super().__init__(self.problem.code)


class Gone(Refusal):
    """The refusal if the subject of the request was removed meanwhile."""


class AccessDenied(Conflict):
    """The key, code, PIN, seat or phone does not permit the request; a wrong code or PIN was counted."""

    leaves_traces = True


class TooManyRequests(Refusal):
    """A rate limit is exceeded; the request may be repeated after `seconds`."""

    def __init__(self, problems: Problem | Iterable[Problem], seconds: int) -> None:
        super().__init__(problems)
        self.seconds = seconds


class PreconditionRequired(Refusal):
    """The refusal if a version is stored already: the request must name the version that it replaces."""


class Stale(Refusal):
    """The version to be replaced is no longer current."""
