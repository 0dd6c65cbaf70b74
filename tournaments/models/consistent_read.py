"""Reading many rows as they stood at one moment, without holding up those who write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def consistent_read() -> Iterator[None]:
    """All reads in this block see the database as it stood at the first of them.

    PostgreSQL reads repeatably; SQLite begins without the write lock that other transactions take. Do not write in it.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _deferred(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    usual = connection.transaction_mode  # type: ignore[attr-defined]  # SQLite's own
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
