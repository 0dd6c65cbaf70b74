"""Entries against what the ledger says of who came, went and plays from when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.models import Entry, LedgerEntry, Tournament

from ..players import entry_name
from ..sealing import seal_of
from .findings import Finding, gone, unknown, unlike

RANKED_BY = ("number", "status", "from_round", "stand_in")
TOLD = (*RANKED_BY, "players", "words")
CHANGES = ("entry_changed", "entry_renamed", "entry_erased")


def entries(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Entries that differ from their links, that no link speaks of, and that are gone."""
    recorded = _replayed(links)
    for entry in Entry.objects.with_players().filter(tournament=tournament):
        place = f"entry {entry.number}"
        known = recorded.pop(entry.pk, None)
        if known is None:
            yield unknown("entry", place)
            continue
        found = {name: getattr(entry, name) for name in RANKED_BY} | _who(entry)
        yield from unlike("entry", place, {**known, **_agreeing(entry)}, found)
    for known in recorded.values():
        yield gone("entry", f"entry {known['number']}")


def _who(entry: Entry) -> dict[str, object]:
    places = list(entry.entry_players.all())
    return {
        "players": [place.player_id for place in places],
        "words": seal_of(entry),
        "name": entry.name,
        "positions": [place.position for place in places],
        "tournament": {entry.tournament_id, *(place.tournament_id for place in places)},
    }


def _agreeing(entry: Entry) -> dict[str, object]:
    """What follows from the players of an entry, whatever the ledger says."""
    places = list(entry.entry_players.all())
    return {
        "name": entry_name([place.player for place in places]),
        "positions": list(range(len(places))),
        "tournament": {entry.tournament_id},
    }


def _replayed(links: Sequence[LedgerEntry]) -> dict[int, dict[str, Any]]:
    """What each entry's row must hold of what was told, by id."""
    known: dict[int, dict[str, Any]] = {}
    for link in links:
        if link.kind == "entries_registered":
            for facts in link.facts["entries"]:
                known[facts["entry"]] = {"status": Entry.Status.ACTIVE, **_told(facts)}
        elif link.kind in CHANGES:
            known.get(link.facts["entry"], {}).update(_told(link.facts))
        elif link.kind == "entry_removed":
            known.pop(link.facts["entry"], None)
    return known


def _told(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: facts[name] for name in TOLD if name in facts}
