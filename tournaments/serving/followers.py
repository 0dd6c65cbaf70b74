"""Followers: clients that follow a tournament by server-sent events. One query serves all of them in a process.

A follower is a waiting coroutine and occupies no thread. granian queues what a client does not read, so a stream ends
after `LONGEST` bytes; the client then connects again, naming the last event that it received.
"""

import asyncio
import re
import resource
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import cast

from django.db import Error, close_old_connections
from granian._granian import RSGIHTTPProtocol as HTTPProtocol
from granian._granian import RSGIProtocolClosed as ProtocolClosed
from granian._granian import RSGIProtocolError as ProtocolError
from granian.rsgi import Scope

from tournaments.actions.event_log.public_events import MOST
from tournaments.api.event_stream import EventPage, Followed, StreamPosition, read_page
from tournaments.api.event_stream import beginning as first_block

from .cache_keys import is_plain
from .clients import network_of_client
from .event_channel import EventChannel
from .invalidation import ChangeStamps
from .rsgi_to_wsgi import RawResponse

INTERVAL = 0.25  # seconds between two checks for changes
COMMENT = b":\n\n"
LONGEST = 128 << 10  # bytes of a stream
MOST_FOLLOWERS = 2_048  # in one process
THIS_MACHINE = "127.0.0.1"  # it has no limit of its own: it is a proxy that does not name its clients, or a load test
OF_ONE_CLIENT = 4  # a quarter of the followers may have one address, because the phones in a hall share it
FILES = 4  # open files per follower; so at most half of the connections are followers
WISH = re.compile(r"(?:after=(\d{1,9}))?/(\d{1,9})?")
"""Query and Last-Event-ID, joined by "/", of a valid request; Django refuses others with an explanation."""
Beginning = tuple[Followed, RawResponse]
"""What a client follows, and the first part of the response."""
ReadPage = Callable[[int, int], Awaitable[EventPage | None]]


