"""How the disputes at a table went, as the ledger has it: who objected to a hand, and what settled it."""

from dataclasses import dataclass
from typing import Final

from tournaments.models import LedgerEntry, Table

from .disputes import DECIDED, UNDONE
from .ledger_kinds import LedgerKind

OBJECTED: Final[LedgerKind] = "hand_disputed"
SETTLES: Final[tuple[LedgerKind, ...]] = (
    *(DECIDED, "hand_confirmed", "hand_corrected", "hand_voided", "hand_submitted", "hand_countered"),
)


@dataclass(frozen=True, slots=True)
class Course:
    """The dispute over a hand: the seats that objected, None for the desk, and what settled it, if anything did."""

    number: int
    objectors: tuple[int | None, ...]
    settled: LedgerEntry | None = None


def courses(table: Table) -> dict[int, Course]:
    """The latest dispute over each hand of a table by the hand's number, in one query."""
    at = {"facts__round": table.round.number, "facts__table": table.number}
    kinds = (OBJECTED, UNDONE, *SETTLES)
    found: dict[int, Course] = {}
    links = LedgerEntry.objects.filter(tournament=table.round.tournament_id, kind__in=kinds, **at)
    for link in links.order_by("sequence"):
        number = link.facts["hand"]
        if course := _following(found.get(number), link, number):
            found[number] = course
    return found


def _following(course: Course | None, link: LedgerEntry, number: int) -> Course | None:
    """The course after this entry; None where the hand was never disputed."""
    if link.kind == OBJECTED:
        before = course.objectors if course and course.settled is None else ()
        return Course(number, tuple(dict.fromkeys((*before, link.facts.get("objector")))))
    if course is None:
        return None
    return Course(number, course.objectors, None if link.kind == UNDONE else link)
