"""Tables against what follows from who sits at them, from the draw's seed and from the ledger."""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.actions.draws.drafts import first_lead
from tournaments.models import LedgerEntry, Round, Table, Tournament

from .findings import Finding, differences

Packs = Mapping[tuple[int, int], bool]


def packs_agreed(links: Sequence[LedgerEntry]) -> Packs:
    """The last word on the pack of each table at which there was one."""
    agreed = (link.facts for link in links if link.kind == "pack_agreed")
    return {(facts["round"], facts["table"]): facts["other_pack"] for facts in agreed}


def check_tables(tournament: Tournament, round_: Round, packs: Packs) -> Iterator[Finding]:
    """Tables of a round whose number, seats, sides, first lead or pack are others."""
    for number, table in enumerate(round_.tables.all(), start=1):
        place = f"round {round_.number} table {table.number}"
        recorded = _derived(tournament, round_, table, number)
        yield from differences("seats", place, recorded, _stored(table))
        agreed = {"other pack": packs.get((round_.number, table.number), False)}
        yield from differences("table", place, agreed, {"other pack": table.other_pack})


def _derived(tournament: Tournament, round_: Round, table: Table, number: int) -> dict[str, object]:
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


def _stored(table: Table) -> dict[str, object]:
    seats = list(table.seats.all())
    return {
        "number": table.number,
        "seats": [seat.number for seat in seats],
        "sides": [seat.side for seat in seats],
        "round": {seat.round_id for seat in seats},
        "first lead": table.first_lead,
    }
