"""A client that makes load with little processor time: HTTP/1.1 over persistent connections, in one thread."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
ETAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
PATIENCE = 60.0  # seconds after which a request times out
NO_BODY = (204, 304)


class Answer(NamedTuple):
    """The status, the head and the content of a response."""

    status: int
    head: bytes
    content: bytes

    @property
    def etag(self) -> bytes:
        """The ETag of the response; b"" if there is none."""
        found = ETAG.search(self.head)
        return found[1] if found else b""


class _Protocol(asyncio.Protocol):
    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.answered: asyncio.Future[Answer] | None = None
        self._came, self._head, self._length = bytearray(), b"", -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._came += data
        if self._length < 0 and (end := self._came.find(b"\r\n\r\n")) >= 0:
            self._head = bytes(self._came[:end])
            del self._came[: end + 4]
            found = LENGTH.search(self._head)
            self._length = int(found[1]) if found else 0
            if int(self._head[9:12]) in NO_BODY:
                self._length = 0
        if 0 <= self._length <= len(self._came):
            answer = Answer(int(self._head[9:12]), self._head, bytes(self._came))
            self._came, self._length = bytearray(), -1
            if self.answered and not self.answered.done():
                self.answered.set_result(answer)

    def connection_lost(self, _fault: Exception | None) -> None:
        self.transport = None
        if self.answered and not self.answered.done():
            self.answered.set_exception(ConnectionResetError())


class Connection:
    """A persistent connection for one request at a time; the first request opens it."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self._host, self._port = place.hostname, place.port
        self._protocol = _Protocol()

    async def ask(self, method: str, path: str, headers: str = "", body: bytes = b"") -> Answer:
        """Send a request and return the response. In `headers`, each header ends with a line break.

        Raise OSError or TimeoutError if there is no response.
        """
        length = f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n" if body else ""
        request = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{headers}{length}\r\n".encode() + body
        )
        if self._protocol.transport:
            with suppress(ConnectionResetError):  # the server has just closed the idle connection
                return await self._send(request)
        loop = asyncio.get_running_loop()
        _transport, self._protocol = await loop.create_connection(_Protocol, self._host, self._port)
        return await self._send(request)

    async def _send(self, request: bytes) -> Answer:
        protocol = self._protocol
        assert protocol.transport
        protocol.answered = asyncio.get_running_loop().create_future()
        protocol.transport.write(request)
        try:
            async with asyncio.timeout(PATIENCE):
                return await protocol.answered
        except TimeoutError:
            self.close()
            raise

    async def send_and_close(self, method: str, path: str, headers: str, body: bytes) -> None:
        """Send a request and close the connection before the response comes, like a phone that loses the network."""
        length = f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n"
        loop = asyncio.get_running_loop()
        transport, _protocol = await loop.create_connection(_Protocol, self._host, self._port)
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{headers}{length}\r\n"
        transport.write(head.encode() + body)
        transport.close()

    def close(self) -> None:
        """Close the connection."""
        if self._protocol.transport:
            self._protocol.transport.close()
            self._protocol.transport = None


class Pool:
    """A pool of persistent connections."""

    def __init__(self, address: str, connections: int) -> None:
        self.address = address
        self._free: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for _number in range(connections):
            self._free.put_nowait(Connection(address))

    async def take(self) -> Connection:
        """Return a free connection; wait for one if there is none. The caller must give it back."""
        return await self._free.get()

    def give_back(self, connection: Connection) -> None:
        """Make a connection free again."""
        self._free.put_nowait(connection)

    def close(self) -> None:
        """Close the free connections."""
        while not self._free.empty():
            self._free.get_nowait().close()
