"""The latest events of a tournament that is followed through this process."""

import asyncio
from asyncio import Event
from collections import deque
from dataclasses import replace

from tournaments.api.event_stream import EventPage, Followed, StreamPosition

SILENCE = 15.0  # seconds, after which a comment shows whether a follower is still there
KEPT = 1_000
"""The events of a tournament that are kept in memory; older ones are read again for a follower who needs them."""
POSITIONS = 16
"""The most positions of which the bytes that follow are kept in memory."""


class EventChannel:
    """The latest events of a tournament that somebody follows."""

    def __init__(self, followed: Followed) -> None:
        """Begin after the position of the first follower."""
        self.tournament, self.slug, self.access = followed.tournament, followed.slug, followed.page.access
        self.page = replace(followed.page, blocks=())
        self.progress: object = None
        self.followers, self.is_over = 0, False
        self._begins = followed.page.end.sequence
        self._blocks: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._bodies: dict[StreamPosition, bytes] = {}
        self._changed = Event()

    def add(self, page: EventPage | None) -> None:
        """Give the followers what is new; end the streams if the tournament is gone or access to it has changed."""
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
        """End the streams of all followers."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = Event()

    def has_all_after(self, sequence: int) -> bool:
        """Whether every event after this number that is read already is kept."""
        return sequence >= self._begins

    def news(self, position: StreamPosition) -> bytes:
        """Return what was read after this position, made once for all who are there."""
        if position not in self._bodies:
            if len(self._bodies) == POSITIONS:  # of followers who begin at places of their own
                self._bodies.clear()
            self._bodies[position] = self.page.body(position)
        return self._bodies[position]

    async def wait(self) -> bool:
        """Wait for a change; return False after a silence."""
        try:
            async with asyncio.timeout(SILENCE):
                return await self._changed.wait()
        except TimeoutError:
            return False
