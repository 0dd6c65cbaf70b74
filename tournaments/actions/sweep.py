"""The sweep: every two seconds, publish, close and draw rounds whose time has come, and do all else that is due.

What is due is read from the database and looked at again under a lock, so that a run that is
late, doubled or cut off changes nothing but what is still due.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

import structlog
from django.db import transaction
from django.db.models import OuterRef, Subquery

from tournaments.models import Round, Tournament

from .actor import CLOCK
from .draws import jobs, replays
from .refusals import Refusal
from .rounds import close_round, publish_round
from .rows import lock_all
from .standings import refresh
from .tables import outstanding_tables

logger = structlog.get_logger(__name__)
Item = TypeVar("Item")
CLOCKS_DIFFER = timedelta(minutes=1)  # by less; a round closed later than that was closed long ago


def _one_by_one(act: Callable[[Item], int | None], items: Iterable[Item]) -> list[int]:
    """The ids that the action answers with, where it does something; none pays for the fault of another.

    Raises ExceptionGroup, which names those that failed, once all have had their turn.
    """
    results: list[int] = []
    faults: dict[str, Exception] = {}
    for item in items:
        try:
            result = act(item)
        except Exception as fault:  # noqa: BLE001 - raised below
            faults[str(item)] = fault
        else:
            results += [] if result is None else [result]
    if faults:
        raise ExceptionGroup(f"for {', '.join(faults)}", list(faults.values()))
    return results


def publish_due(now: datetime) -> list[int]:
    """Publish the drafts whose time has come; the ids of the rounds published.

    A draft whose entries have changed since waits for its director.
    """
    due = Round.objects.due_to_publish(now).values_list("pk", flat=True)
    return _one_by_one(partial(_publish, now), due)


def _publish(now: datetime, round_id: int) -> int | None:
    with transaction.atomic():
        for due in lock_all(Round.objects.due_to_publish(now).filter(pk=round_id)):
            return _unless_refused(partial(publish_round, due, by=CLOCK), "round_waits", round=round_id)
    return None


def _unless_refused(act: Callable[[], Round], event: str, **about: object) -> int | None:
    """The id of the round that the action answers with; None where it is refused, which the event says."""
    try:
        return act().pk
    except Refusal as refused:
        logger.debug(event, **about, why=str(refused))
        return None


def close_due(now: datetime) -> list[int]:
    """Close the rounds whose time is up and that have every hand confirmed; their ids.

    The others stay open: their director is warned and decides.
    """
    due = Round.objects.due_to_close(now).select_related("tournament")
    return _one_by_one(_close, due)


def _close(round_: Round) -> int | None:
    if outstanding_tables(round_):
        return None
    return _unless_refused(partial(close_round, round_, by=CLOCK), "round_waits", round=round_.pk)


def draw_due(now: datetime) -> list[int]:
    """Draw the next round of tournaments set to do so by themselves; the ids of the drafts."""
    latest = Round.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING, draw_after_minutes__isnull=False).annotate(
        last_number=Subquery(latest.values("number")[:1]), last_closed=Subquery(latest.values("closed_at")[:1])
    )
    return _one_by_one(_draw, [tournament for tournament in running if _is_due(tournament, now)])


def _is_due(tournament: Tournament, now: datetime) -> bool:
    closed: datetime | None = tournament.last_closed  # type: ignore[attr-defined]
    if closed is None or tournament.last_number >= tournament.rounds_planned:  # type: ignore[attr-defined]
        return False
    wait = timedelta(minutes=tournament.draw_after_minutes or 0)
    return now - closed >= wait or now - closed < -CLOCKS_DIFFER


def _draw(tournament: Tournament) -> int | None:
    draw = partial(jobs.draw_next_round, tournament, by=CLOCK)
    return _unless_refused(draw, "draw_waits", tournament=tournament.pk)


def refresh_stale_standings(_now: datetime | None = None) -> list[int]:
    """Publish the standings that lag behind, whatever time it is; the ids of their tournaments."""
    stale = Tournament.objects.with_stale_standings().values_list("pk", flat=True)
    return _one_by_one(lambda pk: pk if refresh(pk) else None, stale)


STEPS: tuple[Callable[[datetime], object], ...] = (
    publish_due,
    close_due,
    draw_due,
    jobs.requeue_draws,
    replays.requeue_replays,
    refresh_stale_standings,
)
"""Each takes the time that it is; whatever it does may be done twice, late or by another."""
