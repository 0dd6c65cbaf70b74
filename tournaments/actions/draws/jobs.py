"""Draws that take longer than somebody waits: asked for here, done by a worker.

A round in the state `drawing` is what is asked for. A worker that is at it says so every second,
so that the sweep finds a round whose worker died; whichever worker is first keeps its draft, whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone

from config.celery import hint
from tournaments import pairing
from tournaments.models import Round, Tournament

from .. import ledger
from ..actor import CLOCK, Actor
from ..problems import Invalid, Problem
from ..tournaments import update_tournament
from .beats import beating
from .drawing import Draft, drafted, draw_round, keep, make_way, new_seed, next_of_schedule
from .facts import json_digest
from .obstacles import InTheWay, open_results
from .problems import in_names, standing_problems
from .requests import ByHand, draw_request, next_round_number
from .times import expected_seconds, is_quick

DRAW = "tournaments.tasks.draw_round"
SILENCE = timedelta(seconds=6)
ATTEMPTS = 3


def next_round(
    tournament: Tournament,
    *,
    by: Actor,
    seed: int | None = None,
    by_hand: ByHand | None = None,
    way: str | None = None,
    anyway: bool = False,
) -> Round:
    """The next round as a draft, or in the state `drawing` where the draw may take over a second.

    From this round on tables are made in another `way` where one is named. Raises as `draw_round`
    does; Conflict `draw_running` while a worker is at the round, and InTheWay over open results
    on which the draw would rest, unless `anyway`: then the ledger keeps what was gone on over.
    """
    next_round_number(tournament)
    if way is not None and way != tournament.pairing:
        tournament = update_tournament(tournament, {"pairing": way}, by=by)
    over = [] if by_hand else open_results(tournament)
    if over and not anyway:
        raise InTheWay(over)
    noted = {"gone_on_over": [[p.code, *p.pointer] for p in over]} if over else {}
    seed = new_seed(tournament) if seed is None else seed
    number = next_round_number(tournament)
    request = draw_request(tournament, seed, by_hand, number=number)
    if is_quick(request) or next_of_schedule(tournament, request, number):
        return draw_round(tournament, by=by, seed=seed, by_hand=by_hand, noted=noted)
    if problems := standing_problems(request):
        raise Invalid(in_names(tournament, problems))
    return _asked_for(tournament, request, by=by, noted=noted)


def _asked_for(
    tournament: Tournament, request: pairing.DrawRequest, *, by: Actor, noted: Mapping[str, object]
) -> Round:
    """A round that waits for a worker to draw it."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        number = next_round_number(tournament)
        make_way(tournament)
        round_ = Round.objects.create(
            tournament=tournament,
            number=number,
            state=Round.State.DRAWING,
            method=request.method,
            seed=request.seed,
            expected_seconds=ceil(expected_seconds(request)),
        )
        facts = {"round": number, "method": request.method, "seed": request.seed, **noted}
        ledger.append(tournament.pk, "draw_asked_for", by=by, facts=facts, changes_standings=False)
        hint(DRAW, round_.pk)
    return round_


def draw_asked_for(round_id: int) -> bool:
    """Draw a round that was asked for; whether this call made it a draft.

    False where it is drawn, dropped or refused meanwhile, or another worker is at it.
    """
    round_ = _claimed(round_id)
    if round_ is None:
        return False
    with beating(round_id) as watch:
        for _attempt in range(ATTEMPTS):
            request = draw_request(round_.tournament, round_.seed, number=round_.number)
            try:
                draft = drafted(round_.tournament, request, round_.number, watch.see)
            except Invalid as refusal:
                return _refuse(round_id, refusal.problems)
            if kept := _kept(round_id, request, draft):
                return kept
            round_ = Round.objects.select_related("tournament").filter(pk=round_id).first()
            if round_ is None or round_.state != Round.State.DRAWING:
                return False
    Round.objects.filter(pk=round_id).update(draw_beat_at=None)
    return False


def _claimed(round_id: int) -> Round | None:
    """The round, from now on this worker's to draw; None where it is not due."""
    now = timezone.now()
    due = Round.objects.due_to_draw(now - SILENCE).filter(pk=round_id)
    if not due.update(draw_beat_at=now, draw_started_at=now, draw_percent=0):
        return None
    return Round.objects.select_related("tournament").get(pk=round_id)


def _kept(round_id: int, request: pairing.DrawRequest, draft: Draft) -> bool:
    """Whether the draft is kept: the round waits for it, and all that it rests on still holds."""
    with transaction.atomic():
        round_ = _locked(round_id)
        if round_ is None:
            return False
        tournament = Tournament.objects.select_for_update().get(pk=round_.tournament_id)
        round_.tournament = tournament
        if draw_request(tournament, round_.seed, number=round_.number) != request:
            return False
        keep(round_, draft, by=CLOCK)
    return True


def _locked(round_id: int) -> Round | None:
    waiting = Round.objects.filter(pk=round_id, state=Round.State.DRAWING)
    return waiting.select_for_update().first()


def _refuse(round_id: int, problems: Sequence[Problem]) -> bool:
    """Keep with the round why it cannot be drawn; its director mends it and draws again."""
    told = [
        {"code": p.code, "message": p.message, "params": p.params, "pointer": list(p.pointer)}
        for p in problems
    ]
    with transaction.atomic():
        round_ = _locked(round_id)
        if round_:
            round_.state, round_.refusal = Round.State.REFUSED, told
            round_.save(update_fields=["state", "refusal"])
            codes = sorted({p.code for p in problems})
            facts = {"round": round_.number, "codes": codes, "refusal": json_digest(told)}
            ledger.append(
                round_.tournament_id, "draw_refused", by=CLOCK, facts=facts, changes_standings=False
            )
    return False


def refusal_of(round_: Round) -> list[Problem]:
    """Why a round could not be drawn."""
    return [
        Problem(each["code"], each["message"], each["params"], tuple(each["pointer"]))
        for each in round_.refusal
    ]


def ask_again(now: datetime) -> list[int]:
    """Ask the worker for the rounds to be drawn that nobody is at; their ids."""
    due = list(Round.objects.due_to_draw(now - SILENCE).values_list("pk", flat=True))
    for pk in due:
        hint(DRAW, pk)
    return due
