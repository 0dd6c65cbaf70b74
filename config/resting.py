"""Giving back what a storm has left: a web process that has grown, and that nobody asks any more, is replaced.

What it answered from was shared with all other programs, until its own reference counts made copies of it; neither
Python nor the C library gives those back: decision 111.
"""

import asyncio
from collections.abc import Callable

from .kernel import private_memory

REST = 20.0  # seconds without a request
GROWN = 64 << 20  # bytes of its own, three times what a quiet evening takes


class Rest:
    """Looks whether this process may be replaced, once after each time in which it was asked for something."""

    def __init__(self, loop: asyncio.AbstractEventLoop, replace: Callable[[], None], *, rest: float = REST) -> None:
        """`replace` asks for a fresh process; it ends this one."""
        self._loop, self._replace, self._rest = loop, replace, rest
        self._asked_at = 0.0
        self._is_looking = False

    def put_off(self) -> None:
        """Note that somebody asks."""
        self._asked_at = self._loop.time()
        if not self._is_looking:
            self._is_looking = True
            self._loop.call_later(self._rest, self._look)

    def _look(self) -> None:
        left = self._asked_at + self._rest - self._loop.time()
        if left > 0:
            self._loop.call_later(left, self._look)
            return
        self._is_looking = False
        if private_memory() > GROWN:
            self._replace()
