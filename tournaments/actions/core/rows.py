"""Reading of rows under a lock or in one snapshot, and writing of single columns.

A lock does not stop other transactions from inserting references to the row, but they cannot delete it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import structlog
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.models import Hand, Seat, Table
from tournaments.models.prepared import Param, Prepared, update

from .constraint_faults import changed_meanwhile, refusal_of
from .refusals import Gone, Problem, Refusal

logger = structlog.get_logger(__name__)
Row = TypeVar("Row", bound=Model)
Result = TypeVar("Result")
DEADLOCK, NOT_SERIAL = "40P01", "40001"
MOST_TRIES = 5
LONGEST_ID = 18
"""The most digits of an id: more exceed the database's integers, and thousands of digits exceed Python's limit."""

LOCK = Prepared(lambda: Table.objects.filter(pk=Param("pk")).only("pk").select_for_update(of=("self",), no_key=True))
WITH_ROUND = Prepared(lambda: Table.objects.with_round().filter(pk=Param("pk")))
SEATS = Prepared(lambda: Seat.objects.filter(table=Param("table")).order_by("number"))
HANDS = Prepared(
    lambda: Hand.objects.filter(Q(is_current=True) | Q(number=Param("number")), table=Param("table")).order_by(
        "number", "version"
    )
)


def locked(rows: QuerySet[Row], pk: int) -> Row:
    """Return the row with this pk, locked. Raises Gone if there is none."""
    for row in lock_all(rows.filter(pk=pk)):
        return row
    raise gone()


def id_of(text: str) -> int:
    """Return the id in a text; if there is none, return 0, which no row has."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID else 0


def slug_of(text: str) -> str:
    """Return the text if it can be a slug, else "", which no row has."""
    return text if text.isascii() and text.isprintable() else ""


def gone() -> Gone:
    """Return the refusal for a row that was removed meanwhile."""
    return Gone(Problem("gone", _("This no longer exists: somebody has removed it.")))


def lock_all(rows: QuerySet[Row]) -> list[Row]:
    """Return these rows, locked in order of their pk. All callers use this order, so that they cannot deadlock."""
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def locked_table(table_id: int) -> Table:
    """Lock a table; return it with its round and its seats. Every write to its hands starts here. Raises Gone.

    The round is read after the lock is taken, because closing a round takes the same lock.
    """
    table = lock_table(WITH_ROUND, pk=table_id)
    attach_seats(table)
    return table


def lock_row(table_id: int) -> None:
    """Lock a table's row, if it exists. On SQLite this does nothing, because the transaction itself is the lock."""
    if connection.features.has_select_for_update:
        LOCK.all(pk=table_id)


def lock_table(reading: Prepared[Table], *, pk: int, **values: int | str) -> Table:
    """Lock a table, then return it as read by this prepared query, without its seats. Raises Gone."""
    lock_row(pk)
    table = reading.first(pk=pk, **values)
    if table is None:
        raise gone()
    return table


def attach_seats(table: Table, read_before: Table | None = None) -> None:
    """Set the prefetched seats of a locked table; reuse the seats of `read_before`, because seats never change."""
    if read_before and has_prefetched(read_before, "seats"):
        attach(table, "seats", list(read_before.seats.all()))
    else:
        attach(table, "seats", SEATS.all(table=table.pk))


def hands_at(table: Table, number: int = 0) -> list[Hand]:
    """Return the current hands of a table, and also the old versions of hand `number`, in order."""
    hands = HANDS.all(table=table.pk, number=number)
    for hand in hands:
        hand.table = table
    return hands


def has_prefetched(parent: Model, name: str) -> bool:
    """Whether the related rows of this name are prefetched."""
    return name in vars(parent).get("_prefetched_objects_cache", {})


def attach(parent: Model, name: str, rows: Sequence[Model]) -> None:
    """Set the prefetched rows of a relation, as `prefetch_related` does."""
    prefetched = getattr(parent, name).all()
    prefetched._result_cache = list(rows)  # noqa: SLF001 - as prefetch_related does
    prefetched._prefetch_done = True  # noqa: SLF001
    vars(parent).setdefault("_prefetched_objects_cache", {})[name] = prefetched


def save_fields(row: Model, **values: object) -> None:
    """Set these columns of a row and save only them."""
    update(row, **values)


def refusal_of_database(fault: Exception) -> Refusal | None:
    """Return the refusal for a database error: a violated constraint or a write conflict; None for any other exception.

    A Refusal is returned unchanged.
    """
    if isinstance(fault, Refusal):
        return fault
    if isinstance(fault, IntegrityError):
        return refusal_of(fault)
    if not _is_write_conflict(fault):
        return None
    logger.info("write_conflict", error=str(fault))
    return changed_meanwhile()


def _is_write_conflict(fault: Exception) -> bool:
    state = getattr(fault.__cause__, "sqlstate", "")
    return isinstance(fault, OperationalError) and state in (DEADLOCK, NOT_SERIAL)


def serialised(act: Callable[[], Result]) -> Result:
    """Return the result of `act`, called in a transaction that is isolated from concurrent changes.

    On PostgreSQL the transaction is REPEATABLE READ. If a row to be written was changed by a concurrent transaction,
    `act` is called again, at most `MOST_TRIES` times. On SQLite only one transaction at a time can write.
    """
    for _retry in range(MOST_TRIES - 1):
        try:
            return _in_one_snapshot(act)
        except OperationalError as fault:
            if not _is_write_conflict(fault):
                raise
    return _in_one_snapshot(act)


def _in_one_snapshot(act: Callable[[], Result]) -> Result:
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return act()


@contextmanager
def consistent_read() -> Iterator[None]:
    """Read everything in this block from one snapshot, taken at the first read. Do not write in this block.

    On PostgreSQL the transaction is REPEATABLE READ, with limits of time that suit a whole tournament. On SQLite it
    does not take the write lock.
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
            with long_transaction():
                yield


@contextmanager
def long_transaction() -> Iterator[None]:
    """Raise the limits on statements and on pauses between them to a minute in this transaction.

    SQLite has no such limits.
    """
    if connection.vendor == "sqlite":
        yield
    else:
        with connection.connection.long_transaction():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    usual = connection.transaction_mode  # type: ignore[attr-defined]  # SQLite's own
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]
