"""Entries against what the ledger says of who came, went and plays from when."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from tournaments.models import Entry, LedgerEntry, Tournament

from .. import ledger
from ..players import entry_name
from .findings import Finding, compare_rows, differences

ENTRY_FIELDS = ("number", "status", "from_round", "stand_in")
LEDGERED_FIELDS = (*ENTRY_FIELDS, "players", "words")
CHANGE_KINDS = ("entry_changed", "entry_renamed", "entry_erased")


def check_entries(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Entries that differ from their links, that no link speaks of, and that are gone."""
    recorded = _replay(links)
    rows = {entry.pk: entry for entry in Entry.objects.with_players().filter(tournament=tournament)}

    def label(pk: int) -> str:
        return f"entry {rows[pk].number if pk in rows else recorded[pk]['number']}"

    def compare(recorded_entry: dict[str, Any], entry: Entry) -> Iterator[Finding]:
        stored = {name: getattr(entry, name) for name in ENTRY_FIELDS} | _players(entry)
        return differences("entry", label(entry.pk), {**recorded_entry, **_derived(entry)}, stored)

    return compare_rows("entry", recorded, rows.values(), key=attrgetter("pk"), label=label, compare=compare)


def _players(entry: Entry) -> dict[str, object]:
    places = list(entry.entry_players.all())
    return {
        "players": [place.player_id for place in places],
        "words": ledger.words_commitment(entry),
        "name": entry.name,
        "positions": [place.position for place in places],
        "tournament": {entry.tournament_id, *(place.tournament_id for place in places)},
    }


def _derived(entry: Entry) -> dict[str, object]:
    """What follows from the players of an entry, whatever the ledger says."""
    places = list(entry.entry_players.all())
    return {
        "name": entry_name([place.player for place in places]),
        "positions": list(range(len(places))),
        "tournament": {entry.tournament_id},
    }


def _replay(links: Sequence[LedgerEntry]) -> dict[int, dict[str, Any]]:
    """What each entry's row must hold of what was told, by id."""
    recorded: dict[int, dict[str, Any]] = {}
    for link in links:
        if link.kind == "entries_registered":
            for facts in link.facts["entries"]:
                recorded[facts["entry"]] = {"status": Entry.Status.ACTIVE, **_ledgered(facts)}
        elif link.kind in CHANGE_KINDS:
            recorded.get(link.facts["entry"], {}).update(_ledgered(link.facts))
        elif link.kind == "entry_removed":
            recorded.pop(link.facts["entry"], None)
    return recorded


def _ledgered(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: facts[name] for name in LEDGERED_FIELDS if name in facts}
