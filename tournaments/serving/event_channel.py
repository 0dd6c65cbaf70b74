"""The latest events of a tournament, shared by all event streams of this process."""

import asyncio
from asyncio import Event
from collections import deque
from dataclasses import replace

from tournaments.api.event_stream import EventPage, Followed, StreamPosition

SILENCE = 15.0  # seconds without events after which a comment is sent, to find out which clients are still connected
KEPT = 1_000
"""The most events of a tournament in memory; older ones are read from the database for a follower who needs them."""
POSITIONS = 16
"""The most positions for which the bytes of later events are cached."""


class EventChannel:
    """The latest events of a tournament, and a signal that wakes the streams that follow it."""

    def __init__(self, followed: Followed) -> None:
        """Begin at the position of the first client."""
        self.tournament, self.slug, self.access = followed.tournament, followed.slug, followed.page.access
        self.page = replace(followed.page, blocks=())
        self.progress: object = None
        self.followers, self.is_over = 0, False
        self._begins = followed.page.end.sequence
        self._blocks: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._bodies: dict[StreamPosition, bytes] = {}
        self._changed = Event()

    def add(self, page: EventPage | None) -> None:
        """Add events and wake the streams. End them if the tournament was deleted or access to it has changed."""
        if page is None or page.access != self.access:
            self.end()
            return
        for block in page.blocks:
            if len(self._blocks) == KEPT:
                self._begins = self._blocks[0][0]
            self._blocks.append(block)
        self.page, self._bodies = replace(page, blocks=tuple(self._blocks)), {}
        self._wake()

    def end(self) -> None:
        """End the streams of all clients."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = Event()

    def has_all_after(self, sequence: int) -> bool:
        """Whether the channel still has every event that was read after this number."""
        return sequence >= self._begins

    def news(self, position: StreamPosition) -> bytes:
        """Return the events read after this position; cached for all clients at the same position."""
        if position not in self._bodies:
            if len(self._bodies) == POSITIONS:  # clients began at many different positions
                self._bodies.clear()
            self._bodies[position] = self.page.body(position)
        return self._bodies[position]

    async def wait(self) -> bool:
        """Wait for a change; return False if none came before a comment is due."""
        try:
            async with asyncio.timeout(SILENCE):
                return await self._changed.wait()
        except TimeoutError:
            return False
