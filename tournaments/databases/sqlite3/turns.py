"""Turns to write: the threads of a process take turns, and so do the processes.

SQLite has no queue: a process that writes without pause would leave to others only the moments between its
transactions. So there are two lock files beside the database; the writer holds one, the next writer the other. A
process that wants to write again queues behind the next writer, and a process that dies releases its locks. Only the
next writer polls, with a time limit; the others sleep until its place is free.
"""

import fcntl
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock

PATIENCE = 20
"""Seconds after which a writer gives up."""
ASKS_EVERY = 0.001
"""Seconds between two polls."""


class WriteTurns:
    """The turns of this process's threads to write to one database."""

    def __init__(self, database: str) -> None:
        """Prepare the lock files. A database in memory needs none, because no other process writes to it."""
        self._threads = Lock()
        self._paths = [Path(f"{database}-{name}") for name in ("next", "turn")] if Path(database).is_absolute() else []
        self._pid, self._files = 0, list[int]()

    def take(self, deadline: float) -> bool:
        """Wait for this thread's turn; return False if it has not come at the deadline."""
        if not self._threads.acquire(timeout=max(0, deadline - time.monotonic())):
            return False
        files = self._open()
        if not files:
            return True
        following, turn = files
        fcntl.flock(following, fcntl.LOCK_EX)
        is_mine = until(lambda: _lock_file(turn), deadline)
        _unlock(following)
        if not is_mine:
            self._threads.release()
        return is_mine

    def leave(self) -> None:
        """End this thread's turn."""
        if self._files:
            _unlock(self._files[1])
        self._threads.release()

    def _open(self) -> list[int]:
        """Return the open lock files; [] if there are none or one cannot be opened.

        A forked process opens them again.
        """
        if self._pid != os.getpid():
            self._pid, self._files = os.getpid(), []
        if not self._files:
            with suppress(OSError):
                self._files = [os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600) for path in self._paths]
        return self._files


def _lock_file(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _unlock(file: int) -> None:
    fcntl.flock(file, fcntl.LOCK_UN)


def until(done: Callable[[], bool], deadline: float) -> bool:
    """Call `done` at short intervals; return whether it was true before the deadline."""
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(ASKS_EVERY)
    return True
