"""Giving back what a storm has left: a web process that has grown, and that nobody asks any more, is replaced.

What it answered from was shared with all other programs, until its own reference counts made copies of it; neither
Python nor the C library gives those back: decision 111.
"""

import asyncio
from collections.abc import Callable

from .kernel import private_memory

REST = 20.0  # seconds without a request at least; twice that at most
GROWN = 64 << 20  # bytes of its own, three times what a quiet evening takes


class Rest:
    """Looks from time to time whether this process rests, and once in each rest whether it is to be replaced."""

    def __init__(self, loop: asyncio.AbstractEventLoop, replace: Callable[[], None], *, rest: float = REST) -> None:
        """`replace` asks for a fresh process and ends this one; `requests` is counted by whoever answers them."""
        self._loop, self._replace, self._rest = loop, replace, rest
        self.requests = self._seen = 0
        self._was_asked = False
        loop.call_later(rest, self._look)

    def _look(self) -> None:
        self._loop.call_later(self._rest, self._look)
        was_asked, self._was_asked = self._was_asked, self.requests != self._seen
        self._seen = self.requests
        if was_asked and not self._was_asked and private_memory() > GROWN:
            self._replace()
