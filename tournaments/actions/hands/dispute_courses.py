"""The history of disputes at a table, read from the ledger: which seats objected to a hand, and what settled it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.models import LedgerEntry, Table

from ..ledger_kinds import LedgerKind
from .disputes import DECIDED, UNDONE

OBJECTED: Final[LedgerKind] = "hand_disputed"
CONFIRMED: Final[LedgerKind] = "hand_confirmed"
AGREED: Final = "agreed"
OUTCOMES: Final[Mapping[str, str]] = {
    DECIDED: "decided",
    CONFIRMED: "decided",
    "hand_corrected": "corrected",
    "hand_voided": "struck-out",
    "hand_submitted": "replaced",
    "hand_countered": "replaced",
}
"""The outcome by kind of ledger entry. If the objecting seat itself confirmed, the outcome is `AGREED` instead."""


@dataclass(frozen=True, slots=True)
class Course:
    """A dispute over a hand: the seats that objected (None for a director), and the ledger entry that settled it."""

    number: int
    objectors: tuple[int | None, ...]
    settled: LedgerEntry | None = None

    @property
    def outcome(self) -> str:
        """How it was settled: `AGREED` or a value of `OUTCOMES`; empty while it is open."""
        if self.settled is None:
            return ""
        by_seat = self.settled.facts.get("confirmed_seat") is not None
        return AGREED if by_seat and self.settled.kind == CONFIRMED else OUTCOMES[self.settled.kind]


def courses(table: Table) -> dict[int, Course]:
    """Return the latest dispute over each hand of a table by the hand's number, in one query."""
    at: dict[str, object] = {"facts__round": table.round.number, "facts__table": table.number}
    if table.round.published_at:  # an earlier draw of the round may have had a table of this number
        at["at__gte"] = table.round.published_at
    kinds = (OBJECTED, UNDONE, *OUTCOMES)
    found: dict[int, Course] = {}
    links = LedgerEntry.objects.filter(tournament=table.round.tournament_id, kind__in=kinds, **at)
    for link in links.order_by("sequence"):
        number = link.facts["hand"]
        if course := _following(found.get(number), link, number):
            found[number] = course
    return found


def _following(course: Course | None, link: LedgerEntry, number: int) -> Course | None:
    """Return the state of a dispute after one more ledger entry; None if the hand was never disputed."""
    if link.kind == OBJECTED:
        before = course.objectors if course and course.settled is None else ()
        return Course(number, tuple(dict.fromkeys((*before, link.facts.get("objector")))))
    if course is None:
        return None
    return Course(number, course.objectors, None if link.kind == UNDONE else link)
