"""The state before a ledger entry, read from earlier entries, and problems of undoing too late."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, LedgerEntry, Tournament

from ..core.refusals import Problem
from ..ledger_kinds import names_of

OF_TOURNAMENT = names_of(lambda kind: kind.sets_status) - {"tournament_archived"} | {
    "tournament_created",
    "tournament_changed",
}
"""Ledger kinds whose facts may have the tournament's status; a change of its planned rounds can finish it too."""
HIDING = names_of(lambda kind: kind.hides_standings)
BEGUN = ("draw_asked_for", "draw_refused", "round_drawn")


def _before(tournament: Tournament, link: LedgerEntry) -> QuerySet[LedgerEntry]:
    return tournament.ledger.filter(sequence__lt=link.sequence).order_by("-sequence")


def status_before(tournament: Tournament, link: LedgerEntry) -> str:
    """Return the tournament's status before a ledger entry."""
    earlier = _before(tournament, link).filter(kind__in=OF_TOURNAMENT, facts__has_key="status").first()
    return str(earlier.facts["status"]) if earlier else Tournament.Status.PLANNED


def hidden_before(tournament: Tournament, link: LedgerEntry) -> int | None:
    """Return the round after which results were hidden before a ledger entry; None if all were shown."""
    earlier = _before(tournament, link).filter(kind__in=HIDING).first()
    return earlier.facts["after_round"] if earlier else None


def entry_status_before(tournament: Tournament, link: LedgerEntry) -> str:
    """Return the status that a tournament entry had before a ledger entry about it: playing or paused."""
    changes = _before(tournament, link).filter(kind="entry_changed", facts__entry=link.facts["entry"])
    earlier = changes.filter(facts__has_key="status").first()
    return str(earlier.facts["status"]) if earlier else Entry.Status.ACTIVE


SEATING = ("tables", "sit_out", "kept")


def drawn_before(tournament: Tournament, link: LedgerEntry) -> dict[str, Any] | None:
    """Return the draw of the ledger entry's round, with its last seats and times; None if it was not drawn."""
    links = _before(tournament, link).filter(facts__round=link.facts["round"])
    drawn = links.filter(kind__in=BEGUN).first()
    if drawn is None or drawn.kind != "round_drawn":
        return None
    seated = links.filter(facts__has_key="tables").first()
    latest = {name: value for name, value in seated.facts.items() if name in SEATING} if seated else {}
    timed = links.filter(facts__has_key="times").first()
    return {**drawn.facts, **latest, "times": timed.facts["times"] if timed else {}}


def superseded() -> Problem:
    """Return the problem that the result of the action has been changed since, so that it cannot be undone."""
    return Problem("superseded", _("This has changed again since: it can no longer be undone."))


def drawn_since(number: int) -> Problem:
    """Return the problem that a later round depends on the action, so that it cannot be undone."""
    return Problem(
        "later_round", _("The draw of round %(round)d has begun since, and depends on it."), {"round": number}
    )
