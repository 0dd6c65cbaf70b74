"""Whether an exception shows that the database is unavailable, slow or damaged, or that disk or Redis cannot store."""

import errno
import sqlite3
from collections.abc import Iterator

from django.db import Error, OperationalError

from scoring.problems import gettext_noop as _

FULL = _("The disk is full: nothing was saved. Make room on the computer that runs Tavolo, then try again.")
LOCKED = _(
    "The disk cannot be written: nothing was saved. Give Tavolo write access to its data folder, then try again."
)
READ_ONLY = _(
    "The database is read-only: nothing was saved. Make it writable, or correct DATABASE_URL and restart Tavolo."
)
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
NOT_ALLOWED = {errno.EACCES, errno.EPERM}
STATES_OF_WRITING = {"53100": FULL, "25006": READ_ONLY}
"""By PostgreSQL's code, why nothing can be written."""

AWAY = "The database does not answer."
OVERDUE = "The database did not answer in time: something was locked, or a statement took too long."
REFUSED_BY_REDIS = "Redis refuses to store messages:"
UNPREPARED = "The database does not have the tables of this version."
DAMAGED = _("The database is damaged: stop Tavolo and run manage.py restore with the last backup.")
STATES = ("08", "57P", "53300")
"""PostgreSQL's codes for a broken connection, a server that stops or starts, and too many connections."""

LIMITS = ("55P03", "57014", "25P03")
"""PostgreSQL's codes for a lock, statement or transaction that exceeded a limit of databases/postgresql.py."""

NOT_THERE = ("42P01", "42703")
"""PostgreSQL's codes for a missing table or column; SQLite reports both only in words."""


def is_away(fault: BaseException | None) -> bool:
    """Whether the database cannot be reached, refuses access or responds too late."""
    if isinstance(fault, ExceptionGroup):
        return all(map(is_away, fault.exceptions))
    return any(_is_silent(each) or is_overdue(each) for each in _causes(fault))


def why_unavailable(fault: BaseException | None) -> str | None:
    """Return the reason, in one line, if the database is unavailable; else None."""
    if not is_away(fault):
        return None
    first = fault.exceptions[0] if isinstance(fault, ExceptionGroup) else fault
    return OVERDUE if any(map(is_overdue, _causes(first))) else AWAY


def is_overdue(fault: BaseException) -> bool:
    """Whether PostgreSQL ended a statement or a transaction that took too long."""
    return isinstance(fault, Error) and getattr(fault.__cause__, "sqlstate", None) in LIMITS


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    """Yield the exception, and then the exceptions that caused it."""
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def is_unprepared(fault: BaseException) -> bool:
    """Whether the database lacks tables or columns of this version."""
    if isinstance(fault, OperationalError):
        return str(fault).startswith("no such ") or " has no column named " in str(fault)
    return getattr(fault.__cause__, "sqlstate", "") in NOT_THERE


def is_corrupt(fault: BaseException | None) -> bool:
    """Whether SQLite found that its file is damaged or is not a database."""
    codes = (getattr(each, "sqlite_errorcode", 0) & 0xFF for each in _causes(fault) if isinstance(each, sqlite3.Error))
    return not {*codes}.isdisjoint({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def _is_silent(fault: BaseException) -> bool:
    if not isinstance(fault, OperationalError):
        return False
    cause = fault.__cause__
    if cause is None:  # raised by the queue of writers in `databases/sqlite3/`
        return True
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    state = getattr(cause, "sqlstate", "")
    return state is None or str(state).startswith(STATES)


def why_not_stored(fault: BaseException | None) -> str | None:
    """Return FULL, LOCKED or READ_ONLY if the disk is full, or disk or database read-only; else None."""
    return next(filter(None, map(_why_of_disk, _causes(fault))), None)


def _why_of_disk(fault: BaseException) -> str | None:
    if isinstance(fault, sqlite3.Error):
        return _why_sqlite(getattr(fault, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(fault, OSError):
        if fault.errno in NO_ROOM:
            return FULL
        is_file = fault.errno in NOT_ALLOWED and fault.filename is not None  # an error of a socket has no file name
        return LOCKED if is_file or fault.errno == errno.EROFS else None
    state = getattr(fault, "sqlstate", None)
    return STATES_OF_WRITING.get(str(state))


def _why_sqlite(code: int) -> str | None:
    if code == sqlite3.SQLITE_FULL:
        return FULL
    if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:  # SQLite could not write its log or journal
        return FULL
    return LOCKED if code == sqlite3.SQLITE_READONLY else None


def outage(fault: BaseException | None) -> str | None:
    """Return the reason, in one line, if the disk, the database, missing tables or Redis are the cause; else None."""
    if is_corrupt(fault):
        return DAMAGED
    is_unfit = fault is not None and is_unprepared(fault)
    return why_not_stored(fault) or (UNPREPARED if is_unfit else why_unavailable(fault)) or _why_redis_refuses(fault)


def _why_redis_refuses(fault: BaseException | None) -> str | None:
    from redis.exceptions import OutOfMemoryError, ReadOnlyError  # not every installation has a Redis

    refusals = (each for each in _causes(fault) if isinstance(each, ReadOnlyError | OutOfMemoryError))
    return next((f"{REFUSED_BY_REDIS} {each}" for each in refusals), None)
