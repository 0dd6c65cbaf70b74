"""Faults of the database and their remedies: refused connections, and tables of a different version."""

import re
from collections.abc import Iterable, Set
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext_noop as _

from tournaments.databases.tables import Columns, can_be_migrated, fits, has_all_columns
from tournaments.outages import DAMAGED, is_corrupt, is_overdue, is_unprepared, why_not_stored

from .core.refusals import Problem

REMEMBERED = 2.0  # seconds for which a reason is cached
AT_ONCE = 0.3  # seconds; together with the wait for the pool, less than nginx's timeout
CONNECTIONS = settings.WEB_THREADS + 3
"""The most connections of a web server: those of its pool, and one that listens."""

NO_DATABASE = ("no_database", _("The database does not respond: start it again."))
REASONS = {
    r"password authentication failed|no password supplied|no pg_hba.conf entry|role .* does not exist": (
        "database_refuses_user",
        _("PostgreSQL refuses the user or the password: correct DATABASE_URL, then restart Tavolo."),
    ),
    r"database .* does not exist": (
        "database_missing",
        _("PostgreSQL has no database of the name in DATABASE_URL: create it and run manage.py migrate."),
    ),
    r"refused|could not translate host name|failed to resolve host": (
        "database_unreachable",
        _("No server responds at the address in DATABASE_URL: start PostgreSQL, or correct the address."),
    ),
    r"too many clients|remaining connection slots|too many connections": (
        "database_full",
        _("PostgreSQL has no connection left: raise max_connections. Each web server needs %(needed)d."),
    ),
}
"""By a pattern of the English message of PostgreSQL or its driver, the code and text of a problem."""

OVERDUE = _("The database is locked or too busy: run manage.py doctor, which names transactions that stay open.")
NOT_MIGRATED = _("The tables of the database are of an older version: run manage.py migrate, then restart Tavolo.")
NEWER = _("The tables of the database are of a newer version: start that version, or restore a backup.")
UNKNOWN = _("The tables of the database are not those of any released version: restore a backup.")
_asking = ThreadPoolExecutor(4, "database")


def database_problem(fault: Error) -> Problem:
    """Return the problem, with its remedy, for an exception of the database."""
    if is_unprepared(fault):
        return Problem("not_migrated", NOT_MIGRATED)
    if is_corrupt(fault):
        return Problem("database_damaged", DAMAGED)
    if why := why_not_stored(fault):
        return Problem("not_stored", why)
    if connection.vendor != "postgresql":
        return Problem(*NO_DATABASE)
    if is_overdue(fault):
        return Problem("database_overdue", OVERDUE)
    try:
        error = _refusal(monotonic() // REMEMBERED).result(AT_ONCE)
    except TimeoutError:  # the server does not respond at all
        error = ""
    code, text = next((why for pattern, why in REASONS.items() if re.search(pattern, error)), NO_DATABASE)
    return Problem(code, text, {"needed": CONNECTIONS})


@lru_cache(maxsize=1)
def _refusal(_moment: float) -> Future[str]:
    """Open a new connection in a thread, and return the future of the server's message.

    The message is needed because the pool reports only its own timeout.
    """
    return _asking.submit(_connection_error, connection.get_connection_params())


def _connection_error(parameters: dict[str, Any]) -> str:
    import psycopg  # need not be installed with SQLite

    try:
        psycopg.connect(**parameters).close()
    except psycopg.Error as fault:
        return str(fault)
    return ""


def find_schema_problems() -> list[Problem]:
    """Return a problem if the tables do not match this version, else []. Raises the database's errors."""
    names = _applied_migrations(connection)
    if shipped_migrations() - names:
        return [Problem("not_migrated", NOT_MIGRATED)]
    fault = why_unknown(names) or (None if has_all_columns(connection) else UNKNOWN)
    return [Problem("migrated_by_newer", fault)] if fault else []


def why_not_to_start(database: BaseDatabaseWrapper) -> str | None:
    """Return a line if a different version has migrated the database, so that this version could damage it; else None.

    Raises the database's errors.
    """
    return why_unknown(_applied_migrations(database)) if MigrationRecorder(database).has_table() else None


def why_not_to_migrate(database: BaseDatabaseWrapper) -> str | None:
    """Return a line if this version cannot migrate the database, else None. Raises the database's errors."""
    return why_not_to_start(database) or (None if can_be_migrated(database) else UNKNOWN)


def why_not_to_restore(columns: Columns, names: Set[str]) -> str | None:
    """Return a line if this version cannot migrate a backup with these (table, column) and migrations; else None."""
    return why_unknown(names) or (None if names and fits(columns, names) else UNKNOWN)


def why_unknown(names: Iterable[str]) -> str | None:
    """Return a line if some of these migrations are unknown to this version; else None.

    Either this version is older, or the migrations were never released.
    """
    unknown = set(names) - shipped_migrations()
    if not unknown:
        return None
    return NEWER if max(unknown) > max(shipped_migrations()) else UNKNOWN


def is_damaged_or_outdated(fault: BaseException | None) -> bool:
    """Whether the exception shows that the database is damaged, or that its tables do not match this version."""
    if not isinstance(fault, Error):
        return False
    if is_unprepared(fault) or is_corrupt(fault):
        return True
    try:
        return bool(find_schema_problems())
    except Error:  # the database cannot be queried now, for example inside a failed transaction
        return False


def _applied_migrations(database: BaseDatabaseWrapper) -> set[str]:
    applied = MigrationRecorder(database).migration_qs.filter(app="tournaments")
    return set(applied.values_list("name", flat=True))


@cache
def shipped_migrations() -> frozenset[str]:
    """Return the names of the migrations of this version."""
    folder = Path(apps.get_app_config("tournaments").path, "migrations")
    return frozenset(file.stem for file in folder.glob("[0-9]*.py"))
