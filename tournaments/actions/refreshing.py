"""Fresh standings while hands come in: one refresh of a tournament at a time, with pauses that leave time to others."""

from threading import Lock
from time import sleep, thread_time

from tournaments.models import Tournament

from .standings import refresh

PAUSES = 3
"""How many times what a refresh took passes before the next: it has a quarter of a core at most."""
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
            start = thread_time()
            refresh(tournament_id)
            if _is_due(tournament_id):
                sleep(min(max(SHORTEST, PAUSES * (thread_time() - start)), LONGEST))
    except BaseException:
        with _lock:
            _at_work.pop(tournament_id, None)
        raise


def _is_due(tournament_id: int) -> bool:
    return Tournament.objects.with_stale_standings().filter(pk=tournament_id).exists()


def _was_asked_again(tournament_id: int) -> bool:
    """Whether somebody asked since this was asked last; where nobody did, the work ends."""
    with _lock:
        asked = _at_work.pop(tournament_id)
        if asked:
            _at_work[tournament_id] = False
        return asked
