"""Keeping standings up to date during play: one refresh of a tournament at a time, with pauses in between."""

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
SHORTEST, LONGEST = 0.1, 1.0  # pauses between refreshes, in seconds
_refreshing: dict[int, bool] = {}
"""The tournaments that a thread of this process refreshes; true if another refresh was requested meanwhile."""
_lock = Lock()


def publish_until_fresh(tournament_id: int) -> None:
    """Publish standings repeatedly until none are due.

    If another thread is refreshing the tournament, return at once; that thread checks again at its end.
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
    """Publish standings unless another process is doing so; return whether they were published.

    If standings are then still due, queue a refresh.
    """
    with _alone(tournament_id) as is_alone:
        is_published = is_alone and refresh(tournament_id)
    if is_alone and _is_due(tournament_id):  # the other process may have found the lock taken, and queued nothing
        hint(REFRESH, tournament_id)
    return is_published


def _publish_alone(tournament_id: int) -> bool:
    """Publish until no standings are due; return False if another process holds the lock (it checks again)."""
    with _alone(tournament_id) as is_alone:
        while is_alone and _is_due(tournament_id):
            start = thread_time()
            refresh(tournament_id)
            if _is_due(tournament_id):
                sleep(min(max(SHORTEST, PAUSES * (thread_time() - start)), LONGEST))
    return is_alone


@contextmanager
def _alone(tournament_id: int) -> Iterator[bool]:
    """Hold the tournament's refresh lock in this block; yield False if another process holds it.

    PostgreSQL releases the lock if its process dies. On SQLite no lock is needed, because there is one worker.
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
            with suppress(Error), connection.cursor() as cursor:  # if the connection is lost, the lock is released
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [REFRESHING, tournament_id])


def _is_due(tournament_id: int) -> bool:
    return Tournament.objects.with_stale_standings().filter(pk=tournament_id).exists()


def _was_requested_again(tournament_id: int) -> bool:
    """Whether a refresh was requested since the last call.

    If not, the tournament no longer counts as being refreshed.
    """
    with _lock:
        asked = _refreshing.pop(tournament_id)
        if asked:
            _refreshing[tournament_id] = False
        return asked
