"""Drafts of rounds: the draw engine computes them, and this module stores them."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from time import monotonic
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.models import Round, Seat, SitOut, Table, Tournament
from tournaments.pairing.values import Draw, PairMeetings, seats_any

from ...core import ledger
from ...core.actor import Actor
from ...core.refusals import Conflict, Invalid, Problem, Refusal
from ...core.rows import lock_all, locked
from ..benches import benched
from .obstacles import name_entrants
from .records import request_to_json, round_facts, same_constraints
from .requests import ByHand, find_latest_round, next_round_number, read_draw_request

log = structlog.stdlib.get_logger(__name__)
SEED_BITS = 31
ATTEMPTS = 3


def draw_round(
    tournament: Tournament,
    *,
    by: Actor,
    seed: int | None = None,
    by_hand: ByHand | None = None,
    method: str | None = None,
    sizes: tuple[int, ...] | None = None,
    publish_at: datetime | None = None,
    kept: str | None = None,
    extra_facts: Mapping[str, object] | None = None,
) -> Round:
    """Draw the next round, by the tournament's method or by hand, however long it takes; return it as a draft.

    `method` and the table sizes `sizes`, the usual size first, are used instead of the tournament's. At `publish_at`
    the draft is published automatically. `kept` is its way of scoring instead of the tournament's. `extra_facts` are
    added to the ledger entry. The draw is computed outside the transaction that stores it. Raises Conflict if there is
    a draft, if the tournament is archived, or if the inputs keep changing. Raises Invalid with every reason why no draw
    is possible.
    """
    seed = choose_seed(tournament, method) if seed is None else seed
    extra_facts = {**({"sizes": [*sizes]} if sizes else {}), **(extra_facts or {})}
    for _attempt in range(ATTEMPTS):
        number = next_round_number(tournament)
        request = read_draw_request(tournament, seed, by_hand, number=number, method=method, sizes=sizes)
        draft = compute_draft(tournament, request, number)
        with transaction.atomic():
            tournament = lock_for_draw(tournament.pk)
            number = next_round_number(tournament)
            now = read_draw_request(tournament, seed, by_hand, number=number, method=method, sizes=sizes)
            if now == request:
                tournament.rounds.filter(state=Round.State.REFUSED).delete()  # the new round has the same number
                chosen = {"kept": kept or tournament.kept, "publish_at": publish_at}
                round_ = Round(tournament=tournament, number=number, **chosen)
                return store_draft(round_, draft, by=by, extra_facts=extra_facts)
    message = _("Entries, results or seating rules changed while the round was being drawn: draw again.")
    raise Conflict(Problem("entries_changed", message))


def choose_seed(tournament: Tournament, method: str | None = None, number: int | None = None) -> int:
    """Return a random seed for a draw; for a further round of a schedule, the schedule's seed, which identifies it.

    `method` replaces the tournament's method. `number` is the round to be drawn, by default the next one.
    """
    latest = find_latest_round(tournament, number)
    if latest and latest.method == (method or tournament.pairing) and latest.method in pairing.ALL_ROUNDS:
        return latest.seed
    return secrets.randbits(SEED_BITS)


def lock_for_draw(tournament_id: int) -> Tournament:
    """Return the tournament, locked. The refused round that a new draw replaces is locked before it."""
    lock_all(Round.objects.filter(tournament=tournament_id, state=Round.State.REFUSED))
    return locked(Tournament.objects.all(), tournament_id)


@dataclass(frozen=True, slots=True)
class Draft:
    """A drawn round to be stored, the later rounds of its schedule, and the inputs that repeat the draw.

    `inputs` is the draw's request as JSON; its item `taken` is the index of this round among the rounds drawn. `took`
    is the duration of the draw in seconds.
    """

    method: str
    seed: int
    inputs: dict[str, Any]
    report: dict[str, Any]
    rounds: Sequence[dict[str, Any]]
    took: float = 0.0


def compute_draft(
    tournament: Tournament,
    request: pairing.DrawRequest,
    number: int,
    draw_tables: Callable[[pairing.DrawRequest], Draw] = pairing.draw,
) -> Draft:
    """Return the next round: from the stored schedule if `draft_from_schedule` finds it, else by a new draw.

    Raises Invalid with every reason why no draw is possible.
    """
    ahead = draft_from_schedule(tournament, request, number)
    if ahead:
        return ahead
    start = monotonic()
    try:
        draw = draw_tables(request)
    except Refusal as refusal:
        raise Invalid(name_entrants(tournament, refusal.problems)) from refusal
    rounds = [{"tables": each.tables, "sit_out": each.sit_out} for each in draw.rounds]
    inputs = {**request_to_json(request), "taken": 0}
    took = monotonic() - start
    return Draft(request.method, request.seed, inputs, dict(draw.report), rounds, took)


def draft_from_schedule(tournament: Tournament, request: pairing.DrawRequest, number: int) -> Draft | None:
    """Return the next round of the stored schedule; None if there is no schedule.

    Return None also if entries, constraints or meetings have changed since the schedule was drawn.
    """
    latest = find_latest_round(tournament, number)
    if latest is None or latest.method != request.method or not latest.ahead:
        return None
    if not same_constraints(latest.draw_inputs, request_to_json(request)):
        return None
    placed = {*chain.from_iterable(latest.ahead[0]["tables"]), *latest.ahead[0]["sit_out"]}
    if placed != {entrant.id for entrant in request.entrants if entrant.active}:
        return None
    met_then = {PairMeetings(*pair) for pair in latest.draw_inputs.get("meetings", ())}
    if seats_any(chain.from_iterable(each["tables"] for each in latest.ahead), {*request.meetings} ^ met_then):
        return None
    inputs = {**latest.draw_inputs, "taken": latest.draw_inputs["taken"] + 1}
    return Draft(request.method, latest.seed, inputs, latest.report, latest.ahead)


def store_draft(round_: Round, draft: Draft, *, by: Actor, extra_facts: Mapping[str, object] | None = None) -> Round:
    """Store this draft in the round, with its tables and its ledger entry; return the round.

    The caller holds the locks.
    """
    first, *ahead = draft.rounds
    round_.state = Round.State.DRAFT
    round_.method, round_.seed = draft.method, draft.seed
    round_.draw_inputs, round_.report, round_.ahead = draft.inputs, draft.report, ahead
    round_.save()
    create_tables(round_, first["tables"])
    placed = {*chain.from_iterable(first["tables"]), *first["sit_out"]}
    out = [*first["sit_out"], *sorted(benched(round_) - placed)]
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in out)
    facts = {**round_facts(round_), "method": round_.method, "seed": round_.seed, **(extra_facts or {})}
    facts |= {"cuts": cuts} if (cuts := draft.report.get("cuts")) else {}
    ledger.append(round_.tournament_id, "round_drawn", by=by, facts=facts, changes_standings=False)
    transaction.on_commit(partial(_log_drawn, round_, draft.took), robust=True)
    return round_


def _log_drawn(round_: Round, took: float) -> None:
    log.info(
        "round_drawn",
        tournament=round_.tournament.slug,
        revision=round_.tournament.revision,
        round=round_.number,
        method=round_.method,
        due_for=round((timezone.now() - round_.created_at).total_seconds(), 3),
        took=round(took, 3),
    )


def create_tables(round_: Round, tables: Sequence[Sequence[int | str]]) -> None:
    """Create the round's tables, numbered from 1, with seats for these entries in order."""
    tournament = round_.tournament
    created = Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            first_lead=first_lead(round_, number, len(entries)) if tournament.draws_lead else None,
        )
        for number, entries in enumerate(tables, start=1)
    )
    seat_tables(round_, created, tables)


def seat_tables(round_: Round, stored: Sequence[Table], tables: Sequence[Sequence[int | str]]) -> None:
    """Seat these entries, in seat order, at tables that have no seats yet."""
    side = round_.tournament.side_of_seat
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, number=number, side=side(number), entry_id=entry)
        for table, entries in zip(stored, tables, strict=True)
        for number, entry in enumerate(entries)
    )


def first_lead(round_: Round, table: int, seats: int) -> int:
    """Return the seat that leads the first hand of a table, derived from the round's seed."""
    lot = hashlib.sha256(f"{round_.seed}/{table}".encode()).digest()
    return int.from_bytes(lot) % seats
