"""Drawing a round: what the draw engine needs, and keeping what it answers."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any

from django.db import transaction

from tournaments import pairing
from tournaments.models import Round, Seat, SitOut, Table, Tournament

from . import ledger
from .actor import Actor
from .draw_requests import ByHand, draw_request, next_round_number
from .problems import Conflict, Invalid, Problem

SEED_BITS = 31
ATTEMPTS = 3


def _(message: str) -> str:
    return message


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
        draft = _next_of_schedule(tournament, request) or _drawn(request)
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=tournament.pk)
            if draw_request(tournament, seed, by_hand) == request:
                return _keep(tournament, draft, by=by)
    message = _("The entries changed while the round was being drawn: draw again.")
    raise Conflict(Problem("entries_changed", message))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A round to be kept, those after it in the same schedule, and all that makes it again.

    `inputs` is the draw's request as JSON; its `taken` says which of the rounds drawn this is.
    """

    method: str
    seed: int
    inputs: dict[str, Any]
    report: dict[str, Any]
    rounds: Sequence[dict[str, Any]]


def _next_of_schedule(tournament: Tournament, request: pairing.DrawRequest) -> _Draft | None:
    """What the last round's schedule holds for this one, while the same entries play."""
    latest = tournament.rounds.order_by("-number").first()
    if latest is None or latest.method != request.method or not latest.ahead:
        return None
    placed = {*chain.from_iterable(latest.ahead[0]["tables"]), *latest.ahead[0]["sit_out"]}
    if placed != {entrant.id for entrant in request.entrants if entrant.active}:
        return None
    inputs = {**latest.draw_inputs, "taken": latest.draw_inputs["taken"] + 1}
    return _Draft(request.method, latest.seed, inputs, latest.report, latest.ahead)


def _drawn(request: pairing.DrawRequest) -> _Draft:
    try:
        draw = pairing.draw(request)
    except pairing.Refusal as refusal:
        raise Invalid(
            Problem(fault.code, fault.message, fault.params, (fault.field,) if fault.field else ())
            for fault in refusal.problems
        ) from refusal
    rounds = [{"tables": each.tables, "sit_out": each.sit_out} for each in draw.rounds]
    inputs = {**_as_json(request), "taken": 0}
    return _Draft(request.method, request.seed, inputs, dict(draw.report), rounds)


def _keep(tournament: Tournament, draft: _Draft, *, by: Actor) -> Round:
    first, *ahead = draft.rounds
    round_ = Round.objects.create(
        tournament=tournament,
        number=next_round_number(tournament),
        method=draft.method,
        seed=draft.seed,
        draw_inputs=draft.inputs,
        report=draft.report,
        ahead=ahead,
    )
    seat_tables(round_, first["tables"])
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in first["sit_out"])
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
