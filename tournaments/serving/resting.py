"""Giving back what a storm has left: a web process that has grown, and that hardly anybody asks any more, is replaced.

What it answered from was shared with all other programs, until its own reference counts made copies of it; neither
Python nor the C library gives those back: decision 23.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .kernel import private_memory

LOOK = 20.0  # seconds between two looks
FEW = 20  # requests between two looks, as many as a monitor and a few forgotten pages make
GROWN = 64 << 20  # bytes of its own, three times what a quiet evening takes


class Rest:
    """Looks from time to time whether this process rests, and once in each rest whether it is to be replaced."""

    def __init__(self, loop: asyncio.AbstractEventLoop, replace: Callable[[], None]) -> None:
        """`replace` asks for a fresh process and ends this one.

        `requests` is counted by whoever answers them, those `under_way` are counted here.
        """
        self._loop, self._replace = loop, replace
        self.requests = self._seen = self.under_way = 0
        self._was_busy = False
        loop.call_later(LOOK, self._look)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """What is under way in the block is no rest, however long it takes."""
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1

    def _look(self) -> None:
        self._loop.call_later(LOOK, self._look)
        is_busy, self._seen = self.requests - self._seen > FEW, self.requests
        self._was_busy |= is_busy
        if self._was_busy and not is_busy and not self.under_way:
            self._was_busy = False
            if private_memory() > GROWN:
                self._replace()
