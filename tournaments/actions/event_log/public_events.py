"""A tournament's ledger as events for the public: without names, results and drafts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import LedgerEntry, Tournament

from ..ledger_kinds import ABOUT_DRAFTS, GROUPS

MOST = 500
"""The most ledger entries that are read at once."""
PLACED = frozenset((*GROUPS["rounds"], *GROUPS["hands"]))
"""Kinds whose round and table are public; the round of a penalty is hidden with the standings."""
LEFT_OUT = frozenset(
    {
        "constraints_changed",
        "fee_set",
        "fee_changed",
        "link_renewed",
        "table_key_rotated",
        "pin_renewed",
        "codes_opened",
        "seats_alike",
    }
)
"""Kinds that change only data for directors."""


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """A ledger entry as a public event: its kind, time, round and table. `sequence` is its number in the ledger."""

    sequence: int
    kind: str
    at: datetime
    round: int | None
    table: int | None


def entries_after(tournament_id: int, sequence: int) -> list[LedgerEntry]:
    """Return the ledger entries with a number above `sequence`, in order, at most `MOST`."""
    entries = LedgerEntry.objects.filter(tournament=tournament_id, sequence__gt=sequence)
    return list(entries.only("sequence", "kind", "at", "facts").order_by("sequence")[:MOST])


def events_of(tournament: Tournament, entries: Sequence[LedgerEntry]) -> Iterator[PublicEvent]:
    """Yield the public events of these ledger entries.

    An entry about a draft is yielded only if the round was public already when it was written.
    """
    public_since = dict(tournament.rounds.published().values_list("number", "published_at")) if entries else {}
    for entry in entries:
        if entry.kind in LEFT_OUT:
            continue
        if entry.kind in ABOUT_DRAFTS:
            since = public_since.get(entry.facts.get("round"))
            if since is None or entry.at < since:
                continue
        place = entry.facts if entry.kind in PLACED else {}
        yield PublicEvent(entry.sequence, entry.kind, entry.at, place.get("round"), place.get("table"))
