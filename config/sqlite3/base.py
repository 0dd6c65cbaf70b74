"""Queue SQLite's writers.

Left to itself, SQLite lets a writer ask again after ever longer pauses, so that in a full hall those who came last are
served first and some give up after 20 s. Here the threads of a process queue before they ask, and whoever is first asks
at short intervals: a web process or two and the worker, each with the same chance. A statement that writes by itself,
outside of a transaction, queues like one.
"""

import sqlite3
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

T = TypeVar("T")
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
PATIENCE = 20
"""Seconds until a writer gives up."""
ASKS_EVERY = 0.002
"""Seconds between two questions of the writer who is first."""

_turn = Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose writes wait for their turn.

    What Django's stubs leave out of its base class is ignored where it is called.
    """

    _has_turn = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._execute_in_turn)

    def _execute_in_turn(self, execute: Callable[..., T], sql: str, *more: object) -> T:
        if self.in_atomic_block or not sql.lstrip().upper().startswith(WRITES):
            return execute(sql, *more)
        try:
            return self._in_turn(lambda: execute(sql, *more))
        finally:
            self._leave()

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
        """What `write` gives when it is this connection's turn, and nobody else's."""
        deadline = time.monotonic() + PATIENCE
        if not _turn.acquire(timeout=PATIENCE):
            raise OperationalError("database is locked")
        self._has_turn = True
        self._wait_at_most(0)
        try:
            return _until_free(write, deadline)
        finally:
            self._wait_at_most(PATIENCE)

    def _wait_at_most(self, seconds: int) -> None:
        """How long SQLite itself waits for others."""
        self.connection.execute(f"PRAGMA busy_timeout = {1000 * seconds}")

    def _leave(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turn.release()

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._leave()

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
    """What `write` gives as soon as nobody else writes; asked at short intervals."""
    while True:
        try:
            return write()
        except OperationalError as refused:
            code = getattr(refused.__cause__, "sqlite_errorcode", None)
            if not code or code & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(ASKS_EVERY)
