"""Measures of an installation's pending work, for monitoring programs such as Prometheus."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, F, Max, Min, QuerySet

from tournaments.models import Hand, Heartbeat, PushSubscription, Round, Season, Tournament, WebhookDelivery

from .installation import database_now

LOCKS = """
    SELECT count(*), coalesce(extract(epoch FROM max(clock_timestamp() - query_start)), 0)
    FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


def measure() -> dict[str, Mapping[str, float]]:
    """Return the measures by name; each has its numbers by the value of its label. Times are in seconds.

    A measure without a label has the only key "". Raises the database's errors.
    """
    now = database_now()
    due = {work: _count(rows, since, now) for work, (rows, since) in _due_work(now).items()}
    behind = {work: _behind(rows) for work, rows in _standings().items()}
    beats = Heartbeat.objects.order_by("program").values_list("program", "at")
    return {
        "due": {work: count for work, (count, _age) in due.items()},
        "due_age_seconds": {work: age for work, (_count, age) in due.items()},
        "revisions_behind": behind,
        "disputes_open": {"": _open_disputes()},
        "last_seconds": {program: (now - at).total_seconds() for program, at in beats},
        **_locks(),
    }


def _due_work(now: datetime) -> dict[str, tuple[QuerySet[Any], str]]:
    """Return, for each kind of work, the waiting rows, and the name of the column with the time when the wait began."""
    return {
        "standings": (Tournament.objects.with_stale_standings(), "standings_due_at"),
        "draws": (Round.objects.filter(state=Round.State.DRAWING), "created_at"),
        "repeated_draws": (Round.objects.filter(replay_asked_at__isnull=False), "replay_asked_at"),
        "rounds_to_publish": (Round.objects.due_to_publish(now), "publish_at"),
        "rounds_to_close": (Round.objects.due_to_close(now), "closes_at"),
        "notifications": (PushSubscription.objects.due(now), "due_at"),
        "webhooks": (WebhookDelivery.objects.due(now), "due_at"),
    }


def _count(rows: QuerySet[Any], since: str, now: datetime) -> tuple[int, float]:
    """Return the number of rows, and the age of the oldest in seconds."""
    found = rows.order_by().aggregate(count=Count("pk"), oldest=Min(since))
    return found["count"], max(0.0, (now - found["oldest"]).total_seconds()) if found["oldest"] else 0.0


def _standings() -> dict[str, QuerySet[Any]]:
    return {"tournaments": Tournament.objects.with_stale_standings(), "seasons": Season.objects.stale()}


def _behind(rows: QuerySet[Any]) -> int:
    """Return by how many revisions the most outdated published standings are behind."""
    return rows.order_by().aggregate(most=Max(F("revision") - F("published_revision")))["most"] or 0


def _open_disputes() -> int:
    in_play = {"table__round__state": Round.State.PUBLISHED}
    return Hand.objects.filter(**in_play, is_current=True, state=Hand.State.DISPUTED).count()


def _locks() -> dict[str, dict[str, float]]:
    """Return the number of statements that wait for a lock, and the longest wait; {} on SQLite."""
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute(LOCKS)
        count, longest = cursor.fetchone()
    return {"locks_waited_for": {"": count}, "lock_wait_seconds": {"": float(longest)}}
