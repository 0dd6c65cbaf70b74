"""Draws that take too long for a request. They are queued, and a worker computes them.

A queued draw is a round in the state `drawing`. Its worker stores a heartbeat every second; without one, the sweep
queues the round again. If two workers draw a round, the first result is stored.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from math import ceil
from typing import Any

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.hints import hint, repeat_hints
from tournaments.models import Round, Tournament
from tournaments.pairing.child_process import ChildKilled, draw_in_child
from tournaments.pairing.knock_out_plan import rounds_to_final

from ...core import ledger
from ...core.actor import CLOCK, Actor
from ...core.origin import at_origin
from ...core.refusals import Conflict, Invalid, Problem
from ...core.rows import lock_all, locked, save_fields
from ...setup.pairing_methods import expected_seconds, is_quick, methods_of
from ...setup.tournaments import update_tournament
from . import drafts
from .beats import SILENCE, reporting_progress
from .knock_out import KNOCK_OUT
from .obstacles import OpenResults, check_request, name_entrants, open_results, refuse_beyond_plan, refuse_sizes
from .records import draw_digest, json_digest, round_times
from .requests import ByHand, next_round_number, read_draw_request

log = structlog.stdlib.get_logger(__name__)
DRAW = "tournaments.tasks.draw_round"


def draw_next_round(
    tournament: Tournament,
    *,
    by: Actor,
    seed: int | None = None,
    by_hand: ByHand | None = None,
    method: str | None = None,
    keep_plan: bool = False,
    sizes: tuple[int, ...] | None = None,
    anyway: bool = False,
    queued: bool = False,
    publish_at: datetime | None = None,
    kept: str | None = None,
) -> Round:
    """Draw the next round and return it: as a draft, or queued in the state `drawing` if it may take over a second.

    `method` replaces the tournament's method from this round on; with `keep_plan` it is for this round only, as `sizes`
    are; `kept` replaces its way of scoring for this round. With `queued`, a worker always draws, and if no draw is
    possible the reasons are stored with the round. At `publish_at` the draft is published automatically. Raises what
    `draw_round` raises. Raises Conflict `draw_running` while a worker draws the round and `all_rounds_drawn` after the
    last planned round. Raises OpenResults if the draw depends on open results; with `anyway` it draws, and the ledger
    records them. After a refusal for which no draw was computed, the plan is as it was.
    """
    refuse_beyond_plan(tournament, next_round_number(tournament), method)
    refuse_sizes(tournament, sizes)
    only_now = method if keep_plan and method != tournament.pairing else None
    still_open = [] if by_hand else open_results(tournament, method)
    if still_open and not anyway:
        raise OpenResults(still_open)
    if method is not None and method != tournament.pairing and not keep_plan:
        if method in methods_of(tournament) and not by_hand:
            _refuse_impossible(tournament, method, sizes)
        tournament = update_tournament(tournament, {"pairing": method}, by=by)
    if by_hand and tournament.pairing == KNOCK_OUT:
        message = _("In a knock-out, draw the round and exchange players in its draft, or choose another way first.")
        raise Conflict(Problem("in_knock_out", message, pointer=("tables",)))
    extra_facts = {"gone_on_over": [[p.code, *p.pointer] for p in still_open]} if still_open else {}
    seed = drafts.choose_seed(tournament, only_now) if seed is None else seed
    number = next_round_number(tournament)
    request = read_draw_request(tournament, seed, by_hand, number=number, method=only_now, sizes=sizes)
    if request.method == KNOCK_OUT == tournament.pairing and not check_request(request):
        tournament = _plan_until_final(tournament, request, number, by=by)
    also: dict[str, Any] = {"by": by, "publish_at": publish_at, "kept": kept, "extra_facts": extra_facts}
    if not queued:
        if is_quick(request) or drafts.draft_from_schedule(tournament, request, number):
            return drafts.draw_round(tournament, seed=seed, by_hand=by_hand, method=only_now, sizes=sizes, **also)
        if problems := check_request(request):
            raise Invalid(name_entrants(tournament, problems))
    chosen = {"sizes": sizes, "method": only_now}
    return _queue_draw(tournament, request, {name: value for name, value in chosen.items() if value}, **also)


def _refuse_impossible(tournament: Tournament, method: str, sizes: tuple[int, ...] | None) -> None:
    """Raise Invalid if the next round cannot be drawn by this method, so that the plan does not change."""
    request = read_draw_request(tournament, 0, number=next_round_number(tournament), method=method, sizes=sizes)
    if problems := check_request(request):
        raise Invalid(name_entrants(tournament, problems))


def _plan_until_final(tournament: Tournament, request: pairing.DrawRequest, number: int, *, by: Actor) -> Tournament:
    """Set the number of planned rounds so that a knock-out ends with its final; return the tournament."""
    final = number - 1 + len(rounds_to_final(request))
    if final == tournament.rounds_planned:
        return tournament
    return update_tournament(tournament, {"rounds": final}, by=by)


def _queue_draw(
    tournament: Tournament,
    request: pairing.DrawRequest,
    chosen: Mapping[str, object],
    *,
    by: Actor,
    publish_at: datetime | None,
    kept: str | None,
    extra_facts: Mapping[str, object],
) -> Round:
    with transaction.atomic():
        tournament = drafts.lock_for_draw(tournament.pk)
        number = next_round_number(tournament)
        tournament.rounds.filter(state=Round.State.REFUSED).delete()  # the new round has the same number
        round_ = Round.objects.create(
            tournament=tournament,
            number=number,
            state=Round.State.DRAWING,
            kept=kept or tournament.kept,
            publish_at=publish_at,
            method=request.method,
            seed=request.seed,
            expected_seconds=ceil(expected_seconds(request)),
            draw_inputs=chosen,
        )
        facts = {"round": number, "method": request.method, "seed": request.seed, "draw": draw_digest(round_)}
        facts |= {"kept": round_.kept, "times": round_times(round_)}
        ledger.append(tournament.pk, "draw_asked_for", by=by, facts={**facts, **extra_facts}, changes_standings=False)
        hint(DRAW, round_.pk)
    return round_


def run_draw_job(round_id: int) -> bool:
    """Draw a queued round; return whether this call made it a draft.

    Return False if the round was drawn, deleted or refused, or if another worker has it. Return False also if its
    inputs keep changing or the computing process is killed; then the sweep queues it again.
    """
    round_ = _claim(round_id)
    if round_ is None:
        return False
    about = {"tournament": round_.tournament.slug, "round": round_.number}
    with reporting_progress(partial(_save_progress, round_id), **about) as progress:
        for _attempt in range(drafts.ATTEMPTS):
            request = _request_for(round_)
            try:
                draw = partial(draw_in_child, on_progress=progress.advance_to)
                draft = drafts.compute_draft(round_.tournament, request, round_.number, draw)
            except ChildKilled:
                log.warning("draw_killed", **about)
                return False
            except Invalid as refusal:
                return _store_refusal(round_id, refusal.problems)
            if stored := _store_if_current(round_id, request, draft):
                return stored
            round_ = _waiting(round_id).select_related("tournament").first()
            if round_ is None:
                return False
    Round.objects.filter(pk=round_id).update(draw_beat_at=None)
    return False


def _request_for(round_: Round) -> pairing.DrawRequest:
    """Return the round's draw request with current values, and the method and table sizes chosen for this round."""
    sizes, method = tuple(round_.draw_inputs.get("sizes", ())) or None, round_.draw_inputs.get("method")
    return read_draw_request(round_.tournament, round_.seed, number=round_.number, method=method, sizes=sizes)


