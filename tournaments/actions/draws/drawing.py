"""Drawing a round: what the draw engine needs, and keeping what it answers."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.models import Round, Seat, SitOut, Table, Tournament

from .. import ledger
from ..actor import Actor
from ..problems import Conflict, Invalid, Problem
from .facts import round_facts
from .inputs import as_json, same_constraints
from .problems import in_names
from .requests import ByHand, draw_request, latest_before, next_round_number

SEED_BITS = 31
ATTEMPTS = 3


def draw_round(
    tournament: Tournament,
    *,
    by: Actor,
    seed: int | None = None,
    by_hand: ByHand | None = None,
    noted: Mapping[str, object] | None = None,
) -> Round:
    """The next round as a draft, drawn the tournament's way or set by hand, however long it takes.

    What is `noted` stands in the ledger beside it. Raises Conflict while a draft waits or the
    tournament is archived, and Invalid with every reason for which there is no such draw. It is
    computed outside the transaction that keeps it.
    """
    seed = new_seed(tournament) if seed is None else seed
    for _attempt in range(ATTEMPTS):
        number = next_round_number(tournament)
        request = draw_request(tournament, seed, by_hand, number=number)
        draft = drafted(tournament, request, number)
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
            number = next_round_number(tournament)
            if draw_request(tournament, seed, by_hand, number=number) == request:
                make_way(tournament)
                round_ = Round(tournament=tournament, number=number)
                return keep(round_, draft, by=by, noted=noted)
    message = _("The entries changed while the round was being drawn: draw again.")
    raise Conflict(Problem("entries_changed", message))


def new_seed(tournament: Tournament) -> int:
    """A seed by chance; a schedule goes on with its own, by which it is known again."""
    latest = latest_before(tournament, None)
    if latest and latest.method == tournament.pairing and latest.method in pairing.ALL_ROUNDS:
        return latest.seed
    return secrets.randbits(SEED_BITS)


def make_way(tournament: Tournament) -> None:
    """Forget a round that could not be drawn: another attempt takes its number."""
    tournament.rounds.filter(state=Round.State.REFUSED).delete()


@dataclass(frozen=True, slots=True)
class Draft:
    """A round to be kept, those after it in the same schedule, and all that makes it again.

    `inputs` is the draw's request as JSON; its `taken` says which of the rounds drawn this is.
    """

    method: str
    seed: int
    inputs: dict[str, Any]
    report: dict[str, Any]
    rounds: Sequence[dict[str, Any]]


def drafted(
    tournament: Tournament,
    request: pairing.DrawRequest,
    number: int,
    tell: pairing.Tell | None = None,
) -> Draft:
    """What the request comes to: the next round of its schedule where there is one, else a draw.

    Raises Invalid with every reason for which there is no such draw.
    """
    ahead = next_of_schedule(tournament, request, number)
    if ahead:
        return ahead
    try:
        draw = pairing.draw(request, tell)
    except pairing.Refusal as refusal:
        raise Invalid(in_names(tournament, refusal.problems)) from refusal
    rounds = [{"tables": each.tables, "sit_out": each.sit_out} for each in draw.rounds]
    inputs = {**as_json(request), "taken": 0}
    return Draft(request.method, request.seed, inputs, dict(draw.report), rounds)


def next_of_schedule(
    tournament: Tournament, request: pairing.DrawRequest, number: int
) -> Draft | None:
    """What the last round's schedule holds for this one, while the same entries play."""
    latest = latest_before(tournament, number)
    if latest is None or latest.method != request.method or not latest.ahead:
        return None
    if not same_constraints(latest.draw_inputs, as_json(request)):
        return None
    placed = {*chain.from_iterable(latest.ahead[0]["tables"]), *latest.ahead[0]["sit_out"]}
    if placed != {entrant.id for entrant in request.entrants if entrant.active}:
        return None
    inputs = {**latest.draw_inputs, "taken": latest.draw_inputs["taken"] + 1}
    return Draft(request.method, latest.seed, inputs, latest.report, latest.ahead)


def keep(
    round_: Round, draft: Draft, *, by: Actor, noted: Mapping[str, object] | None = None
) -> Round:
    """The round as this draft, with its tables, in the ledger; call it under the locks."""
    first, *ahead = draft.rounds
    round_.state = Round.State.DRAFT
    round_.method, round_.seed = draft.method, draft.seed
    round_.draw_inputs, round_.report, round_.ahead = draft.inputs, draft.report, ahead
    round_.save()
    seat_tables(round_, first["tables"])
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in first["sit_out"])
    facts = {**round_facts(round_), "method": round_.method, "seed": round_.seed}
    ledger.append(
        round_.tournament_id,
        "round_drawn",
        by=by,
        facts={**facts, **(noted or {})},
        changes_standings=False,
    )
    return round_


def seat_tables(round_: Round, tables: Sequence[Sequence[int | str]]) -> None:
    """Make the tables of a round, numbered from 1, and seat these entries at them."""
    tournament = round_.tournament
    made = Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            first_lead=first_lead(round_, number, len(seated)) if tournament.draws_lead else None,
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


def first_lead(round_: Round, table: int, seats: int) -> int:
    """The seat that leads a table's first hand: a draw by the round's seed."""
    lot = hashlib.sha256(f"{round_.seed}/{table}".encode()).digest()
    return int.from_bytes(lot) % seats
