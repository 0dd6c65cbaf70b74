"""Wakes a process that waits, from any other: a byte through a named pipe."""

import os
import select
import time
from contextlib import suppress
from pathlib import Path

WITHOUT = 0.1  # seconds between two looks where the disk has no named pipes
RINGS = 65_536  # bytes that a pipe may hold


class Doorbell:
    """A named pipe; whoever rings does not wait, and need not know whether anybody listens."""

    def __init__(self, pipe: Path) -> None:
        """Take where it is; it is made by whoever waits first."""
        self._path = pipe
        self._pipe: int | None = None

    def ring(self) -> None:
        """Wake whoever waits."""
        with suppress(OSError):  # nobody waits, or it rings already
            pipe = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK)
            try:
                os.write(pipe, b"!")
            finally:
                os.close(pipe)

    def wait(self, seconds: float) -> None:
        """Return when it rings, or may have rung unheard, or when so many seconds have gone."""
        if self._pipe is not None and self._is_hung(self._pipe):
            select.select([self._pipe], [], [], seconds)
            with suppress(BlockingIOError):  # the time was up, or another process was faster
                os.read(self._pipe, RINGS)
        elif not self._hang():
            time.sleep(min(seconds, WITHOUT))

    def _is_hung(self, pipe: int) -> bool:
        """Whether those who ring find the pipe that this process listens at."""
        with suppress(OSError):
            return os.path.samestat(self._path.stat(), os.fstat(pipe))
        return False

    def _hang(self) -> bool:
        """Whether there is a pipe to listen at; it is open for writing too, so as never to come to an end."""
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
        """Listen no more."""
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None
