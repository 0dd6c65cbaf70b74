"""SQLite's writers take turns.

Left to itself, SQLite lets a writer ask again after ever longer pauses, so that in a full hall
those who came last are served first and some give up after 20 s. Here the threads of a process
queue before they ask, and whoever is first asks at short intervals: a web process or two and the
worker, each with the same chance.
"""

from __future__ import annotations

import sqlite3
import time
from threading import Lock

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

PATIENCE = 20
"""Seconds until a writer gives up."""
ASKS_EVERY = 0.002
"""Seconds between two questions of the writer who is first."""

_turn = Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that begins to write when it is its turn.

    What Django's stubs leave out of its base class is ignored where it is called.
    """

    _has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        if self.transaction_mode != "IMMEDIATE":  # type: ignore[attr-defined]
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        deadline = time.monotonic() + PATIENCE
        if not _turn.acquire(timeout=PATIENCE):
            raise OperationalError("database is locked")
        self._has_turn = True
        try:
            self._begin(deadline)
        except BaseException:
            self._leave()
            raise

    def _begin(self, deadline: float) -> None:
        """Ask until nobody else writes; SQLite itself does not wait meanwhile."""
        self._wait_at_most(0)
        try:
            while not self._begun(deadline):
                time.sleep(ASKS_EVERY)
        finally:
            self._wait_at_most(PATIENCE)

    def _begun(self, deadline: float) -> bool:
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except OperationalError as refused:
            code = getattr(refused.__cause__, "sqlite_errorcode", None)
            if code != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            return False
        return True

    def _wait_at_most(self, seconds: int) -> None:
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
