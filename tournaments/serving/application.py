"""The RSGI application. It waits for slow clients asynchronously, so that they occupy no thread.

A request that has arrived completely is handled in one of a few threads. The whole response is given to the web server,
which sends it as fast as the client reads.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import TypeVar, cast
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings
from granian._granian import RSGIHTTPProtocol as HTTPProtocol
from granian.rsgi import Scope
from whitenoise.middleware import WhiteNoiseMiddleware

from tournaments.api.event_stream import FOLLOWED

from .cache_keys import Key, key_of, part_of, public_address
from .followers import Beginning, Followers, read_in_thread
from .invalidation import change_stamps
from .middleware import CUT_SHORT, body_limit
from .observing import Observer
from .public_cache import PublicCache, is_part_missed, make_answer, may_hide
from .recycling import Recycler
from .rsgi_to_wsgi import RawResponse, answer, environ_of, static_answer
from .system_calls import close_stalled_connections, end_with_parent, refuse_connections
from .warm_up import read_rounds_in_play
from .write_limits import WriteLimiter

SMALL_BODY = 64 << 10
LARGE_BODIES = 8  # large bodies that a process receives into its memory at the same time
LONGEST_BODY = 300.0  # seconds
ARRIVING = 1.0  # seconds after SIGTERM in which requests may still come on existing connections
CLOSE = ("Connection", "close")
EVENTS = "/events/"
"""The end of the addresses of event streams."""
T = TypeVar("T")


class Application:
    """Handles the requests that the web server granian gives through its interface RSGI."""

    def __init__(self, application: WSGIApplication) -> None:
        """List the static files. This happens before the worker processes are forked."""
        self._application = application
        self._static_files = WhiteNoiseMiddleware().files

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Prepare this worker process before its first request."""
        end_with_server()
        self._stop_gently(loop)
        self._threads = ThreadPoolExecutor(settings.WEB_THREADS, "request")
        self._threads.submit(read_rounds_in_play)
        self._observer = Observer(self._static_files) if settings.METRICS or settings.LOG_REQUESTS else None
        self._large_bodies, self._documents = asyncio.Semaphore(LARGE_BODIES), asyncio.Semaphore(1)
        self._write_limiter = WriteLimiter(settings.WRITERS, settings.WRITERS_PATIENCE)
        self._stamps = change_stamps()
        self._cache = PublicCache(
            self._stamps, settings.PUBLIC_CACHE, partial(self._in_thread, make_answer, self._application)
        )
        self._followers = Followers(self._stamps, partial(self._in_thread, read_in_thread))
        self._recycler = Recycler(loop, partial(os.kill, os.getppid(), signal.SIGHUP))  # granian replaces this process
        _close_stalled_connections(loop)

    def _stop_gently(self, loop: asyncio.AbstractEventLoop) -> None:
        """At SIGTERM refuse new connections, and a moment later end granian by SIGINT."""

        def stop() -> None:
            loop.call_later(ARRIVING, end)  # first, so that the process ends even if a later line fails
            refuse_connections()
            self._followers.close()

        def end() -> None:
            os.kill(os.getpid(), signal.SIGINT)
            loop.call_later(ARRIVING, end_again)

        def end_again() -> None:
            """Send SIGINT again, because asyncio may lose it.

            It is not sent while a request is running, because it would interrupt the request.
            """
            if self._recycler.under_way:
                loop.call_later(ARRIVING, end_again)
            else:
                end()

        loop.remove_signal_handler(signal.SIGTERM)  # granian's own handler
        signal.signal(signal.SIGTERM, lambda *_about: loop.call_soon_threadsafe(stop))
        signal.siginterrupt(signal.SIGTERM, False)  # noqa: FBT003

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Shut the thread pool down."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Respond to one request; measure and log it if the settings say so."""
        self._recycler.requests += 1
        if self._observer:
            await self._observer.observe(self._respond, scope, protocol)
        else:
            await self._respond(scope, protocol)

    async def _respond(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Respond to one request. Static files, cached public pages and event streams need no thread."""
        if file := self._static_files.get(scope.path):
            _send(static_answer(file, scope), protocol)
            return
        key = key_of(scope) if scope.method in ("GET", "HEAD") else None
        if key and (entry := self._cache.find(key)):
            _send(entry.answer(scope), protocol)
            return
        if beginning := self._followers.beginning(scope) or await self._make_response(scope, key, protocol):
            await self._followers.follow(beginning, scope, protocol, partial(self._may_read, scope))

    async def _make_response(self, scope: Scope, key: Key | None, protocol: HTTPProtocol) -> Beginning | None:
        """Send the response of Django or of the public cache; return None.

        An event stream is not sent; its beginning is returned.
        """
        with self._recycler.at_work():
            if key and scope.method == "GET" and (address := public_address(key.path, key.query)):
                _send(await self._cache.answer(scope, key, address), protocol)
                return None
            return await self._forward(scope, protocol)

    async def _forward(self, scope: Scope, protocol: HTTPProtocol) -> Beginning | None:
        """Wait for the whole request, then give it to Django; return the beginning of an event stream, else None."""
        length = int(scope.headers.get("content-length") or 0)
        is_chunked = "transfer-encoding" in scope.headers
        limit = body_limit(scope.path)
        is_large = is_chunked or SMALL_BODY < length <= limit
        received = self._documents if limit > settings.IMPORT_LIMIT else self._large_bodies
        async with received if is_large else nullcontext():
            has_body = is_chunked or 0 < length <= limit
            body, fault = await _body(protocol, limit, None if is_chunked else length) if has_body else (b"", None)
            environ = environ_of(scope, body)
            async with self._write_limiter.slot(scope) as has_slot:
                follows = scope.method == "GET" and scope.path.endswith(EVENTS)
                refusal = fault or (self._followers.refusal(scope) if follows else None)
                environ[CUT_SHORT] = refusal if has_slot else 503
                return await self._answer_all(scope, environ, protocol)

    async def _answer_all(self, scope: Scope, environ: WSGIEnvironment, protocol: HTTPProtocol) -> Beginning | None:
        """Send Django's response and return None; of an event stream return the beginning instead.

        If the public part of the page was not in the cache, make it afterwards, for later requests.
        """
        part = part_of(scope)
        if part:
            await self._cache.offer_part(environ, scope, *part)
        response = await self._answer(environ)
        if scope.method == "GET" and FOLLOWED in environ:
            return environ[FOLLOWED], response
        _send(response, protocol)
        if part and is_part_missed(environ):
            await self._cache.answer(scope, *part)
        return None

    async def _may_read(self, scope: Scope) -> bool:
        """Whether Django still permits the request of this event stream, repeated without body or earlier events."""
        environ = environ_of(scope, b"") | {"QUERY_STRING": "", "HTTP_LAST_EVENT_ID": "", CUT_SHORT: None}
        return (await self._answer(environ)).status == HTTPStatus.OK

    async def _answer(self, environ: WSGIEnvironment) -> RawResponse:
        response = await self._in_thread(answer, self._application, environ)
        if may_hide(environ):
            await self._stamps.query(None)
        return replace(response, headers=[*response.headers, CLOSE]) if environ[CUT_SHORT] else response

    def _in_thread(self, work: Callable[..., T], *args: object) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


def end_with_server() -> None:
    """End this process if its parent ends: otherwise it would keep the port and a transaction."""
    if server := multiprocessing.parent_process():
        end_with_parent(cast("int", server.pid))


def _close_stalled_connections(loop: asyncio.AbstractEventLoop) -> None:
    if close_stalled_connections(settings.CLIENT_PATIENCE):
        # once more, for connections accepted before there was a listener
        loop.call_later(1, close_stalled_connections, settings.CLIENT_PATIENCE)
    else:  # there is no listener yet
        loop.call_later(0.05, _close_stalled_connections, loop)


async def _body(protocol: HTTPProtocol, limit: int, length: int | None) -> tuple[bytes, int | None]:
    """Return the body and None, or b"" and the status with which to refuse the request.

    Of a body beyond the limit, one byte more than the limit is returned. The status is 408 if the client pauses for too
    long, and 400 if the body ends too early.
    """
    try:
        return await _whole_body(protocol, limit, length), None
    except TimeoutError:
        return b"", 408
    except EOFError:
        return b"", 400


async def _whole_body(protocol: HTTPProtocol, limit: int, length: int | None) -> bytes:
    """Return the body. If its length is known, do not wait until granian says that it ends.

    Raises TimeoutError if the client pauses for too long, EOFError if the body ends too early.
    """
    body, ends = bytearray(), 0
    chunks, now = aiter(protocol), asyncio.get_running_loop().time
    last_moment = now() + LONGEST_BODY
    async with asyncio.timeout(settings.CLIENT_PATIENCE) as patience:
        with suppress(StopAsyncIteration):
            while len(body) <= limit and len(body) != length:
                chunk = await anext(chunks)
                body += chunk
                ends += not chunk
                if len(body) != length:
                    patience.reschedule(min(now() + settings.CLIENT_PATIENCE, last_moment))
    if ends > 1:  # granian yields an empty chunk at the end, and a second one after an error
        raise EOFError
    return bytes(body[: limit + 1])


def _send(answer: RawResponse, protocol: HTTPProtocol) -> None:
    if isinstance(answer.body, bytes):
        protocol.response_bytes(answer.status, answer.headers, answer.body)
    else:
        protocol.response_file(answer.status, answer.headers, str(answer.body))
