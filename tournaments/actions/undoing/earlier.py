"""The state before a ledger entry, read from the entries before it."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import Entry, LedgerEntry, Tournament

from ..ledger_kinds import names_of

OF_TOURNAMENT = names_of(lambda kind: kind.sets_status) - {"tournament_archived"} | {"tournament_created"}
BEGUN = ("draw_asked_for", "draw_refused", "round_drawn")


def _before(tournament: Tournament, link: LedgerEntry) -> QuerySet[LedgerEntry]:
    return tournament.ledger.filter(sequence__lt=link.sequence).order_by("-sequence")


def status_before(tournament: Tournament, link: LedgerEntry) -> str:
    """Return the tournament's status before a ledger entry."""
    earlier = _before(tournament, link).filter(kind__in=OF_TOURNAMENT, facts__has_key="status").first()
    return str(earlier.facts["status"]) if earlier else Tournament.Status.PLANNED


def hidden_before(tournament: Tournament, link: LedgerEntry) -> int | None:
    """Return the round after which standings were hidden before a ledger entry; None if nothing was hidden."""
    earlier = _before(tournament, link).filter(kind__in=("standings_hidden", "standings_shown")).first()
    return earlier.facts["after_round"] if earlier else None


def entry_status_before(tournament: Tournament, link: LedgerEntry) -> str:
    """Return a tournament entry's status before a ledger entry about it: playing or paused."""
    changes = _before(tournament, link).filter(kind="entry_changed", facts__entry=link.facts["entry"])
    earlier = changes.filter(facts__has_key="status").first()
    return str(earlier.facts["status"]) if earlier else Entry.Status.ACTIVE


def drawn_before(tournament: Tournament, link: LedgerEntry) -> dict[str, Any] | None:
    """Return the draw of the ledger entry's round with its last seating; None if no tables were drawn."""
    links = _before(tournament, link).filter(facts__round=link.facts["round"])
    drawn = links.filter(kind__in=BEGUN).first()
    if drawn is None or drawn.kind != "round_drawn":
        return None
    seated = links.filter(facts__has_key="tables").first()
    return {**drawn.facts, **({name: seated.facts[name] for name in ("tables", "sit_out")} if seated else {})}
