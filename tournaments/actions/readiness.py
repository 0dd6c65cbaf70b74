"""Readiness: what keeps Tavolo from working fully, and what to do about it."""

import os
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import timedelta
from functools import lru_cache
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, Error, connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as _

from tournaments.models import Heartbeat
from tournaments.outages import LOCKED, why_not_stored

from .core.refusals import Problem

SILENCE = timedelta(seconds=10)
LITTLE = 65_536  # bytes; with less than that left nothing goes on
AT_ONCE = 0.2  # seconds
REMEMBERED = 2.0  # seconds in which one writing serves all who ask
WORKER, SWEEP = "worker", "sweep"
_probing = Lock()
UNHEARD = {
    WORKER: _("Long draws have been stalled for %(seconds)d seconds. If this continues, restart Tavolo."),
    SWEEP: _(
        "Scheduled actions have not run for %(seconds)d seconds: no round is published, closed or drawn at its set"
        " time. Do it by hand; if this continues, restart Tavolo."
    ),
}

NO_REDIS = _("Redis does not answer: start it again. Long draws wait until then; nothing is lost.")


def record_heartbeat(program: str) -> None:
    """Note that the worker or the sweep is alive and can write."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(program=program, at=Now())], update_conflicts=True, unique_fields=["program"], update_fields=["at"]
    )


def find_unheard() -> list[Problem]:
    """A problem for each program without a heartbeat in the last ten seconds, or what it waits for."""
    # One from the future is as old as it is ahead.
    within = Heartbeat.objects.filter(at__range=(Now() - SILENCE, Now() + SILENCE))
    alive = set(within.values_list("program", flat=True))
    return [_unheard(program) for program in UNHEARD if program not in alive]


def _unheard(program: str) -> Problem:
    if program == WORKER and settings.REDIS_URL and not redis_answers(settings.REDIS_URL):
        return Problem("no_redis", NO_REDIS)
    return Problem(f"{program}_unheard", UNHEARD[program], {"seconds": int(SILENCE.total_seconds())})


def redis_answers(address: str) -> bool:
    """Whether the Redis at this address answers at once."""
    import redis

    client = redis.Redis.from_url(address, socket_connect_timeout=AT_ONCE, socket_timeout=AT_ONCE)
    with closing(client), suppress(redis.RedisError):
        return bool(client.ping())
    return False


def find_disk_fault() -> list[Problem]:
    """That the disk of the data folder, or PostgreSQL's, is full or cannot be written."""
    is_sqlite = connection.vendor == "sqlite"
    why = None if is_sqlite else disk_fault(write_beside_postgresql)
    if is_sqlite or not settings.REDIS_URL:
        why = why or disk_fault(write_to_data_folder)
    return [Problem("not_stored", why)] if why else []


def disk_fault(write: Callable[[], None]) -> str | None:
    """Whether the disk that `write` writes to is FULL or LOCKED, as was found within the last two seconds.

    Raises the database's error where it says nothing about its disk.
    """
    with _probing:
        return _probe(write, monotonic() // REMEMBERED)


@lru_cache(maxsize=2)
def _probe(write: Callable[[], None], _moment: float) -> str | None:
    try:
        write()
    except OSError as fault:
        return why_not_stored(fault) or LOCKED
    except DatabaseError as fault:
        if why := why_not_stored(fault):
            return why
        raise
    return None


def write_to_data_folder() -> None:
    """Write something to the data folder that is gone at once."""
    with tempfile.TemporaryFile(dir=settings.DATA_DIR) as probe:
        probe.write(bytes(LITTLE))
        probe.flush()
        os.fsync(probe.fileno())


def write_beside_postgresql() -> None:
    """Have PostgreSQL sort more than its memory holds, for which it writes a file of its own."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute("SELECT max(n) FROM (SELECT n FROM generate_series(1, 9999) AS n ORDER BY -n) AS sorted")


def shortcomings() -> list[Problem]:
    """All that is wrong now, first of all a disk that takes no signs of life either; nothing when Tavolo is ready."""
    try:
        unheard = find_unheard()  # first: a database that is away is waited for by all who ask at the same time
        return find_disk_fault() or unheard
    except Error:
        return [Problem("no_database", _("The database does not answer: start it again."))]
