"""Backups of a PostgreSQL database, made and restored with PostgreSQL's own programs."""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from django.core.management import CommandError
from django.db import connection

from tournaments.actions.database_faults import NEWER, why_not_to_restore
from tournaments.databases.tables import PREFIX, Columns, of_models

from .supervisor import close_database

if TYPE_CHECKING:
    import psycopg

NO_BACKUP = "is damaged, or no backup of a PostgreSQL database of Tavolo."
OF_NEWER = "is of a newer version of Tavolo: restore it with that version."
KEPT = "replaced_"  # prefix of the names of schemas that were replaced by a restored backup
ADVISORY_LOCK = 6_284_202  # any number, but the same in all processes
TRIES, PAUSE = 20, 0.25  # times; seconds. PostgreSQL lists a connection for a moment after its program has ended
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
SAME_NAMES = ("host", "port", "user", "password", "passfile", "service", "sslmode", "sslrootcert", "sslcert", "sslkey")
ROWS = re.compile(r"COPY public\.(\w+) \((.*)\) FROM stdin;\n")
VARIABLES = {"dbname": "PGDATABASE", **{name: f"PG{name.upper()}" for name in SAME_NAMES}}
"""The environment variables by which PostgreSQL's programs find the database, by connection parameter."""


def back_up(draft: Path) -> None:
    """Write a backup to this file, and check it by reading it. Raises CommandError if this fails."""
    _run("pg_dump", "--format=custom", f"--exclude-schema={KEPT}*", f"--file={draft}")
    _run("pg_restore", f"--file={os.devnull}", str(draft))


def restore(file: Path, now: datetime) -> str:
    """Replace all tables by those of a backup, in one transaction; return the schema with the old tables.

    Raises CommandError, and changes nothing, if other programs are connected or the backup is not complete. A program
    that connects during the restore waits, so that nothing is written to the old tables.
    """
    kept = f"{KEPT}{now:%Y%m%d_%H%M%S_%f}"
    with TemporaryDirectory() as folder:
        script = Path(folder, "restore.sql")
        _write_script(file, script)
        with _exclusive_connection() as own:
            statements = [*_lock(own), f"ALTER SCHEMA public RENAME TO {kept}", "CREATE SCHEMA public"]
            commands = [f"--command={statement}" for statement in statements]
            options = "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"
            _run("psql", *options, *commands, f"--file={script}")
    return kept


def _lock(own: "psycopg.Connection[Any]") -> list[str]:
    """Return the statement that locks all tables of Tavolo, `[]` if there are none."""
    from tournaments.databases.locking import OURS  # this needs psycopg

    tables = ", ".join(name for (name,) in own.execute(OURS, [PREFIX]))
    return [f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE NOWAIT"] if tables else []


@contextmanager
def _exclusive_connection() -> Iterator["psycopg.Connection[Any]"]:
    """Yield a connection. Raises CommandError if other programs are connected or another restore is running."""
    import psycopg  # not installed in every installation with SQLite

    close_database()  # the connections of the pool would count as another program
    try:
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as own:
            if own.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK]).fetchone() != (True,):
                raise CommandError("Another restore is running.")
            if not any(_is_only_connection(own) for _try in range(TRIES)):
                raise CommandError("Other programs are connected to the database: stop web, worker and beat first.")
            yield own
    except psycopg.Error as fault:
        raise CommandError(f"Nothing was restored: {str(fault).splitlines()[0]}") from fault


def _is_only_connection(own: "psycopg.Connection[Any]") -> bool:
    """Return True if no other program is connected; otherwise wait a moment and return False."""
    alone = own.execute(OTHERS).fetchone() == (0,)
    if not alone:
        time.sleep(PAUSE)
    return alone


def _write_script(file: Path, script: Path) -> None:
    """Write the statements that restore the backup. Raises CommandError if it is incomplete or of a newer version."""
    if not file.is_file():
        raise CommandError(f"There is no file {file}.")
    try:
        rows = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
        _run("pg_restore", "--no-owner", f"--file={script}", str(file))
    except CommandError as fault:
        raise CommandError(f"{file} {NO_BACKUP} ({fault})") from fault
    fields = [row.split("\t") for row in rows.splitlines()]
    applied = {row[2] for row in fields if row[1:2] == ["tournaments"]}
    if unfit := why_not_to_restore(_columns(script), applied):
        raise CommandError(f"{file} {OF_NEWER if unfit == NEWER else NO_BACKUP}")


def _columns(script: Path) -> Columns:
    """Return (table, column) of the rows that a script of pg_restore copies."""
    with script.open() as lines:
        tables = {matched[1]: matched[2].split(", ") for line in lines if (matched := ROWS.fullmatch(line))}
    return of_models((table, column.strip('"')) for table, columns in tables.items() for column in columns)


def _run(*command: str) -> str:
    """Return what a program of PostgreSQL prints. If it fails, raise CommandError with its first line."""
    given = connection.get_connection_params()
    variables = {variable: str(given[name]) for name, variable in VARIABLES.items() if name in given}
    try:
        done = subprocess.run(  # noqa: S603 - our own
            command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as fault:
        raise CommandError(f"{command[0]} is missing: install PostgreSQL's programs (postgresql-client).") from fault
    if done.returncode:
        raise CommandError((done.stderr.strip() or f"{command[0]} failed.").splitlines()[0])
    return done.stdout