def _save_progress(round_id: int, percent: int) -> None:
    _waiting(round_id).update(draw_beat_at=timezone.now(), draw_percent=percent)


def _claim(round_id: int) -> Round | None:
    """Return the round, reserved for this worker; None if it is not waiting for a draw."""
    now = timezone.now()
    due = Round.objects.due_to_draw(now - SILENCE).filter(pk=round_id)
    if not due.update(draw_beat_at=now, draw_started_at=now, draw_percent=0):
        return None
    return _waiting(round_id).select_related("tournament").first()


def _waiting(round_id: int) -> QuerySet[Round]:
    return Round.objects.filter(pk=round_id, state=Round.State.DRAWING)


def _store_if_current(round_id: int, request: pairing.DrawRequest, draft: drafts.Draft) -> bool:
    """Store the draft if the round still waits for it and its inputs are unchanged; return whether it was stored."""
    with transaction.atomic():
        for round_ in lock_all(_waiting(round_id)):
            round_.tournament = locked(Tournament.objects.all(), round_.tournament_id)
            if _request_for(round_) == request:
                sizes = round_.draw_inputs.get("sizes")
                drafts.store_draft(round_, draft, by=CLOCK, extra_facts={"sizes": sizes} if sizes else None)
                return True
    return False


def _store_refusal(round_id: int, problems: Sequence[Problem]) -> bool:
    """Store these problems as the reasons why the round cannot be drawn; return False.

    The director can correct them before a new draw.
    """
    stored = [{"code": p.code, "message": p.message, "params": p.params, "pointer": list(p.pointer)} for p in problems]
    with transaction.atomic():
        for round_ in lock_all(_waiting(round_id)):
            save_fields(round_, state=Round.State.REFUSED, refusal=stored)
            codes = sorted({p.code for p in problems})
            facts = {
                "round": round_.number,
                "codes": codes,
                "refusal": json_digest(at_origin(round_.tournament, stored)),
            }
            ledger.append(round_.tournament_id, "draw_refused", by=CLOCK, facts=facts, changes_standings=False)
            log.info("draw_refused", tournament=round_.tournament.slug, round=round_.number, codes=codes)
    return False


def refusal_problems(round_: Round) -> list[Problem]:
    """Return the problems because of which a round could not be drawn."""
    return [Problem(each["code"], each["message"], each["params"], tuple(each["pointer"])) for each in round_.refusal]


def requeue_draws(now: datetime) -> list[int]:
    """Queue the waiting draws that no worker is computing; return the ids of their rounds."""
    return repeat_hints(DRAW, Round.objects.due_to_draw(now - SILENCE).values_list("pk", flat=True))
