"""Verification of rounds, with their times, draws and seats, against the ledger."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from tournaments.models import (
    EntryPlayer,
    Kept,
    LedgerEntry,
    Round,
    Seat,
    SeatPlayer,
    SitOut,
    Table,
    Tournament,
    shown_name_of,
)

from ..core.origin import at_origin
from ..hands.who_sat import Place, WhoSat, who_sat
from ..ledger_kinds import kind_of
from ..ledger_kinds.kind import RoundChanged, RoundCreated, TableColumn
from ..people.names_in_turn import lineups_of, names_when_sitting_out, players_out
from ..rounds.draws.drafts import first_lead
from ..rounds.draws.records import clock_facts, draw_digest, json_digest, round_times
from .chain import Finding, compare_rows, differences, drawn_at, pick

ROUND_FIELDS = ("seed", "method", "tables", "sit_out", "numbers", "draw", "refusal", "clock", "closing", "kept")
TablePlace = tuple[int, int]
AS_MADE: Mapping[str, object] = {"other_pack": False, "closing": {}}
Agreed = Mapping[TablePlace, Mapping[str, object]]


def check_rounds(rounds: Sequence[Round], links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for rounds of a tournament that are missing, unrecorded, or differ from the ledger."""
    agreed = _of_tables(links)

    def compare(recorded: dict[str, object], round_: Round) -> Iterator[Finding]:
        stored = _stored(round_)
        for name in recorded:
            kind = "clock" if name == "clock" else "round"
            yield from differences(kind, _label(round_.number), {name: recorded[name]}, stored)
        yield from _check_tables(round_, agreed)

    return compare_rows("round", _replay(links), rounds, key=attrgetter("number"), label=_label, compare=compare)


def _of_tables(links: Sequence[LedgerEntry]) -> Agreed:
    """Return the values of the tables' columns that the ledger recorded last, by round and table number.

    Deleted tables are left out.
    """
    agreed: dict[TablePlace, dict[str, object]] = {}
    for link in links:
        replay = kind_of(link.kind).replay
        if isinstance(replay, TableColumn):
            name = replay.column
            place = (link.facts["round"], link.facts["table"])
            agreed[place] = agreed.get(place, {}) | {name: link.facts.get(name, AS_MADE[name])}
        elif "numbers" in link.facts or link.kind == "draft_dropped":
            number, tables = link.facts["round"], link.facts.get("numbers", ())
            agreed = {place: each for place, each in agreed.items() if place[0] != number or place[1] in tables}
    return agreed


def _label(number: int) -> str:
    return f"round {number}"


def _replay(links: Sequence[LedgerEntry]) -> dict[int, dict[str, object]]:
    """Return the values that each round's row must have after the last ledger entry, by the round's number."""
    recorded: dict[int, dict[str, object]] = {}
    for link in links:
        number, replay = link.facts.get("round"), kind_of(link.kind).replay
        if isinstance(replay, RoundCreated):
            recorded[link.facts["round"]] = {
                "clock": None,
                "closing": {},
                "kept": Kept.HANDS,
                **_ledgered(link.facts),
                "state": replay.state,
            }
        elif link.kind == "draft_dropped":
            recorded.pop(link.facts["round"], None)
        elif number in recorded and isinstance(replay, RoundChanged):
            state = replay.state or recorded[number]["state"]
            recorded[number] |= {**_ledgered(link.facts), "state": state}
            if link.kind == "round_closed" and "closing" not in link.facts:
                recorded[number].pop("closing", None)  # missing in older ledger entries
    return recorded


def _ledgered(facts: dict[str, Any]) -> dict[str, object]:
    """Return those fields of a round that a ledger entry records; older entries record fewer."""
    fields: dict[str, object] = pick(facts, ROUND_FIELDS)
    if "tables" in fields:
        fields.setdefault("numbers", list(range(1, len(facts["tables"]) + 1)))
    if "sit_out" in fields:
        fields["sit_out"] = sorted(facts["sit_out"])
    times: dict[str, object] = facts.get("times", {})
    return fields | times


def _stored(round_: Round) -> dict[str, object]:
    return {
        "state": round_.state,
        "seed": round_.seed,
        "method": round_.method,
        "tables": [[seat.entry_id for seat in table.seats.all()] for table in round_.tables.all()],
        "numbers": [table.number for table in round_.tables.all()],
        "sit_out": sorted(each.entry_id for each in round_.sit_outs.all()),
        "draw": draw_digest(round_),
        "refusal": json_digest(at_origin(round_.tournament, round_.refusal)),
        "clock": clock_facts(getattr(round_, "clock", None)),
        "closing": round_.closing,
        "kept": round_.kept,
        **round_times(round_),
    }


