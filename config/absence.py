"""Detects whether the database is away, or too busy to answer in time."""

import sqlite3
from collections.abc import Iterator

from django.db import Error, OperationalError

AWAY = "The database does not answer."
OVERDUE = "The database did not answer in time: something was locked, or a statement took too long."
STATES = ("08", "57P", "53300")
"""What PostgreSQL says of a connection that breaks, of its own end or start, and of too many connections."""

LIMITS = ("55P03", "57014", "25P03")
"""What it says of a lock, a statement and a transaction that took longer than config/postgresql.py allows."""

NOT_THERE = ("42P01", "42703")
"""What it says of a table or column that is not there; SQLite says it in words."""


def is_away(fault: BaseException | None) -> bool:
    """Whether the database could not be reached, let nobody in or did not answer in time, where that is behind this."""
    if isinstance(fault, ExceptionGroup):
        return all(map(is_away, fault.exceptions))
    return any(_is_silent(each) or is_overdue(each) for each in _causes(fault))


def why_away(fault: BaseException | None) -> str | None:
    """What is wrong in a line, where the database is away."""
    if not is_away(fault):
        return None
    first = fault.exceptions[0] if isinstance(fault, ExceptionGroup) else fault
    return OVERDUE if any(map(is_overdue, _causes(first))) else AWAY


def is_overdue(fault: BaseException) -> bool:
    """Whether PostgreSQL itself ended what took too long."""
    return isinstance(fault, Error) and getattr(fault.__cause__, "sqlstate", None) in LIMITS


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    """This fault, and those that led to it."""
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def is_unprepared(fault: BaseException) -> bool:
    """Whether the database has not the tables and columns of this version."""
    state = getattr(fault.__cause__, "sqlstate", "")
    return state in NOT_THERE or (isinstance(fault, OperationalError) and str(fault).startswith("no such "))


def _is_silent(fault: BaseException) -> bool:
    if not isinstance(fault, OperationalError):
        return False
    cause = fault.__cause__
    if cause is None:  # our own queue of writers
        return True
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    state = getattr(cause, "sqlstate", "")
    return state is None or str(state).startswith(STATES)
