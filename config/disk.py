"""Detects whether the disk is full or cannot be written."""

import errno
import sqlite3

from scoring.problems import gettext_noop as _

FULL = _("The disk is full: nothing was stored. Make room on the computer that runs Tavolo, then try again.")
LOCKED = _(
    "The disk cannot be written: nothing was stored. Give Tavolo write access to its data folder, then try again."
)
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
NOT_ALLOWED = {errno.EROFS, errno.EACCES, errno.EPERM}
DISK_FULL, READ_ONLY = "53100", "25006"  # PostgreSQL's


def why_not_stored(fault: BaseException | None) -> str | None:
    """Whether the disk is FULL or LOCKED where that is what is behind this fault, else None."""
    while fault is not None:
        if why := _why(fault):
            return why
        fault = fault.__cause__ or fault.__context__
    return None


def _why(fault: BaseException) -> str | None:
    if isinstance(fault, sqlite3.Error):
        return _why_sqlite(getattr(fault, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(fault, OSError):
        number = fault.errno
        return FULL if number in NO_ROOM else LOCKED if number in NOT_ALLOWED else None
    state = getattr(fault, "sqlstate", None)
    return {DISK_FULL: FULL, READ_ONLY: LOCKED}.get(str(state))


def _why_sqlite(code: int) -> str | None:
    if code == sqlite3.SQLITE_FULL:
        return FULL
    if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:  # what lies beside the database
        return FULL
    return LOCKED if code == sqlite3.SQLITE_READONLY else None
