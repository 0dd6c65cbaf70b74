"""Drawing a round: what the draw engine needs, and keeping what it answers."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from tournaments import pairing
from tournaments.models import Entry, Round, Seat, SitOut, Table, Tournament

from . import ledger
from .actor import Actor
from .problems import Conflict, Invalid, Problem

SEED_BITS = 31
ATTEMPTS = 3


def _(message: str) -> str:
    return message


@dataclass(frozen=True, slots=True)
class ByHand:
    """The director's own tables of entry ids in seat order; who sits out where he says so."""

    tables: tuple[tuple[int, ...], ...]
    sit_out: tuple[int, ...] | None = None


def draw_round(
    tournament: Tournament, *, by: Actor, seed: int | None = None, by_hand: ByHand | None = None
) -> Round:
    """The next round as a draft, drawn the tournament's way or set by hand.

    Raises Conflict while a draft waits or the tournament is archived, and Invalid with every
    reason for which there is no such draw. It is computed outside the transaction that keeps it.
    """
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    for _attempt in range(ATTEMPTS):
        request = draw_request(tournament, seed, by_hand)
        draw = _drawn(request)
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=tournament.pk)
            if draw_request(tournament, seed, by_hand) == request:
                return _keep(tournament, request, draw, by=by)
    message = _("The entries changed while the round was being drawn: draw again.")
    raise Conflict(Problem("entries_changed", message))


def next_round_number(tournament: Tournament) -> int:
    """The number of the round to be drawn next.

    Raises Conflict where none can be: a draft waits, or the tournament is archived.
    """
    if tournament.status == Tournament.Status.ARCHIVED:
        raise Conflict(Problem("archived", _("The tournament is archived: no round can be drawn.")))
    latest = tournament.rounds.order_by("-number").first()
    if latest is None:
        return 1
    if not latest.is_public:
        message = _("Round %(round)d is a draft: publish it or drop it first.")
        raise Conflict(Problem("draft_exists", message, {"round": latest.number}))
    return latest.number + 1


def draw_request(
    tournament: Tournament, seed: int, by_hand: ByHand | None = None
) -> pairing.DrawRequest:
    """Everything that the draw of the next round depends on, read from the database."""
    number = next_round_number(tournament)
    entrants = tuple(
        pairing.Entrant(
            id=entry.pk,
            active=entry.status == Entry.Status.ACTIVE and entry.from_round <= number,
        )
        for entry in tournament.entries.order_by("number")
    )
    tables = by_hand.tables if by_hand else ()
    scripted = by_hand is not None or tournament.pairing == Tournament.Pairing.SCRIPTED
    return pairing.DrawRequest(
        method="scripted" if scripted else tournament.pairing,
        seed=seed,
        entrants=entrants,
        history=_history(tournament),
        sizes=tournament.table_sizes,
        tables=tables,
        sit_out=_sit_out(entrants, by_hand, max(tournament.table_sizes)),
    )


def _history(tournament: Tournament) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rounds: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "table__number", "number"
    )
    for round_number, table, entry in seats.values_list(
        "round__number", "table__number", "entry_id"
    ):
        rounds.setdefault(round_number, {}).setdefault(table, []).append(entry)
    return tuple(tuple(tuple(entries) for entries in tables.values()) for tables in rounds.values())


def _sit_out(
    entrants: Sequence[pairing.Entrant], by_hand: ByHand | None, table_size: int
) -> tuple[int | str, ...]:
    """Whom a draw by hand leaves out: those named, else those who do not fill another table."""
    if by_hand is None:
        return ()
    if by_hand.sit_out is not None:
        return by_hand.sit_out
    seated = {entry for table in by_hand.tables for entry in table}
    left = tuple(e.id for e in entrants if e.active and e.id not in seated)
    return left if len(left) < table_size else ()


def _drawn(request: pairing.DrawRequest) -> pairing.Draw:
    try:
        return pairing.draw(request)
    except pairing.Refusal as refusal:
        raise Invalid(
            Problem(fault.code, fault.message, fault.params, (fault.field,) if fault.field else ())
            for fault in refusal.problems
        ) from refusal


def _keep(
    tournament: Tournament, request: pairing.DrawRequest, draw: pairing.Draw, *, by: Actor
) -> Round:
    round_ = Round.objects.create(
        tournament=tournament,
        number=next_round_number(tournament),
        method=request.method,
        seed=request.seed,
        draw_inputs=_as_json(request),
        report=dict(draw.report),
    )
    seat_tables(round_, draw.tables)
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in draw.sit_out)
    ledger.append(
        tournament.pk,
        "round_drawn",
        by=by,
        facts={"round": round_.number, "method": round_.method, "seed": round_.seed},
        changes_standings=False,
    )
    return round_


def _as_json(request: pairing.DrawRequest) -> dict[str, Any]:
    inputs = asdict(request)
    inputs["entrants"] = [{**e, "score": str(e["score"])} for e in inputs["entrants"]]
    return inputs


def seat_tables(round_: Round, tables: Sequence[Sequence[int | str]]) -> None:
    """Make the tables of a round, numbered from 1, and seat these entries at them."""
    tournament = round_.tournament
    made = Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            first_lead=_first_lead(round_, number, len(seated)) if tournament.draws_lead else None,
        )
        for number, seated in enumerate(tables, start=1)
    )
    Seat.objects.bulk_create(
        Seat(
            table=table,
            round=round_,
            number=number,
            side=tournament.side_of_seat(number),
            entry_id=entry,
        )
        for table, seated in zip(made, tables, strict=True)
        for number, entry in enumerate(seated)
    )


def _first_lead(round_: Round, table: int, seats: int) -> int:
    """The seat that leads a table's first hand: a draw by the round's seed."""
    lot = hashlib.sha256(f"{round_.seed}/{table}".encode()).digest()
    return int.from_bytes(lot) % seats
