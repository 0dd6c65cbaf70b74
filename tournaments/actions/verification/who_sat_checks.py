"""Checks who sat on which seat for which hands, who sat out, and under which names, against the ledger."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from tournaments.models import EntryPlayer, LedgerEntry, Seat, SeatPlayer, SitOut, Tournament

from ..hands.who_sat import Place, WhoSat, who_sat
from ..people.names_in_turn import called_when_out, lineups_now, players_out
from .findings import Finding, compare_rows, differences

Turns = list[tuple[Any, ...]]
"""Round, player, first and last hand of each turn."""
PLAYERS = "players"


def check_who_sat(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for seats and sit-outs whose players or names differ from the ledger, where it names players."""
    read = who_sat((link.kind, link.facts) for link in links)
    yield from _check_seats(tournament, read)
    for sit_out in SitOut.objects.filter(round__tournament=tournament).select_related("entry", "round"):
        yield from _check_sit_out(sit_out, read)


def _check_seats(tournament: Tournament, read: WhoSat) -> Iterator[Finding]:
    recorded = {place: _sorted((place[0], *turn) for turn in turns) for place, turns in read.turns.items() if turns}
    stored = _stored(tournament)
    for seat in Seat.objects.filter(round__tournament=tournament).select_related("entry", "round"):
        place = (seat.round.number, seat.entry_id)
        called = {"lineups": lineups_now(stored.get(place, ()), seat.entry.name)}
        yield from differences(PLAYERS, _label(place), called, {"lineups": seat.lineups})

    def compare(expected: Turns, row: tuple[Place, Sequence[SeatPlayer]]) -> Iterator[Finding]:
        turns = _sorted((turn.round.number, turn.player_id, turn.from_hand, turn.to_hand) for turn in row[1])
        return differences(PLAYERS, _label(row[0]), {"turns": expected}, {"turns": turns})

    known = ((place, turns) for place, turns in stored.items() if place not in read.unknown)
    yield from compare_rows(PLAYERS, recorded, known, key=itemgetter(0), label=_label, compare=compare)


def _stored(tournament: Tournament) -> dict[Place, list[SeatPlayer]]:
    """Return the turns of each place, in order."""
    stored: dict[Place, list[SeatPlayer]] = defaultdict(list)
    rows = SeatPlayer.objects.filter(seat__round__tournament=tournament).order_by("from_hand", "pk")
    for turn in rows.select_related("player", "round", "seat__round"):
        stored[turn.seat.round.number, turn.seat.entry_id].append(turn)
    return stored


def _check_sit_out(sit_out: SitOut, read: WhoSat) -> Iterator[Finding]:
    place = (sit_out.round.number, sit_out.entry_id)
    kept = [player.pk for player in players_out(sit_out)]
    present = EntryPlayer.objects.filter(entry=sit_out.entry_id).order_by("position")
    players = kept or list(present.values_list("player_id", flat=True))
    expected = {"players": read.out.get(place, players), "name": called_when_out(sit_out)}
    yield from differences(PLAYERS, _label(place), expected, {"players": players, "name": sit_out.own_name})


def _sorted(turns: Any) -> Turns:
    return sorted(turns, key=lambda turn: (turn[2], turn[1]))


def _label(place: Place) -> str:
    return f"round {place[0]} entry {place[1]}"
