"""The sweep: every two seconds, publish, close and draw the rounds that are due, and run all other due steps.

Each step reads the due rows from the database, and checks each row again under a lock. So a sweep that is late,
repeated or interrupted changes only what is still due.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any, TypeVar

import structlog
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from tournaments.models import ClubRatings, Comparison, PushSubscription, Round, Season, Tournament, WebhookDelivery

from .core.actor import CLOCK
from .core.refusals import ChangesPublished, Refusal
from .core.rows import lock_all
from .hands.tables import outstanding_tables
from .push.asking import forget_old_phones, requeue_phones
from .round_repair import comparisons
from .rounds.draws import jobs, replays
from .rounds.draws.first_draws import first_draws_due
from .rounds.rounds import close_round, publish_round
from .seasons import season_refreshing
from .standings.ratings import requeue_ratings
from .standings.refreshing import publish_once
from .webhooks.queueing import forget_deliveries, requeue_webhooks

logger = structlog.get_logger(__name__)
Item = TypeVar("Item")
CLOCKS_DIFFER = timedelta(minutes=1)  # at most; a time further ahead means that a clock was set back


def _one_by_one(act: Callable[[Item], int | None], items: Iterable[Item]) -> list[int]:
    """Call the function with each item; return the ids that are not None.

    A fault of one item does not stop the others. Raises ExceptionGroup, which names the failed items, at the end.
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
    """Publish the drafts whose publication time has come; return the ids of the published rounds.

    If entries or results have changed since a draft was drawn, it is not published: its director decides.
    """
    due = Round.objects.due_to_publish(now).values_list("pk", flat=True)
    return _one_by_one(partial(_publish, now), due)


def _publish(now: datetime, round_id: int) -> int | None:
    with transaction.atomic():
        for due in lock_all(Round.objects.due_to_publish(now).filter(pk=round_id)):
            return _unless_refused(partial(publish_round, due, by=CLOCK), "round_waits", round=round_id)
    return None


def _unless_refused(act: Callable[[], Round], event: str, **about: object) -> int | None:
    """Return the id of the round that the action returns; if the action is refused, log `event` and return None."""
    try:
        return act().pk
    except (Refusal, ChangesPublished) as refused:
        logger.debug(event, **about, why=str(refused))
        return None


def close_due(now: datetime) -> list[int]:
    """Close the rounds whose time has run out and that have no outstanding table; return their ids.

    Rounds with outstanding tables stay open; their directors see a warning and decide.
    """
    due = Round.objects.due_to_close(now).select_related("tournament")
    return _one_by_one(partial(_close, now), due)


def _close(now: datetime, round_: Round) -> int | None:
    if outstanding_tables(round_):
        return None
    with transaction.atomic():
        for due in lock_all(Round.objects.due_to_close(now).filter(pk=round_.pk)):
            return _unless_refused(partial(close_round, due, by=CLOCK), "round_waits", round=due.pk)
    return None


def draw_due(now: datetime) -> list[int]:
    """Draw the next round of tournaments that are drawn automatically; return the ids of these rounds.

    First rounds are only queued: the worker stores the draft, or the reason why there is none.
    """
    due = [tournament for tournament in _drawn_by_clock() if _is_due(tournament, now)]
    return _one_by_one(partial(_draw, now), [*due, *first_draws_due(now)])


def _drawn_by_clock() -> QuerySet[Tournament]:
    """Return the tournaments whose next round is drawn automatically, with their last round."""
    latest = Round.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    return Tournament.objects.drawn_by_clock().annotate(
        last_number=Subquery(latest.values("number")[:1]), last_closed=Subquery(latest.values("closed_at")[:1])
    )


def _is_due(tournament: Tournament, now: datetime) -> bool:
    closed: datetime | None = tournament.last_closed  # type: ignore[attr-defined]
    if closed is None or tournament.last_number >= tournament.rounds_planned:  # type: ignore[attr-defined]
        return False
    wait = timedelta(minutes=tournament.draw_after_minutes or 0)
    return now - closed >= wait or now - closed < -CLOCKS_DIFFER


