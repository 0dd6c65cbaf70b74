"""Rows of the database: read under their lock or as they stood at one moment, and some of their columns written.

The lock lets others refer to the row meanwhile; whoever removes it waits for them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import structlog
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Table

from .refusals import Conflict, Gone, Problem, Refusal

logger = structlog.get_logger(__name__)
Row = TypeVar("Row", bound=Model)
DEADLOCK, NOT_SERIAL = "40P01", "40001"


def locked(rows: QuerySet[Row], pk: int) -> Row:
    """This one of the rows, read and locked; raises Gone where it was removed meanwhile."""
    for row in lock_all(rows.filter(pk=pk)):
        return row
    raise Gone(Problem("gone", _("This no longer exists: somebody has removed it.")))


def lock_all(rows: QuerySet[Row]) -> list[Row]:
    """These rows, read and locked in the order in which everybody locks them."""
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def locked_table(table_id: int) -> Table:
    """The table with its row locked; every write to its hands begins here. Raises Gone.

    Its round is read only once the lock is held: whoever closed the round had it until then.
    """
    locked(Table.objects.only("pk"), table_id)
    whole = Table.objects.select_related("round__tournament").prefetch_related("seats")
    return whole.get(pk=table_id)


def save_fields(row: Model, **values: object) -> None:
    """Set these columns of the row, and write them and no others."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))


def refusal_of_race(fault: Exception) -> Refusal | None:
    """The refusal for a database error that a concurrent write caused.

    A refusal is itself; None for any other fault.
    """
    if isinstance(fault, Refusal):
        return fault
    state = getattr(fault.__cause__, "sqlstate", "")
    is_lock = isinstance(fault, OperationalError) and state in (DEADLOCK, NOT_SERIAL)
    if not is_lock and not isinstance(fault, IntegrityError):
        return None
    logger.info("write_conflict", error=str(fault))
    message = _("Somebody else changed this at the same moment: look again and try again.")
    return Conflict(Problem("changed_meanwhile", message))


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
