"""Backups of the database: written while Tavolo runs, checked before they count, restored only if they are whole."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, OperationalError, connection

from tournaments.actions.database_faults import shipped_migrations

from .data_folder import lock_folder

APPLIED = "SELECT name FROM django_migrations WHERE app = 'tournaments'"
NO_BACKUP = "is damaged, or no backup of a SQLite database of Tavolo."
SUFFIXES = ("", "-wal", "-shm")
SAME_NAMES = ("host", "port", "user", "password", "passfile", "service", "sslmode", "sslrootcert", "sslcert", "sslkey")
VARIABLES = {"dbname": "PGDATABASE", **{name: f"PG{name.upper()}" for name in SAME_NAMES}}
"""The variables by which PostgreSQL's programs read where the database is."""


def default_file(now: datetime) -> Path:
    """Return the name of a new backup in the data folder, which is made if it is missing."""
    folder: Path = settings.DATA_DIR / "backups"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / f"tavolo-{now:%Y%m%d-%H%M%S}.{'sqlite3' if connection.vendor == 'sqlite' else 'dump'}"


def back_up(file: Path) -> None:
    """Write a backup, which takes the file's name once it is checked; raises CommandError if this fails."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        if connection.vendor == "sqlite":
            _copy_sqlite(draft)
            _refuse(file, draft)
        else:
            _run_postgresql("pg_dump", "--format=custom", f"--file={draft}")
            _run_postgresql("pg_restore", f"--file={os.devnull}", str(draft))
        _sync(draft)
        draft.replace(file)
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"The backup {file} could not be written: {fault}") from fault
    finally:
        draft.unlink(missing_ok=True)


def _sync(file: Path) -> None:
    """Wait until the file is on the disk."""
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _copy_sqlite(draft: Path) -> None:
    """Copy the database as it is at one moment; other programs write meanwhile."""
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file


def _refuse(file: Path, copy: Path) -> None:
    """Raise CommandError, which names the file, unless its copy is whole."""
    if fault := _sqlite_fault(copy):
        raise CommandError(f"{file} {fault}")


def _sqlite_fault(file: Path) -> str:
    """Return why this file is no whole database of Tavolo, of this version or an older one; "" if it is one."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro&immutable=1", uri=True)) as copy:
            is_whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            applied = {name for (name,) in copy.execute(APPLIED)}
    except sqlite3.Error:
        return NO_BACKUP
    if applied - shipped_migrations():
        return "is of a newer version of Tavolo: restore it with that version."
    return "" if is_whole and applied else NO_BACKUP


def _run_postgresql(*command: str) -> None:
    """Run a program of PostgreSQL on the database; raises CommandError with its first line if it fails."""
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


def is_damaged() -> bool:
    """Whether the SQLite database is damaged; False for PostgreSQL, which checks its files itself."""
    if connection.vendor != "sqlite":
        return False
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            return bool(cursor.fetchone() != ("ok",))
    except OperationalError:  # the disk is full, or it is locked
        raise
    except DatabaseError:
        return True


def restore(file: Path, now: datetime) -> Path:
    """Replace the SQLite database by a backup; return the folder to which the former one was moved.

    Raises CommandError, and changes nothing, if Tavolo runs on the data folder or the backup is not whole.
    """
    if connection.vendor != "sqlite":
        raise CommandError("On PostgreSQL restore the backup by pg_restore: docs/hosting.md has the commands.")
    connection.close()
    database, kept = Path(connection.settings_dict["NAME"]), settings.DATA_DIR / f"replaced-{now:%Y%m%d-%H%M%S-%f}"
    with lock_folder(settings.DATA_DIR):
        draft = database.with_name(f".{database.name}.{os.getpid()}")
        try:
            shutil.copyfile(file, draft)
            _sync(draft)
            _refuse(file, draft)
            kept.mkdir(mode=0o700)
            for former in (database.with_name(database.name + suffix) for suffix in SUFFIXES):
                if former.exists():
                    former.rename(kept / former.name)
            draft.replace(database)
        except OSError as fault:
            raise CommandError(f"The backup {file} could not be restored: {fault}") from fault
        finally:
            draft.unlink(missing_ok=True)
    return kept
