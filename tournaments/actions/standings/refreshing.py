"""Keeping standings up to date while hands come in: one refresh of a tournament at a time, with pauses."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from time import sleep, thread_time

from django.db import Error, connection

from tournaments.hints import hint
from tournaments.models import Tournament

from ..core.ledger import REFRESH
from .standings import refresh

REFRESHING = 1
"""The first number of the PostgreSQL advisory lock for a refresh; the second is the tournament's id."""
PAUSES = 6
"""The pause after a refresh, as a multiple of its time: refreshing takes at most a seventh of a core."""
SHORTEST, LONGEST = 0.1, 1.0  # seconds
_refreshing: dict[int, bool] = {}
"""The tournaments that a thread of this process refreshes; true if another refresh was requested meanwhile."""
_lock = Lock()


def publish_until_fresh(tournament_id: int) -> None:
    """Publish standings repeatedly until none are due.

    If another thread refreshes that tournament, return at once: that thread checks again before it ends.
    """
    with _lock:
        if tournament_id in _refreshing:
            _refreshing[tournament_id] = True
            return
        _refreshing[tournament_id] = False
    try:
        while _is_due(tournament_id) or _was_requested_again(tournament_id):
            if not _publish_alone(tournament_id) and not _was_requested_again(tournament_id):
                return
    except BaseException:
        with _lock:
            _refreshing.pop(tournament_id, None)
        raise


def publish_once(tournament_id: int) -> bool:
    """Publish standings unless another process does; return whether it published. Queues a refresh if still due."""
    with _alone(tournament_id) as is_alone:
        is_published = is_alone and refresh(tournament_id)
    if is_alone and _is_due(tournament_id):  # a process that found the lock taken has queued nothing
        hint(REFRESH, tournament_id)
    return is_published


def _publish_alone(tournament_id: int) -> bool:
    """Publish until no standings are due; return False if another process holds the lock and will check again."""
    with _alone(tournament_id) as is_alone:
        while is_alone and _is_due(tournament_id):
            start = thread_time()
            refresh(tournament_id)
            if _is_due(tournament_id):
                sleep(min(max(SHORTEST, PAUSES * (thread_time() - start)), LONGEST))
    return is_alone


@contextmanager
def _alone(tournament_id: int) -> Iterator[bool]:
    """Hold the tournament's refresh lock during the block; yield False if another process holds it.

    PostgreSQL releases the lock of a process that dies. On SQLite there is only one worker, and no lock.
    """
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [REFRESHING, tournament_id])
        (is_ours,) = cursor.fetchone()
    try:
        yield is_ours
    finally:
        if is_ours:
            with suppress(Error), connection.cursor() as cursor:  # a lost connection has released the lock
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [REFRESHING, tournament_id])


def _is_due(tournament_id: int) -> bool:
    return Tournament.objects.with_stale_standings().filter(pk=tournament_id).exists()


def _was_requested_again(tournament_id: int) -> bool:
    """Whether a refresh was requested since the last call; if not, mark the tournament as not being refreshed."""
    with _lock:
        asked = _refreshing.pop(tournament_id)
        if asked:
            _refreshing[tournament_id] = False
        return asked
