"""A queue for writers of SQLite.

SQLite itself retries after longer and longer pauses; in a full hall the last writers would be served first, and some
would give up after 20 s. Here writers queue before they begin: first the threads of a process, and then the processes.
A statement that writes outside a transaction queues like a transaction, and is committed when it returns.

A commit is flushed to disk after the writer's turn, while others write, but before the caller continues.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from .turns import ASKS_EVERY, PATIENCE, WriteTurns

T = TypeVar("T")
READERS = 1  # seconds that copying the log into the database waits for readers
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
_flush = getattr(os, "fdatasync", os.fsync)
_turns: dict[str, WriteTurns] = {}


class Cursor(base.SQLiteCursorWrapper):
    """A cursor whose writes are committed when they return.

    If a statement returns rows, SQLite commits it after the last row is fetched, when the next writer may have begun.
    """

    _returned: Iterator[Any] | None = None

    def execute(self, query: str, params: Any = None) -> Any:
        """Run the statement. If it writes and returns rows, fetch all of them."""
        done = super().execute(query, params)
        self._returned = iter(super().fetchall()) if is_write(query) and self.description else None
        return done

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return super().fetchone() if self._returned is None else next(self._returned, None)

    def fetchmany(self, *size: Any, **more: Any) -> Any:
        """Return the next rows; after a write, all remaining rows."""
        return super().fetchmany(*size, **more) if self._returned is None else list(self._returned)

    def fetchall(self) -> Any:
        """Return the remaining rows."""
        return super().fetchall() if self._returned is None else list(self._returned)


def is_write(sql: str) -> bool:
    """Whether this statement writes rows."""
    return sql.lstrip()[:7].upper().startswith(WRITES)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose writes wait for their turn.

    Calls of methods that Django's type stubs lack are marked `type: ignore`.
    """

    _has_turn = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._execute_in_turn)
        name = str(self.settings_dict["NAME"])
        self._turns = _turns.setdefault(name, WriteTurns(name))
        self._log = f"{name}-wal"

    def create_cursor(self, name: str | None = None) -> Any:  # noqa: ARG002
        """Return a cursor whose writes are committed when they return."""
        return self.connection.cursor(factory=Cursor)

    def _execute_in_turn(self, execute: Callable[..., T], sql: str, *more: object) -> T:
        if self.in_atomic_block or not is_write(sql):
            return execute(sql, *more)
        try:
            done = self._in_turn(lambda: execute(sql, *more))
        finally:
            self._leave()
        self._flush_log()
        return done

    def _start_transaction_under_autocommit(self) -> None:
        begin = super()._start_transaction_under_autocommit  # type: ignore[misc]
        if self.transaction_mode != "IMMEDIATE":  # type: ignore[attr-defined]
            begin()
            return
        try:
            self._in_turn(begin)
        except BaseException:
            self._leave()
            raise

    def _in_turn(self, write: Callable[[], T]) -> T:
        """Call `write` in this connection's turn; return its result.

        Raises OperationalError after `PATIENCE` seconds.
        """
        deadline = time.monotonic() + PATIENCE
        if not self._turns.take(deadline):
            raise OperationalError("database is locked")
        self._has_turn = True
        self._wait_at_most(0)
        try:
            return _until_free(write, deadline)
        finally:
            self._wait_at_most(PATIENCE)

    def _wait_at_most(self, seconds: int) -> None:
        """Set how long SQLite itself waits for locks, in seconds."""
        self.connection.execute(f"PRAGMA busy_timeout = {1000 * seconds}")

    def _leave(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._turns.leave()

    def _commit(self) -> None:
        wrote = self._has_turn
        super()._commit()  # type: ignore[misc]
        self._leave()
        if wrote:
            self._flush_log()

    def _flush_log(self) -> None:
        """Flush SQLite's log to disk.

        This makes all commits durable, also those copied into the database file already.
        """
        try:
            log = os.open(self._log, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:  # without a log, commits are in the database file
            return
        except OSError as fault:
            raise OperationalError(f"not on the disk: {fault}") from fault
        try:
            _flush(log)
        except OSError as fault:
            raise OperationalError(f"not on the disk: {fault}") from fault
        finally:
            os.close(log)

    def empty_log(self) -> None:
        """Copy SQLite's log into the database file and empty it.

        Do nothing if older readers need more than `READERS` s.
        """
        self.ensure_connection()
        self._wait_at_most(READERS)
        try:
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._wait_at_most(PATIENCE)

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()


def _until_free(write: Callable[[], T], deadline: float) -> T:
    """Call `write`, and retry until the deadline while another connection writes; return its result."""
    while True:
        try:
            return write()
        except OperationalError as refused:
            code = getattr(refused.__cause__, "sqlite_errorcode", None)
            if not code or code & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(ASKS_EVERY)
