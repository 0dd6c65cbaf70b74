"""Whose turn it is to write: one thread of a process after the other, and the processes by turns.

SQLite has no queue, and a process that writes without a pause would leave to others only the moments between two of
its transactions. So there are two locks beside the database's file, one for who writes and one for who is next. Who
has written goes behind whoever is next, and a process that dies lets go of both. Only who is next asks again and again;
the others sleep until it has stopped waiting, which it does in time.
"""

import fcntl
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock

PATIENCE = 20
"""Seconds until a writer gives up."""
ASKS_EVERY = 0.001
"""Seconds between two questions of the process that is next."""


class WriteTurns:
    """The turns of this process's threads to write to one database."""

    def __init__(self, database: str) -> None:
        """A database in memory has no file, and nobody else writes to it."""
        self._threads = Lock()
        self._paths = [Path(f"{database}-{name}") for name in ("next", "turn")] if Path(database).is_absolute() else []
        self._pid, self._files = 0, list[int]()

    def take(self, deadline: float) -> bool:
        """Wait for this thread's turn; False where it has not come by then."""
        if not self._threads.acquire(timeout=max(0, deadline - time.monotonic())):
            return False
        files = self._open()
        if not files:
            return True
        following, turn = files
        fcntl.flock(following, fcntl.LOCK_EX)
        is_mine = until(lambda: _try(turn), deadline)
        _unlock(following)
        if not is_mine:
            self._threads.release()
        return is_mine

    def leave(self) -> None:
        """Let the next one write."""
        if self._files:
            _unlock(self._files[1])
        self._threads.release()

    def _open(self) -> list[int]:
        """The files of this process: one that it was forked from has others. None where the disk is full."""
        if self._pid != os.getpid():
            self._pid, self._files = os.getpid(), []
        if not self._files:
            with suppress(OSError):
                self._files = [os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600) for path in self._paths]
        return self._files


def _try(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _unlock(file: int) -> None:
    fcntl.flock(file, fcntl.LOCK_UN)


def until(done: Callable[[], bool], deadline: float) -> bool:
    """Whether this was done by then; asked at short intervals."""
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(ASKS_EVERY)
    return True