def _check_tables(round_: Round, agreed: Agreed) -> Iterator[Finding]:
    for table in round_.tables.all():
        place = f"round {round_.number} table {table.number}"
        yield from _check_seats(round_, table, place)
        recorded = {**AS_MADE, **agreed.get((round_.number, table.number), {})}
        stored = {"other_pack": table.other_pack, "closing": table.closing}
        yield from differences("table", place, recorded, stored)


def _check_seats(round_: Round, table: Table, place: str) -> Iterator[Finding]:
    """Yield findings for seats, sides and first leads that do not match the order of seats and the seed of the draw."""
    tournament, seats = round_.tournament, list(table.seats.all())
    derived = {"seats": list(range(len(seats))), "round": {round_.pk}}
    stored = {"seats": [seat.number for seat in seats], "round": {seat.round_id for seat in seats}}
    yield from differences("seats", place, derived, stored)
    for seat in seats:
        side = {"side": tournament.side_of_seat(seat.number)}
        yield from differences("seats", f"{place} seat {seat.number}", side, {"side": seat.side})
    lead = first_lead(round_, table.number, len(seats)) if tournament.draws_lead else None
    yield from differences("table", place, {"first lead": lead}, {"first lead": table.first_lead})


Turns = list[tuple[Any, ...]]
"""The turns in seats, each as round number, player, first hand and last hand."""
PLAYERS = "players"


def check_who_sat(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for seats and sit-outs whose players or names differ from those in the ledger, if it has them."""
    read = who_sat((link.kind, link.facts) for link in links)
    yield from _check_turns(tournament, read)
    sit_outs = SitOut.objects.filter(round__tournament=tournament).select_related("entry", "round")
    for sit_out in sit_outs.defer(*drawn_at("round")):
        yield from _check_sit_out(sit_out, read)


def _check_turns(tournament: Tournament, read: WhoSat) -> Iterator[Finding]:
    recorded = {place: _sorted((place[0], *turn) for turn in turns) for place, turns in read.turns.items() if turns}
    stored = _turns_by_place(tournament)
    seats = Seat.objects.filter(round__tournament=tournament)
    for number, entry, called, lineups in seats.values_list("round__number", "entry", "entry__name", "lineups"):
        turns = [(name, first, last) for name, _round, _player, first, last in stored.get((number, entry), ())]
        computed = {"lineups": lineups_of(turns, called)}
        yield from differences("lineups", _place_label((number, entry)), computed, {"lineups": lineups})

    def compare(expected: Turns, row: tuple[Place, Turns]) -> Iterator[Finding]:
        turns = _sorted(turn[1:] for turn in row[1])
        return differences(PLAYERS, _place_label(row[0]), {"turns": expected}, {"turns": turns})

    compared = ((place, turns) for place, turns in stored.items() if place not in read.unknown)
    yield from compare_rows(PLAYERS, recorded, compared, key=itemgetter(0), label=_place_label, compare=compare)


def _turns_by_place(tournament: Tournament) -> dict[Place, Turns]:
    """Return the turns of players in each seat, in order, each with the player's shown name in front."""
    stored: dict[Place, Turns] = defaultdict(list)
    rows = SeatPlayer.objects.filter(seat__round__tournament=tournament).order_by("from_hand", "pk")
    turn = (shown_name_of("player__"), "round__number", "player", "from_hand", "to_hand")
    for number, entry, *values in rows.values_list("seat__round__number", "seat__entry", *turn):
        stored[number, entry].append(tuple(values))
    return stored


def _check_sit_out(sit_out: SitOut, read: WhoSat) -> Iterator[Finding]:
    place = (sit_out.round.number, sit_out.entry_id)
    recorded = [player.pk for player in players_out(sit_out)]
    present = EntryPlayer.objects.filter(entry=sit_out.entry_id).order_by("position")
    players = recorded or list(present.values_list("player_id", flat=True))
    expected = {"players": read.out.get(place, players), "name": names_when_sitting_out(sit_out)}
    yield from differences("sit_out", _place_label(place), expected, {"players": players, "name": sit_out.own_name})


def _sorted(turns: Any) -> Turns:
    return sorted(turns, key=lambda turn: (turn[2], turn[1]))


def _place_label(place: Place) -> str:
    return f"round {place[0]} entry {place[1]}"
