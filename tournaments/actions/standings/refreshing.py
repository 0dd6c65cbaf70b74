"""Fresh standings while hands come in: one refresh of a tournament at a time, with pauses that leave time to others."""

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
"""The first of the two numbers of PostgreSQL's advisory locks that are taken here; the second is the tournament's."""
PAUSES = 6
"""How many times what a refresh took passes before the next: it has a seventh of a core at most."""
SHORTEST, LONGEST = 0.1, 1.0  # seconds
_at_work: dict[int, bool] = {}
"""The tournaments that a thread of this process is at; true where it was asked for again meanwhile."""
_lock = Lock()


def publish_until_fresh(tournament_id: int) -> None:
    """Publish fresh standings again and again until none are due.

    Whoever calls it while another thread is at that tournament returns at once: that one will look again.
    """
    with _lock:
        if tournament_id in _at_work:
            _at_work[tournament_id] = True
            return
        _at_work[tournament_id] = False
    try:
        while _is_due(tournament_id) or _was_asked_again(tournament_id):
            if not _publish_alone(tournament_id) and not _was_asked_again(tournament_id):
                return
    except BaseException:
        with _lock:
            _at_work.pop(tournament_id, None)
        raise


def publish_once(tournament_id: int) -> bool:
    """Publish fresh standings unless another process is at it; whether this did. What came meanwhile is asked for."""
    with _alone(tournament_id) as is_alone:
        is_published = is_alone and refresh(tournament_id)
    if is_alone and _is_due(tournament_id):  # whoever was turned away meanwhile has asked nobody else
        hint(REFRESH, tournament_id)
    return is_published


def _publish_alone(tournament_id: int) -> bool:
    """Publish until none are due; False where another process is at it, which looks again when it has let go."""
    with _alone(tournament_id) as is_alone:
        while is_alone and _is_due(tournament_id):
            start = thread_time()
            refresh(tournament_id)
            if _is_due(tournament_id):
                sleep(min(max(SHORTEST, PAUSES * (thread_time() - start)), LONGEST))
    return is_alone


@contextmanager
def _alone(tournament_id: int) -> Iterator[bool]:
    """Whether no other process refreshes this tournament while the block runs.

    PostgreSQL knows, and forgets whoever dies. On SQLite there is one worker.
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
            with suppress(Error), connection.cursor() as cursor:  # a lost connection has let go
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [REFRESHING, tournament_id])


def _is_due(tournament_id: int) -> bool:
    return Tournament.objects.with_stale_standings().filter(pk=tournament_id).exists()


def _was_asked_again(tournament_id: int) -> bool:
    """Whether somebody asked since this was asked last; where nobody did, the work ends."""
    with _lock:
        asked = _at_work.pop(tournament_id)
        if asked:
            _at_work[tournament_id] = False
        return asked
