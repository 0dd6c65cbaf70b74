"""A named pipe by which one process wakes another."""

import os
import select
import time
from contextlib import suppress
from pathlib import Path

POLL_INTERVAL = 0.1  # seconds between two polls, on disks that have no named pipes
CAPACITY = 65_536  # bytes that a pipe can hold


class SignalPipe:
    """A named pipe, which the first call of `wait` creates. Writing to it never blocks."""

    def __init__(self, pipe: Path) -> None:
        """Store the path of the pipe."""
        self._path = pipe
        self._pipe: int | None = None

    def wake(self) -> None:
        """Wake the waiting process, if there is one."""
        with suppress(OSError):  # no process waits, or the pipe is full
            pipe = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK)
            try:
                os.write(pipe, b"!")
            finally:
                os.close(pipe)

    def wait(self, seconds: float) -> None:
        """Wait for a `wake`, at most so many seconds.

        Return at once if one came before, or if the pipe was just opened.
        """
        if self._pipe is not None and self._is_current(self._pipe):
            select.select([self._pipe], [], [], seconds)
            with suppress(BlockingIOError):  # the time is over, or another process was faster
                os.read(self._pipe, CAPACITY)
        elif not self._open():
            time.sleep(min(seconds, POLL_INTERVAL))

    def _is_current(self, pipe: int) -> bool:
        """Whether the open pipe is still the one at the path."""
        with suppress(OSError):
            return os.path.samestat(self._path.stat(), os.fstat(pipe))
        return False

    def _open(self) -> bool:
        """Open the pipe for reading and writing, so that reading never finds its end; return whether this succeeded."""
        self.close()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                os.mkfifo(self._path, 0o600)
            self._pipe = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the pipe."""
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None
