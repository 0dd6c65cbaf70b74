"""Replaces an idle web process that uses more memory than before, because Python does not return it (decision 23)."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .system_calls import private_memory

INTERVAL = 20.0  # seconds between two checks
FEW = 20  # requests between two checks of an idle process: a monitor and a few open pages
GROWN = 64 << 20  # bytes of private memory, three times the use on a quiet evening


class Recycler:
    """Calls `replace` when this process is idle after a busy time and its private memory has grown."""

    def __init__(self, loop: asyncio.AbstractEventLoop, replace: Callable[[], None]) -> None:
        """Start the checks; `replace` starts a new process and ends this one.

        The caller adds 1 to `requests` for each request; `at_work` counts those `under_way`.
        """
        self._loop, self._replace = loop, replace
        self.requests = self._seen = self.under_way = 0
        self._was_busy = False
        loop.call_later(INTERVAL, self._check)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Count a request as under way while the block runs."""
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1

    def _check(self) -> None:
        self._loop.call_later(INTERVAL, self._check)
        is_busy, self._seen = self.requests - self._seen > FEW, self.requests
        self._was_busy |= is_busy
        if self._was_busy and not is_busy and not self.under_way:
            self._was_busy = False
            if private_memory() > GROWN:
                self._replace()
