"""Refusals of actions: problems that a user can correct."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_noop as _

from scoring.problems import Problem as Problem
from scoring.problems import Refusal as Refusal


class Invalid(Refusal):
    """The refusal of invalid input. The caller can correct it and send it again."""


def refuse(problems: Iterable[Problem]) -> None:
    """Raise Invalid with these problems, if there are any."""
    if every := list(problems):
        raise Invalid(every)


class Conflict(Refusal):
    """The request is not possible in the current state."""


class ChoiceNeeded(Conflict):
    """The refusal of a request that can be carried out in several ways.

    The caller repeats it, and sends one of the `answers` in the field `field`.
    """

    field: ClassVar[str]
    answers: Mapping[str, str]


class AgreementNeeded(ChoiceNeeded):
    """The refusal of a request that changes published data: the caller repeats it with the confirmation `agreement`.

    `words` are the text of the confirmation for the user.
    """

    field = "agreed"

    def __init__(self, problems: Iterable[Problem], agreement: str, words: str) -> None:
        super().__init__(problems)
        self.agreement, self.answers = agreement, {agreement: words}


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row of published standings, of an entry or of a team (`entry` is None), before and after a change.

    A place or score is None if the row is missing from those standings or has no place there.
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
    """Entries for which the cut after a round of a knock-out would be different.

    Entries in `ins` would have qualified but did not. Entries in `outs` would not have qualified but did. One of
    the two lists may be empty.
    """

    round: int
    ins: list[str]
    outs: list[str]


@dataclass(frozen=True, slots=True)
class StageChange:
    """Names of entries for which the qualification for a later stage would be different.

    They would qualify, would no longer qualify, or would carry over different points. `stage` is the slug of the later
    stage, which itself stays as it is.
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
    """Raised if an action would change published standings of rounds before the one in play.

    The caller repeats the request with the confirmation `agreement`. The published standings of the rounds `taken_back`
    would become provisional again. `cuts` and `stages` list the entries whose qualification would be different;
    existing draws and entries stay as they are. The standings of `seasons` would change too. `faults` are the problems
    of the reason, if a reason is required. This is not a Refusal, because one place handles it for all callers.
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
    """The refusal if the subject of the request has been deleted."""


class AccessDenied(Conflict):
    """The refusal of a request for which the key, code, PIN, seat or phone gives no permission.

    A wrong code or PIN was counted.
    """

    leaves_traces = True


class TooManyRequests(Refusal):
    """A rate limit is exceeded; the request may be repeated after `seconds`."""

    def __init__(self, problems: Problem | Iterable[Problem], seconds: int) -> None:
        super().__init__(problems)
        self.seconds = seconds


class PreconditionRequired(Refusal):
    """The refusal of a request that replaces a stored version without naming it."""


class Stale(Refusal):
    """The refusal of a request that names an old version to be replaced.

    If it names old values, `now` has the stored ones, by field.
    """

    def __init__(self, problems: Problem | Sequence[Problem], now: Mapping[str, object] | None = None) -> None:
        super().__init__(problems)
        self.now = now or {}