class Followers:
    """The followers of this process."""

    def __init__(self, stamps: ChangeStamps, read: ReadPage) -> None:
        """Store the source of change stamps, and a coroutine that reads a page of events in a thread."""
        self._stamps, self._read = stamps, read
        self._channels: dict[int, EventChannel] = {}
        self._known: dict[str, tuple[EventChannel, Beginning]] = {}
        self._clients = Counter[str]()
        self._watching: asyncio.Task[None] | None = None
        self._is_closing = False
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._most = MOST_FOLLOWERS if files == resource.RLIM_INFINITY else min(MOST_FOLLOWERS, files // FILES)

    def refusal(self, scope: Scope) -> int | None:
        """Return the status with which to refuse another follower; None to accept it.

        The status is 503 if the process has as many followers as it may, 429 if this client has.
        """
        if self._clients.total() >= self._most:
            return 503
        client = network_of_client(scope)
        is_crowd = client != THIS_MACHINE and self._clients[client] >= self._most // OF_ONE_CLIENT
        return 429 if is_crowd else None

    def close(self) -> None:
        """End all streams. The clients then connect to another process."""
        self._is_closing = True
        for channel in self._channels.values():
            channel.end()

    def beginning(self, scope: Scope) -> Beginning | None:
        """Return the beginning of a stream for a client without an account; None if Django must handle the request.

        Django handles the first follower of a tournament, and followers who have missed many events. So when all
        followers connect again after a restart, most of them need no thread.
        """
        known = self._known.get(scope.path)
        if known is None or scope.method != "GET" or self.refusal(scope) or not _is_anonymous(scope):
            return None
        channel, (followed, response) = known
        wish = WISH.fullmatch(f"{scope.query_string}/{scope.headers.get('last-event-id', '')}")
        last = channel.page.end.sequence
        sequence = int(wish[2] or wish[1] or last) if wish else last + 1
        if channel.is_over or sequence > last or not channel.has_all_after(sequence):
            return None
        page = EventPage(channel.access, (), b"", StreamPosition(sequence))
        return replace(followed, page=page), replace(response, body=first_block(sequence))

    async def follow(
        self, beginning: Beginning, scope: Scope, protocol: HTTPProtocol, may_read: Callable[[], Awaitable[bool]]
    ) -> None:
        """Send the response and then each event, until the client disconnects or the stream has to end.

        If access depends on an account or a token, it is checked again before events are sent.
        """
        followed, response = beginning
        if self.refusal(scope):  # full in the meantime: send only the missed events; the client connects again
            protocol.response_bytes(response.status, response.headers, cast("bytes", response.body))
            return
        client, channel = network_of_client(scope), self._enter(followed)
        self._clients[client] += 1
        if scope.path == followed.address and _is_anonymous(scope):
            self._known[scope.path] = channel, beginning
        try:
            transport = protocol.response_stream(response.status, response.headers)
            await transport.send_bytes(cast("bytes", response.body))
            sent = 0
            async for block in self._new_events(channel, followed.page.end):
                if followed.is_personal and block is not COMMENT and not await may_read():
                    break
                await transport.send_bytes(block)
                sent += len(block)
                if sent > LONGEST:
                    break
        except (ProtocolClosed, ProtocolError, Error):
            pass  # the client disconnected, or connects again once the database is available
        finally:
            self._clients -= Counter([client])  # subtracting removes a client whose count is 0
            self._leave(channel)

    async def _new_events(self, channel: EventChannel, position: StreamPosition) -> AsyncIterator[bytes]:
        """Yield the events after this position as they come, and `COMMENT` after a time without events."""
        while not channel.is_over:
            is_kept = channel.has_all_after(position.sequence)
            page = channel.page if is_kept else await self._read(channel.tournament, position.sequence)
            if page is None or page.access != channel.access:
                return
            block = channel.news(position) if is_kept else page.body(position)
            position = position.later(page.end)
            if block:
                yield block
            elif is_kept and not await channel.wait():
                yield COMMENT

    def _enter(self, followed: Followed) -> EventChannel:
        """Count a new follower and return the tournament's channel; start the checks for changes unless they run."""
        channel = self._channels.get(followed.tournament)
        if channel and channel.access != followed.page.access:
            channel.end()
        if channel is None or channel.is_over:
            channel = self._channels[followed.tournament] = EventChannel(followed)
        if self._is_closing:
            channel.end()
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        channel.followers += 1
        return channel

    def _leave(self, channel: EventChannel) -> None:
        channel.followers -= 1
        if channel.followers:
            return
        self._known = {address: known for address, known in self._known.items() if known[0] is not channel}
        if self._channels.get(channel.tournament) is channel:
            del self._channels[channel.tournament]

    async def _watch(self) -> None:
        try:
            while self._channels:
                await asyncio.sleep(INTERVAL)
                await asyncio.gather(*map(self._read_changes, [*self._channels.values()]))
        finally:  # after an error the clients connect again, which starts the checks again
            for channel in self._channels.values():
                channel.end()

    async def _read_changes(self, channel: EventChannel) -> None:
        """Read the new events of a tournament if its stamp has changed."""
        stamp = self._stamps.stamp(channel.slug, monotonic()) or await self._stamps.query(channel.slug)
        if stamp is None or stamp[1] == channel.progress:
            return
        before = channel.page.end.sequence
        try:
            page = await self._read(channel.tournament, before)
        except Error:
            return  # the next check tries again
        if page is None or page.end.sequence < before + MOST:
            channel.progress = stamp[1]
        channel.add(page)


def _is_anonymous(scope: Scope) -> bool:
    return is_plain(scope) and "cookie" not in scope.headers


def read_in_thread(tournament: int, sequence: int) -> EventPage | None:
    """Return the page of events after this number; for a thread whose database connection may be stale."""
    try:
        return read_page(tournament, sequence)
    finally:
        close_old_connections()
