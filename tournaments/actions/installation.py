"""Faults of an installation, with remedies: the faults of `readiness.py`, and faults that the host must correct."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error, connection
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from .backups import BACKUP, last_backups
from .core.refusals import Problem
from .database_faults import CONNECTIONS, database_problem, find_schema_problems
from .readiness import find_redis_fault, shortcomings

MOST_APART = 2.0  # seconds between this machine's clock and the database's
NO_STATIC_FILES = _("The static files are missing: run manage.py collectstatic, then restart Tavolo.")
CLOCKS_APART = _(
    "The clocks of this machine and of the database are %(seconds)d s apart: set both by NTP. Times are wrong until "
    "then."
)
FEW_CONNECTIONS = (
    "PostgreSQL has %(free)d of %(most)d connections left, and a web server needs %(needed)d: raise max_connections."
)
OPEN_TRANSACTION = (
    "A transaction of %(program)s has been open for %(seconds)d s and may lock rows: end it by"
    " SELECT pg_terminate_backend(%(pid)d)."
)
NO_BACKUP = (
    "Tavolo has made no backup for a day: start serve, tavolo-backup.timer or the container backup,"
    " or run manage.py backup --rotate every 15 minutes."
)
OPEN_TRANSACTIONS = """
    SELECT pid, coalesce(nullif(application_name, ''), 'a program'), extract(epoch FROM now() - xact_start)
    FROM pg_stat_activity AS activity
    WHERE datname = current_database() AND now() - xact_start > interval '3 s' AND (
        now() - state_change > interval '3 s' AND state LIKE 'idle in transaction%'
        OR EXISTS (
            SELECT FROM pg_locks
            WHERE pg_locks.pid = activity.pid AND granted AND locktype = 'relation' AND mode <> 'AccessShareLock'
        )
    )
"""
CONNECTIONS_LEFT = """
    SELECT most - reserved - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), most
    FROM (SELECT current_setting('max_connections')::int AS most,
                 current_setting('superuser_reserved_connections')::int AS reserved) AS settings
"""


def find_faults() -> list[Problem]:
    """Return all faults that keep this installation from working fully; [] if there are none."""
    try:
        found = find_schema_problems() or [*shortcomings(), *_find_clock_fault()]
    except Error as fault:
        found = [database_problem(fault)]
    found += [*find_redis_fault(), *_find_missing_files()]
    return list({problem.code: problem for problem in found}.values())


def find_advice() -> list[Problem]:
    """Return problems that may cause faults later: too few PostgreSQL connections, open transactions, an old backup."""
    advice = list[Problem]()
    for find in (_find_crowding, _find_missing_backup):
        with suppress(Error):  # `find_faults` reports database errors
            advice += find()
    return advice


def _find_missing_backup() -> list[Problem]:
    made = last_backups().get(BACKUP)
    is_recent = made is not None and database_now() - made < timedelta(days=1)
    return [] if is_recent else [Problem("no_backup", NO_BACKUP)]


def _find_crowding() -> list[Problem]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(CONNECTIONS_LEFT)
        free, most = cursor.fetchone()
        cursor.execute(OPEN_TRANSACTIONS)
        left_open = [dict(zip(("pid", "program", "seconds"), row, strict=True)) for row in cursor.fetchall()]
    few = {"free": free, "most": most, "needed": CONNECTIONS}
    return [
        *([Problem("few_connections", FEW_CONNECTIONS, few)] if free < CONNECTIONS else []),
        *(Problem("open_transaction", OPEN_TRANSACTION, each) for each in left_open),
    ]


def database_now() -> datetime:
    """Return the time by the database's clock, which all programs share."""
    if connection.vendor != "postgresql":  # SQLite has this machine's clock
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def _find_clock_fault() -> list[Problem]:
    apart = abs(database_now() - timezone.now()).total_seconds()
    return [Problem("clocks_apart", CLOCKS_APART, {"seconds": int(apart)})] if apart > MOST_APART else []


def _find_missing_files() -> list[Problem]:
    is_missing = getattr(staticfiles_storage, "hashed_files", None) == {}  # only storages that hash file names have it
    return [Problem("no_static_files", NO_STATIC_FILES)] if is_missing else []
