"""Cursors whose statements the database parses and plans once."""

from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper


def keeping_plans() -> CursorWrapper:
    """Return a cursor of this connection whose statements the database parses and plans once.

    SQLite does so always. PostgreSQL does where the values are sent apart from the statement, which Django's cursors
    write into it.
    """
    database = connections[DEFAULT_DB_ALIAS]  # what stands behind `connection`, which looks for it each time
    if database.vendor != "postgresql":
        return database.cursor()
    from django.db.backends.postgresql import base

    database.ensure_connection()
    make: Any = base.ServerBindingCursor
    with database.wrap_database_errors:
        cursor = make(database.connection)
    wrap: Any = database._prepare_cursor  # type: ignore[attr-defined]  # noqa: SLF001 - as for every other cursor
    return cast("CursorWrapper", wrap(cursor))
