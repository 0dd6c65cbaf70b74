"""Backups of the database, written while Tavolo runs. They are checked after writing and before a restore."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, OperationalError, connection

from tournaments.actions.backups import BACKUP, record_backup
from tournaments.actions.database_faults import NEWER, why_not_to_restore, why_unknown
from tournaments.databases.tables import COLUMNS, of_models

from . import postgresql
from .data_folder import lock_folder
from .postgresql import OF_NEWER

APPLIED = "SELECT name FROM django_migrations WHERE app = 'tournaments'"
NO_BACKUP = "is damaged, or no backup of a SQLite database of Tavolo."
FORM = "%Y%m%d-%H%M%S"  # the format of the time in a backup's name
SUFFIXES = ("", "-wal", "-shm")


def new_file(name: str) -> Path:
    """Return the path of a backup with this name in the data folder; create the folder if it is missing.

    Raises CommandError if the folder cannot be created.
    """
    folder: Path = settings.DATA_DIR / "backups"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise CommandError(f"The folder {folder} could not be made: {fault}") from fault
    return folder / f"tavolo-{name}.{'sqlite3' if connection.vendor == 'sqlite' else 'dump'}"


def back_up(file: Path) -> None:
    """Write a backup, check it, and then give it this name. Raises CommandError if this fails."""
    # resolve() would raise RuntimeError for a link to itself, which a backup replaces.
    name = Path(os.path.realpath(file))
    if connection.vendor == "sqlite" and name in _files_of(Path(connection.settings_dict["NAME"]).resolve()):
        raise CommandError(f"{file} is the database: name another file for the backup.")
    try:
        with new_draft(file) as draft:
            if connection.vendor == "sqlite":
                _copy_sqlite(draft)
                _refuse(Path(connection.settings_dict["NAME"]), _sqlite_fault(draft))
            else:
                postgresql.back_up(draft)
            sync(draft)
            draft.replace(file)
    except (OSError, sqlite3.Error, DatabaseError) as fault:
        raise CommandError(f"The backup {file} could not be written: {fault}") from fault
    with suppress(DatabaseError):  # the backup is good even if its time could not be stored
        record_backup(BACKUP)


@contextmanager
def new_draft(file: Path) -> Iterator[Path]:
    """Yield an empty temporary file in the same folder, to be renamed to `file`.

    If it was not renamed, delete it at the end.
    """
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def sync(file: Path) -> None:
    """Wait until the file is on the disk."""
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _files_of(database: Path) -> list[Path]:
    """Return the paths of a SQLite database: its file, and its log beside it while it is open."""
    return [database.with_name(database.name + suffix) for suffix in SUFFIXES]


def _copy_sqlite(draft: Path) -> None:
    """Copy a snapshot of the database; other programs may write to the database meanwhile."""
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that the backup is a single file


def _copy_closed(file: Path, draft: Path) -> None:
    """Copy a file that no program writes, with the log beside it if its program was killed."""
    shutil.copyfile(file, draft)
    log, its_log = (each.with_name(f"{each.name}-wal") for each in (file, draft))
    if not log.exists() or not log.stat().st_size:
        return
    try:
        shutil.copyfile(log, its_log)
        with closing(sqlite3.connect(draft)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE")  # writes the log into the file
    finally:
        for suffix in SUFFIXES[1:]:
            draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def _refuse(file: Path, fault: str) -> None:
    """Raise CommandError, naming the file, if there is a fault."""
    if fault:
        raise CommandError(f"{file} {fault}")


def _sqlite_fault(file: Path) -> str:
    """Return why the file is not a complete database of this or an older version of Tavolo; "" if it is."""
    try:
        with _opened(file) as copy:
            is_whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            applied = {name for (name,) in copy.execute(APPLIED)}
    except sqlite3.Error:
        return NO_BACKUP
    unknown = why_unknown(applied)
    if unknown == NEWER:
        return OF_NEWER
    return "" if is_whole and applied and not unknown else NO_BACKUP


def _fault_of_tables(file: Path) -> str:
    """Return NO_BACKUP if this version cannot migrate the tables of a complete database; "" if it can.

    A database with such tables is backed up all the same, but would not start if it was restored.
    """
    with _opened(file) as copy:
        applied = {name for (name,) in copy.execute(APPLIED)}
        columns = of_models(copy.execute(COLUMNS["sqlite"]))
    return NO_BACKUP if why_not_to_restore(columns, applied) else ""


def _opened(file: Path) -> "closing[sqlite3.Connection]":
    """Open a file that no program writes, without making files beside it."""
    return closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro&immutable=1", uri=True))


def is_damaged() -> bool:
    """Whether the SQLite database is damaged. False for PostgreSQL, which checks its files itself."""
    if connection.vendor != "sqlite":
        return False
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            return bool(cursor.fetchone() != ("ok",))
    except OperationalError:  # a full disk or a locked database is not damage
        raise
    except DatabaseError:
        return True


def restore(file: Path, now: datetime) -> str:
    """Replace the database by a backup; return the folder or schema to which the old database was moved.

    Raises CommandError, and changes nothing, if Tavolo is running or the backup is not complete.
    """
    if connection.vendor == "sqlite":
        return str(_restore_sqlite(file, now))
    return postgresql.restore(file, now)


def _restore_sqlite(file: Path, now: datetime) -> Path:
    connection.close()
    database, kept = Path(connection.settings_dict["NAME"]), settings.DATA_DIR / f"replaced-{now:%Y%m%d-%H%M%S-%f}"
    try:
        with lock_folder(settings.DATA_DIR), new_draft(database) as draft:
            _copy_closed(file, draft)
            sync(draft)
            _refuse(file, _sqlite_fault(draft) or _fault_of_tables(draft))
            kept.mkdir(mode=0o700)
            for former in _files_of(database):
                if former.exists():
                    former.rename(kept / former.name)
            draft.replace(database)
    except (OSError, sqlite3.Error) as fault:
        raise CommandError(f"The backup {file} could not be restored: {fault}") from fault
    return kept
