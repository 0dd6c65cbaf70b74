"""Observation of requests: their times are measured by route, and each can be logged with an id."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from secrets import token_hex
from time import monotonic
from typing import Any, cast

import structlog
from django.conf import settings
from granian._granian import RSGIHTTPProtocol as HTTPProtocol
from granian.rsgi import Scope

from .metrics import request_seconds
from .routes import loggable, route_of

log = structlog.stdlib.get_logger(__name__)
ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}
Respond = Callable[[Scope, HTTPProtocol], Awaitable[None]]


class IdentifiedScope:
    """A scope with an id for the request."""

    def __init__(self, scope: Scope, request_id: str) -> None:
        """Wrap a scope and add this id."""
        self._scope, self.request_id = scope, request_id

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scope, name)


class ObservedProtocol:
    """A protocol that records the status and time of a response, and adds headers to it."""

    def __init__(self, protocol: HTTPProtocol, headers: list[tuple[str, str]]) -> None:
        """Store the headers to add."""
        self._protocol, self._headers = protocol, headers
        self.status, self.answered_at = 500, 0.0

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._protocol)

    def _begin(self, status: int, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        self.status, self.answered_at = status, monotonic()
        return [*headers, *self._headers]

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Send a response."""
        self._protocol.response_bytes(status, self._begin(status, headers), body)

    def response_file(self, status: int, headers: list[tuple[str, str]], file: str) -> None:
        """Send a file."""
        self._protocol.response_file(status, self._begin(status, headers), file)

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Any:
        """Begin a stream. The measured time ends here."""
        return self._protocol.response_stream(status, self._begin(status, headers))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._protocol, name)


class Observer:
    """Measures requests, and logs them if the settings say so."""

    def __init__(self, static_files: Any) -> None:
        """Store the URLs of static files, which are measured as one route."""
        self._static_files = static_files
        self._seconds = request_seconds() if settings.METRICS else None

    async def observe(self, respond: Respond, scope: Scope, protocol: HTTPProtocol) -> None:
        """Respond to a request, then measure and log it."""
        began = monotonic()
        request_id = _id_of(scope) if settings.LOG_REQUESTS else ""
        answer = ObservedProtocol(protocol, [("X-Request-ID", request_id)] if request_id else [])
        try:
            given = IdentifiedScope(scope, request_id) if request_id else scope
            await respond(cast("Scope", given), cast("HTTPProtocol", answer))
        finally:
            self._note(scope, request_id, answer.status, (answer.answered_at or monotonic()) - began)

    def _note(self, scope: Scope, request_id: str, status: int, took: float) -> None:
        method = scope.method if scope.method in METHODS else "other"
        is_static = scope.path in self._static_files
        if self._seconds:
            route = "static files" if is_static else route_of(scope.path)
            self._seconds.labels(route, method, f"{status // 100}xx").observe(took)
        if request_id:
            path = scope.path if is_static else loggable(scope.path)
            about = {"method": method, "path": path, "status": status, "took": round(took, 3)}
            log.info("request", request_id=request_id, **about)


def _id_of(scope: Scope) -> str:
    """Return the id that the client or a proxy sent, or a new one."""
    sent = scope.headers.get("x-request-id") or ""
    return sent if ID.fullmatch(sent) else token_hex(8)
