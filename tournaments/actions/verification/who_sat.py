"""Who sat on which seat for which hands, against what the ledger says."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from tournaments.models import LedgerEntry, SeatPlayer, Tournament

from ..who_sat import Place, Turn, who_sat
from .findings import Finding, compare_rows, differences

Turns = list[tuple[int, *Turn]]
"""The round of each turn with it."""
COLUMNS = ("round__number", "player_id", "from_hand", "to_hand")


def check_who_sat(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Seats on which others sat than the ledger tells; those of an entry that it names no players of are left out."""
    read = who_sat((link.kind, link.facts) for link in links)
    recorded = {place: _sorted((place[0], *turn) for turn in turns) for place, turns in read.turns.items() if turns}
    stored = {place: turns for place, turns in _stored(tournament).items() if place not in read.unknown}

    def compare(expected: Turns, row: tuple[Place, Turns]) -> Iterator[Finding]:
        return differences("players", _label(row[0]), {"turns": expected}, {"turns": row[1]})

    return compare_rows("players", recorded, stored.items(), key=itemgetter(0), label=_label, compare=compare)


def _stored(tournament: Tournament) -> dict[Place, Turns]:
    turns: dict[Place, Any] = defaultdict(list)
    rows = SeatPlayer.objects.filter(seat__round__tournament=tournament)
    for number, entry, *turn in rows.values_list("seat__round__number", "seat__entry_id", *COLUMNS):
        turns[number, entry].append(tuple(turn))
    return {place: _sorted(each) for place, each in turns.items()}


def _sorted(turns: Any) -> Turns:
    return sorted(turns, key=lambda turn: (turn[2], turn[1]))


def _label(place: Place) -> str:
    return f"round {place[0]} entry {place[1]}"
