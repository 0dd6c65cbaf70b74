"""What the clock does: publish, close and draw rounds whose time has come.

What is due is read from the database and looked at again under a lock, so that a run that is
late, doubled or cut off changes nothing but what is still due.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import OuterRef, Subquery

from tournaments.models import Round, Tournament

from .actor import CLOCK
from .draws.jobs import next_round
from .outstanding import outstanding_tables
from .problems import Refused
from .rounds import close_round, publish_round

logger = structlog.get_logger(__name__)


def publish_due(now: datetime) -> list[int]:
    """Publish the drafts whose time has come; the ids of the rounds published.

    A draft whose entries have changed since waits for its director.
    """
    due = Round.objects.due_to_publish(now).values_list("pk", flat=True)
    return [pk for pk in due if _publish(pk, now)]


def _publish(round_id: int, now: datetime) -> bool:
    with transaction.atomic():
        due = Round.objects.due_to_publish(now).select_for_update().filter(pk=round_id).first()
        if due is None:
            return False
        try:
            publish_round(due, by=CLOCK)
        except Refused as refused:
            logger.info("round_waits", round=round_id, why=str(refused))
            return False
    return True


def close_due(now: datetime) -> list[int]:
    """Close the rounds whose time is up and that have every hand confirmed; their ids.

    The others stay open: their director is warned and decides.
    """
    due = Round.objects.due_to_close(now).select_related("tournament")
    return [round_.pk for round_ in due if not outstanding_tables(round_) and _close(round_)]


def _close(round_: Round) -> bool:
    try:
        return close_round(round_, by=CLOCK).state == Round.State.CLOSED
    except Refused as refused:
        logger.info("round_waits", round=round_.pk, why=str(refused))
        return False


def draw_due(now: datetime) -> list[int]:
    """Draw the next round of tournaments set to do so by themselves; the ids of the drafts."""
    drafts = (_draw(tournament) for tournament in _tournaments_to_draw(now))
    return [round_.pk for round_ in drafts if round_]


def _tournaments_to_draw(now: datetime) -> list[Tournament]:
    latest = Round.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    running = Tournament.objects.filter(
        status=Tournament.Status.RUNNING, draw_after_minutes__isnull=False
    ).annotate(
        last_number=Subquery(latest.values("number")[:1]),
        last_closed=Subquery(latest.filter(state=Round.State.CLOSED).values("closed_at")[:1]),
        last_closed_number=Subquery(latest.filter(state=Round.State.CLOSED).values("number")[:1]),
    )
    return [tournament for tournament in running if _is_due(tournament, now)]


def _is_due(tournament: Tournament, now: datetime) -> bool:
    last, closed = tournament.last_number, tournament.last_closed_number  # type: ignore[attr-defined]
    if last is None or last != closed or last >= tournament.rounds_planned:
        return False
    minutes = tournament.draw_after_minutes or 0
    closed_at: datetime = tournament.last_closed  # type: ignore[attr-defined]
    return closed_at + timedelta(minutes=minutes) <= now


def _draw(tournament: Tournament) -> Round | None:
    try:
        return next_round(tournament, by=CLOCK)
    except Refused as refused:
        logger.info("draw_waits", tournament=tournament.pk, why=str(refused))
        return None
