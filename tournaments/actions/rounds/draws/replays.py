"""Replays: a draw is repeated from its stored request and seed."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments import pairing
from tournaments.hints import hint, repeat_hints
from tournaments.models import Round
from tournaments.pairing.child_process import ChildKilled, draw_in_child
from tournaments.pairing.values import Draw

from ...core.refusals import Conflict, Problem
from ...setup.pairing_methods import is_quick
from .records import as_drawn, is_by_earlier_version, request_from_json

log = structlog.stdlib.get_logger(__name__)
REPLAY = "tournaments.tasks.replay_round"
UNDRAWN: Mapping[str, str] = {
    Round.State.DRAWING: _("Round %(round)d is being drawn."),
    Round.State.REFUSED: _("Round %(round)d could not be drawn."),
}
PATIENCE = timedelta(minutes=1)  # the longest time for a worker; then the replay is queued again


def replay(round_: Round, draw: Callable[[pairing.DrawRequest], Draw] = pairing.draw) -> bool | None:
    """Whether the stored inputs and seed give the drawn tables again; later changes by hand are ignored.

    Return None if the tables differ and an earlier version of the method drew them. A replay takes as long as the draw,
    and stores nothing.
    """
    redrawn = draw(request_from_json(round_.draw_inputs)).rounds[round_.draw_inputs["taken"]]
    drawn = as_drawn(round_)
    tables = [[int(entry) for entry in table] for table in redrawn.tables]
    benched = {entrant["id"] for entrant in round_.draw_inputs["entrants"] if not entrant["active"]}
    out = sorted(entry for entry in drawn["sit_out"] if entry not in benched)
    if tables == drawn["tables"] and sorted(int(entry) for entry in redrawn.sit_out) == out:
        return True
    return None if is_by_earlier_version(round_.report) else False


def check_draw(round_: Round) -> Round:
    """Replay a round's draw and store whether it gives the same tables; return the round. A slow replay is queued.

    Raises Conflict `not_drawn` for a round that has no tables yet.
    """
    refuse_undrawn(round_)
    if is_quick(request_from_json(round_.draw_inputs)):
        _store_verdict(round_, same=replay(round_))
    else:
        round_.replay_asked_at = timezone.now()
        Round.objects.filter(pk=round_.pk).update(replay_asked_at=round_.replay_asked_at)
        hint(REPLAY, round_.pk)
    return round_


def refuse_undrawn(round_: Round) -> None:
    """Raise Conflict `not_drawn` for a round that has no tables yet."""
    if round_.state in UNDRAWN:
        raise Conflict(Problem("not_drawn", UNDRAWN[round_.state], {"round": round_.number}))


def _store_verdict(round_: Round, *, same: bool | None) -> None:
    round_.replayed_same = same
    round_.replayed_at, round_.replay_asked_at = timezone.now(), None
    Round.objects.filter(pk=round_.pk).update(
        replayed_same=round_.replayed_same, replayed_at=round_.replayed_at, replay_asked_at=None
    )


def run_replay_job(round_id: int) -> bool:
    """Replay a queued draw; return whether this call stored the result.

    If the computing process is killed, the sweep queues it again.
    """
    now = timezone.now()
    due = Round.objects.due_to_replay(now).filter(pk=round_id)
    if not due.update(replay_asked_at=now):
        return False
    round_ = Round.objects.select_related("tournament").filter(pk=round_id).first()
    if round_ is None:
        return False
    try:
        _store_verdict(round_, same=replay(round_, draw_in_child))
    except ChildKilled:
        log.warning("replay_killed", tournament=round_.tournament.slug, round=round_.number)
        return False
    return True


def requeue_replays(now: datetime) -> list[int]:
    """Queue the replays that no worker has finished in time; return the ids of their rounds."""
    return repeat_hints(REPLAY, Round.objects.due_to_replay(now - PATIENCE).values_list("pk", flat=True))
