"""A limit on concurrent writes to one tournament, so that threads stay free for other requests."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from granian.rsgi import Scope

READS = frozenset(("GET", "HEAD", "OPTIONS"))
TOURNAMENT = re.compile(r"/(?:api/v1/)?(?:tournaments|t)/([-\w]+)")


class WriteLimiter:
    """A semaphore for each tournament."""

    def __init__(self, limit: int, timeout: float) -> None:
        """Allow `limit` concurrent writes to a tournament. Others wait for up to `timeout` seconds."""
        self._limit, self._timeout = limit, timeout
        self._semaphores: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def slot(self, scope: Scope) -> AsyncIterator[bool]:
        """Hold a place in this block; yield False if there was none in time.

        Only writes to a tournament need a place.
        """
        tournament = TOURNAMENT.match(scope.path)
        if scope.method in READS or not tournament:
            yield True
            return
        semaphore = self._semaphores.setdefault(tournament[1], asyncio.Semaphore(self._limit))
        try:
            async with asyncio.timeout(self._timeout):
                await semaphore.acquire()
        except TimeoutError:
            yield False
            return
        try:
            yield True
        finally:
            semaphore.release()