def _draw(now: datetime, tournament: Tournament) -> int | None:
    if tournament.status != Tournament.Status.PLANNED:
        current = _drawn_by_clock().filter(pk=tournament.pk).first()  # earlier draws of this sweep may have taken long
        return _draw_unless_refused(now, current) if current and _is_due(current, now) else None
    with transaction.atomic():
        for due in lock_all(first_draws_due(now).filter(pk=tournament.pk)):
            return _draw_unless_refused(now, due, queued=True)
    return None


def _draw_unless_refused(now: datetime, tournament: Tournament, *, queued: bool = False) -> int | None:
    publish_at = now if tournament.publish_drawn else None
    draw = partial(jobs.draw_next_round, tournament, by=CLOCK, queued=queued, publish_at=publish_at)
    return _unless_refused(draw, "draw_waits", tournament=tournament.pk)


def refresh_stale_standings(_now: datetime | None = None) -> list[int]:
    """Publish stale standings that no other process is refreshing; return the ids of their tournaments."""
    stale = Tournament.objects.with_stale_standings().values_list("pk", flat=True)
    return _one_by_one(lambda pk: pk if publish_once(pk) else None, stale)


def refresh_stale_seasons(_now: datetime | None = None) -> list[int]:
    """Publish stale standings of seasons; return the ids of these seasons."""
    stale = Season.objects.stale().values_list("pk", flat=True)
    return _one_by_one(lambda pk: pk if season_refreshing.refresh(pk) else None, stale)


def forget_ended_sign_ins(_now: datetime | None = None) -> None:
    """Delete expired sessions."""
    if Session.objects.filter(expire_date__lt=timezone.now()).exists():  # otherwise every sweep would write
        SessionStore.clear_expired()


def may_find_work() -> bool:
    """Whether any step may find work now or within a minute.

    An idle Tavolo runs only this one SQL statement, every two seconds. The statement uses the database's clock and
    looks a minute ahead, because the steps use this machine's clock.
    """
    statement, params = _work_query(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchone() is not None


@cache
def _work_query(_vendor: str) -> tuple[str, tuple[Any, ...]]:
    soon = Now() + CLOCKS_DIFFER
    rounds, theirs = Round.objects.all(), Round.objects.filter(tournament=OuterRef("pk"))
    played_or_last = ~Q(state=Round.State.CLOSED) | Q(number__gte=OuterRef("rounds_planned"))
    first, *others = (
        each.order_by().values("pk")
        for each in (
            Tournament.objects.with_stale_standings(),
            Season.objects.stale(),
            rounds.due_to_publish(soon),
            rounds.due_to_close(soon),
            rounds.filter(state=Round.State.DRAWING),
            rounds.filter(replay_asked_at__isnull=False),
            Comparison.objects.filter(is_done=False),
            PushSubscription.objects.due(soon),
            WebhookDelivery.objects.due(soon),
            ClubRatings.objects.stale(),
            first_draws_due(soon),
            Tournament.objects.drawn_by_clock().filter(Exists(theirs), ~Exists(theirs.filter(played_or_last))),
        )
    )
    statement, params = first.union(*others, all=True)[:1].query.sql_with_params()
    return statement, params


STEPS: tuple[Callable[[datetime], object], ...] = (
    publish_due,
    close_due,
    draw_due,
    jobs.requeue_draws,
    replays.requeue_replays,
    comparisons.requeue_comparisons,
    requeue_phones,
    requeue_webhooks,
    refresh_stale_standings,
    requeue_ratings,
    refresh_stale_seasons,
    forget_ended_sign_ins,
    forget_old_phones,
    forget_deliveries,
)
"""The steps, each called with the current time. A step may run late, twice, or in several processes at once."""
