"""Checks rounds, with their times, draws and seats, against the ledger."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from tournaments.models import LedgerEntry, Round, Table, Tournament

from ..ledger_kinds import kind_of
from ..ledger_kinds.kind import RoundBegins, RoundGoesOn, TableHas
from ..rounds.draws.drafts import first_lead
from ..rounds.draws.records import clock_facts, draw_digest, json_digest, round_times
from .findings import Finding, compare_rows, differences, pick

ROUND_FIELDS = ("seed", "method", "tables", "sit_out", "numbers", "draw", "refusal", "clock", "closing")
Place = tuple[int, int]
AS_MADE: Mapping[str, object] = {"other_pack": False, "closing": {}}
Agreed = Mapping[Place, Mapping[str, object]]


def check_rounds(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for rounds that are missing, unrecorded, or differ from the ledger."""
    agreed = _of_tables(links)

    def compare(recorded: dict[str, object], round_: Round) -> Iterator[Finding]:
        yield from differences("round", _label(round_.number), recorded, _stored(round_))
        yield from _check_tables(round_, agreed)

    rounds = tournament.rounds.select_related("clock").prefetch_related("tables__seats", "sit_outs")
    return compare_rows("round", _replay(links), rounds, key=attrgetter("number"), label=_label, compare=compare)


def _of_tables(links: Sequence[LedgerEntry]) -> Agreed:
    """Return the facts recorded last of each table, by round and number; a table drawn again starts without any."""
    agreed: dict[Place, dict[str, object]] = {}
    for link in links:
        replay = kind_of(link.kind).replay
        if isinstance(replay, TableHas):
            name = replay.column
            place = (link.facts["round"], link.facts["table"])
            agreed[place] = agreed.get(place, {}) | {name: link.facts.get(name, AS_MADE[name])}
        elif "numbers" in link.facts or link.kind == "draft_dropped":
            number, kept = link.facts["round"], link.facts.get("numbers", ())
            agreed = {place: each for place, each in agreed.items() if place[0] != number or place[1] in kept}
    return agreed


def _label(number: int) -> str:
    return f"round {number}"


def _replay(links: Sequence[LedgerEntry]) -> dict[int, dict[str, object]]:
    """Return what each round's rows must hold, by its number, after the last ledger entry."""
    recorded: dict[int, dict[str, object]] = {}
    for link in links:
        number, replay = link.facts.get("round"), kind_of(link.kind).replay
        if isinstance(replay, RoundBegins):
            recorded[link.facts["round"]] = {
                "clock": None,
                "closing": {},
                **_ledgered(link.facts),
                "state": replay.state,
            }
        elif link.kind == "draft_dropped":
            recorded.pop(link.facts["round"], None)
        elif number in recorded and isinstance(replay, RoundGoesOn):
            state = replay.state or recorded[number]["state"]
            recorded[number] |= {**_ledgered(link.facts), "state": state}
            if link.kind == "round_closed" and "closing" not in link.facts:
                recorded[number].pop("closing", None)  # older ledger entries lack it
    return recorded


def _ledgered(facts: dict[str, Any]) -> dict[str, object]:
    """Return the fields that a ledger entry records of a round; older ones record fewer."""
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
        "refusal": json_digest(round_.refusal),
        "clock": clock_facts(getattr(round_, "clock", None)),
        "closing": round_.closing,
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
    """Return findings for seats, sides and first leads that do not follow from the seats' order and the draw's seed."""
    tournament, seats = round_.tournament, list(table.seats.all())
    derived = {
        "seats": list(range(len(seats))),
        "sides": [tournament.side_of_seat(seat.number) for seat in seats],
        "round": {round_.pk},
        "first lead": first_lead(round_, table.number, len(seats)) if tournament.draws_lead else None,
    }
    stored = {
        "seats": [seat.number for seat in seats],
        "sides": [seat.side for seat in seats],
        "round": {seat.round_id for seat in seats},
        "first lead": table.first_lead,
    }
    return differences("seats", place, derived, stored)
