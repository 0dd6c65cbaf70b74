"""Detects whether the database is away, or too busy to answer in time."""

import sqlite3

from django.db import OperationalError

AWAY = "The database does not answer."
STATES = ("08", "57P", "53300")
"""What PostgreSQL says of a connection that breaks, of its own end or start, and of too many connections."""

NOT_THERE = ("42P01", "42703")
"""What it says of a table or column that is not there; SQLite says it in words."""


def is_away(fault: BaseException | None) -> bool:
    """Whether the database could not be reached, or let nobody in, where that is what is behind this fault."""
    while fault is not None:
        if isinstance(fault, OperationalError) and _is_silent(fault.__cause__):
            return True
        fault = fault.__cause__ or fault.__context__
    return False


def is_unprepared(fault: BaseException) -> bool:
    """Whether the database has not the tables and columns of this version."""
    state = getattr(fault.__cause__, "sqlstate", "")
    return state in NOT_THERE or (isinstance(fault, OperationalError) and str(fault).startswith("no such "))


def _is_silent(fault: BaseException | None) -> bool:
    if fault is None:  # our own queue of writers
        return True
    if isinstance(fault, sqlite3.Error):
        return getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    state = getattr(fault, "sqlstate", "")
    return state is None or str(state).startswith(STATES)
