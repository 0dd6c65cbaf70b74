"""Tables against what follows from who sits at them, from the draw's seed and from the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tournaments.models import LedgerEntry, Round, Table, Tournament

from ..draws.drawing import first_lead
from .findings import Finding, unlike

Packs = Mapping[tuple[int, int], bool]


def packs_agreed(links: Sequence[LedgerEntry]) -> Packs:
    """The last word on the pack of each table at which there was one."""
    agreed = (link.facts for link in links if link.kind == "pack_agreed")
    return {(facts["round"], facts["table"]): facts["other_pack"] for facts in agreed}


def tables(tournament: Tournament, round_: Round, packs: Packs) -> Iterator[Finding]:
    """Tables of a round whose number, seats, sides, first lead or pack are others."""
    for number, table in enumerate(round_.tables.all(), start=1):
        place = f"round {round_.number} table {table.number}"
        recorded = _following(tournament, round_, table, number)
        yield from unlike("seats", place, recorded, _found(table))
        agreed = {"other pack": packs.get((round_.number, table.number), False)}
        yield from unlike("table", place, agreed, {"other pack": table.other_pack})


def _following(
    tournament: Tournament, round_: Round, table: Table, number: int
) -> dict[str, object]:
    """What follows from where one sits and from the draw's seed."""
    seats = list(table.seats.all())
    lead = first_lead(round_, number, len(seats)) if tournament.draws_lead else None
    return {
        "number": number,
        "seats": list(range(len(seats))),
        "sides": [tournament.side_of_seat(seat.number) for seat in seats],
        "round": {round_.pk},
        "first lead": lead,
    }


def _found(table: Table) -> dict[str, object]:
    seats = list(table.seats.all())
    return {
        "number": table.number,
        "seats": [seat.number for seat in seats],
        "sides": [seat.side for seat in seats],
        "round": {seat.round_id for seat in seats},
        "first lead": table.first_lead,
    }
