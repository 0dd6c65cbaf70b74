"""Readiness: faults that prevent Tavolo from working fully, with their remedies."""

import os
import tempfile
from collections.abc import Callable
from contextlib import closing
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
from .database_faults import database_problem

SILENCE = timedelta(seconds=10)
LITTLE = 65_536  # bytes; with less free space nothing can be stored
AT_ONCE = 0.2  # seconds
REMEMBERED = 2.0  # seconds for which the result of a test write is cached
WORKER, SWEEP = "worker", "sweep"
_probing = Lock()
SILENT_PROGRAMS = {
    WORKER: _("Long draws have been stalled for %(seconds)d seconds. If this continues, restart Tavolo."),
    SWEEP: _(
        "Scheduled actions have not run for %(seconds)d seconds: no round is published, closed or drawn at its set"
        " time. Do it by hand; if this continues, restart Tavolo."
    ),
}

REDIS_REFUSES = _(
    "Redis refuses to store messages: %(reason)s Give it memory, or correct REDIS_URL; long draws wait until then."
)
NO_REDIS = _(
    "Redis does not respond: start it again, or correct REDIS_URL. Long draws wait until then; nothing is lost."
)


def record_heartbeat(program: str) -> None:
    """Store the current time as the last heartbeat of the worker or the sweep; storing it shows that writing works."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(program=program, at=Now())], update_conflicts=True, unique_fields=["program"], update_fields=["at"]
    )


def find_silent_programs() -> list[Problem]:
    """Return a problem for each program whose last heartbeat is older than ten seconds.

    If Redis is the cause, return its problem instead.
    """
    # A heartbeat in the future (after a change of the clock) counts like one as far in the past.
    within = Heartbeat.objects.filter(at__range=(Now() - SILENCE, Now() + SILENCE))
    alive = set(within.values_list("program", flat=True))
    return [_silence_problem(program) for program in SILENT_PROGRAMS if program not in alive]


def _silence_problem(program: str) -> Problem:
    if program == WORKER and (faults := find_redis_fault()):
        return faults[0]
    return Problem(f"{program}_unheard", SILENT_PROGRAMS[program], {"seconds": int(SILENCE.total_seconds())})


def find_redis_fault() -> list[Problem]:
    """Return a problem if Redis does not store a value within 0.2 seconds; [] if it does, or if Redis is not used."""
    if not settings.REDIS_URL:
        return []
    import redis

    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=AT_ONCE, socket_timeout=AT_ONCE)
    try:
        with closing(client):
            client.set("tavolo-probe", "", px=1000)
    except (redis.ResponseError, redis.AuthenticationError) as fault:
        return [Problem("redis_refuses", REDIS_REFUSES, {"reason": str(fault)})]
    except redis.RedisError:
        return [Problem("no_redis", NO_REDIS)]
    return []


def find_disk_fault() -> list[Problem]:
    """Return a problem if the disk of the data folder or of PostgreSQL is full or not writable, otherwise []."""
    is_sqlite = connection.vendor == "sqlite"
    why = None if is_sqlite else disk_fault(write_beside_postgresql)
    if is_sqlite or not settings.REDIS_URL:
        why = why or disk_fault(write_to_data_folder)
    return [Problem("not_stored", why)] if why else []


def disk_fault(write: Callable[[], None]) -> str | None:
    """Return the reason if `write` finds a full or read-only disk or database, else None; cached for two seconds.

    Raises the database's error if there is another cause.
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
    """Write and sync a temporary file in the data folder."""
    with tempfile.TemporaryFile(dir=settings.DATA_DIR) as probe:
        probe.write(bytes(LITTLE))
        probe.flush()
        os.fsync(probe.fileno())


def write_beside_postgresql() -> None:
    """Begin a write, and have PostgreSQL sort more than its memory holds, so that it writes a temporary file."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute("UPDATE tournaments_heartbeat SET at = at WHERE false")  # refused if the database is read-only
        cursor.execute("SELECT max(n) FROM (SELECT n FROM generate_series(1, 9999) AS n ORDER BY -n) AS sorted")


def shortcomings() -> list[Problem]:
    """Return all current faults; [] if Tavolo is ready.

    A disk fault also stops the heartbeats; in that case only the disk fault is returned.
    """
    try:
        silent = find_silent_programs()  # first: without a database, concurrent calls time out in parallel
        return find_disk_fault() or silent
    except Error as fault:
        return [database_problem(fault)]
