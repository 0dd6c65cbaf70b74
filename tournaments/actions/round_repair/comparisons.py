"""Comparison of a drawn round with a new draw by corrected scores: how many entries would have other opponents.

The worker computes a slow draw once for each request. Pages ask again until the comparison is done.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from tournaments import pairing
from tournaments.hints import hint, repeat_hints
from tournaments.models import Comparison, Round
from tournaments.pairing.child_process import ChildKilled, draw_in_child
from tournaments.pairing.values import Draw

from ..core.refusals import Refusal
from ..rounds.draws.beats import SILENCE, reporting_progress
from ..rounds.draws.obstacles import check_request
from ..rounds.draws.records import as_drawn, json_digest, read_seating, request_from_json, request_to_json
from ..setup.pairing_methods import is_quick
from .proposals import NO_OPTIONS, draw_now

log = structlog.stdlib.get_logger(__name__)
COMPARE = "tournaments.tasks.compare_draw"


@dataclass(frozen=True, slots=True)
class DrawComparison:
    """The number of entries that a new draw would seat with other players.

    It is None if no draw is possible, or while a worker computes. `percent` is the worker's progress; None if no worker
    is computing.
    """

    number: int | None = None
    percent: int | None = None


def read_comparison(round_: Round) -> DrawComparison:
    """Return how many entries would sit with other players if the round were drawn again; a slow draw is queued."""
    request = _request_with_current_scores(round_)
    if check_request(request):
        return DrawComparison()
    if is_quick(request):
        return DrawComparison(_count(round_, request, pairing.draw))
    asked = _requested(round_, _digest(request))
    return DrawComparison(asked.reseated, None if asked.is_done else asked.percent)


def _request_with_current_scores(round_: Round) -> pairing.DrawRequest:
    """Return the draw request of the round with current scores, and with the entries that played when it was drawn."""
    drawn, now = request_from_json(round_.draw_inputs), draw_now(round_, NO_OPTIONS)
    played = {entrant.id: entrant for entrant in drawn.entrants}
    return replace(
        drawn, entrants=tuple(replace(e, active=played[e.id].active) for e in now.entrants if e.id in played)
    )


def _digest(request: pairing.DrawRequest) -> str:
    return json_digest(request_to_json(request))


def _requested(round_: Round, digest: str) -> Comparison:
    """Return the comparison for the request with this digest; if there is none, create and queue it."""
    stored = Comparison.objects.filter(round=round_, request=digest).first()
    if stored is None:
        new = {"request": digest, "percent": 0, "beat_at": None, "is_done": False, "reseated": None}
        with transaction.atomic():
            stored, _made = Comparison.objects.update_or_create(round=round_, defaults=new)
            hint(COMPARE, round_.pk)
    return stored


def _count(
    round_: Round, request: pairing.DrawRequest, draw_tables: Callable[[pairing.DrawRequest], Draw]
) -> int | None:
    try:
        instead = _companions(draw_tables(request).tables)
    except Refusal:
        return None
    before = _companions(_compared_tables(round_))
    return sum(before.get(entry) != others for entry, others in instead.items())


def _compared_tables(round_: Round) -> Sequence[Sequence[int]]:
    """Return the tables to compare: those drawn, or the current ones if the round was repaired by corrected scores."""
    is_rescored = bool((round_.drawn or {}).get("scores"))
    return read_seating(round_) if is_rescored else as_drawn(round_)["tables"]


def _companions(tables: Iterable[Sequence[Any]]) -> dict[int, frozenset[int]]:
    return {int(entry): frozenset(map(int, table)) for table in tables for entry in table}


def run_comparison_job(round_id: int) -> bool:
    """Compute the comparison that is queued for a round; return whether this call stored it.

    If the process is killed during the computation, the sweep queues it again.
    """
    asked = Comparison.objects.filter(round=round_id)
    if not asked.due(timezone.now() - SILENCE).update(beat_at=timezone.now(), percent=0):
        return False
    round_ = Round.objects.select_related("tournament").filter(pk=round_id).first()
    if round_ is None:
        return False
    request = _request_with_current_scores(round_)
    asked.update(request=_digest(request))  # the scores may have changed since it was queued
    about = {"tournament": round_.tournament.slug, "round": round_.number}
    with reporting_progress(partial(_save_progress, round_id), **about) as progress:
        try:
            number = _count(round_, request, partial(draw_in_child, on_progress=progress.advance_to))
        except ChildKilled:
            log.warning("comparison_killed", **about)
            return False
    return bool(asked.filter(request=_digest(request)).update(reseated=number, is_done=True, percent=100))


def _save_progress(round_id: int, percent: int) -> None:
    Comparison.objects.filter(round=round_id, is_done=False).update(beat_at=timezone.now(), percent=percent)


def requeue_comparisons(now: datetime) -> list[int]:
    """Queue the comparisons that no worker is computing; return the ids of their rounds."""
    return repeat_hints(COMPARE, Comparison.objects.due(now - SILENCE).values_list("round_id", flat=True))
