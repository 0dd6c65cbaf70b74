"""Places for writers: those of one tournament take part of a process's threads, and others are answered meanwhile."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from granian.rsgi import Scope

READING = frozenset(("GET", "HEAD", "OPTIONS"))
TOURNAMENT = re.compile(r"/(?:api/v1/)?(?:tournaments|t)/([-\w]+)")


class WritersPlaces:
    """How many writers of a tournament this process works for at a time; others wait for their turn."""

    def __init__(self, most: int, patience: float) -> None:
        """Let `most` write at a time, and wait so many seconds at most."""
        self._most, self._patience = most, patience
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def taken(self, scope: Scope) -> AsyncIterator[bool]:
        """Hold a place while the block runs; False where none was free in time. What only reads needs none."""
        tournament = TOURNAMENT.match(scope.path)
        if scope.method in READING or not tournament:
            yield True
            return
        places = self._places.setdefault(tournament[1], asyncio.Semaphore(self._most))
        try:
            async with asyncio.timeout(self._patience):
                await places.acquire()
        except TimeoutError:
            yield False
            return
        try:
            yield True
        finally:
            places.release()
