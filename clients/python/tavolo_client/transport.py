"""Requests to the API: authentication, retries with idempotency keys, refusals and pages."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urljoin, urlsplit
from uuid import uuid4

import httpx

from .problems import refusal

API = "/api/v1/"
BUSY = frozenset({429, 503})
REPEATABLE = frozenset({"GET", "PUT", "PATCH"})
FILE = "application/octet-stream"
LONGEST_PAUSE = 60.0  # seconds


class Document(dict[str, Any]):
    """A JSON object from a response, with its ETag and, after a change, the revision of its tournament."""

    etag: str = ""
    revision: int | None = None


def etag_of(answer: Mapping[str, Any]) -> str:
    """Return the ETag of a response, to send as `if_match`. Raise ValueError if it has none."""
    etag = getattr(answer, "etag", "")
    if not etag:
        raise ValueError("This answer has no ETag")
    return str(etag)


def revision_of(answer: Mapping[str, Any]) -> int:
    """Return the revision of the tournament after a change. Raise ValueError if the response has none."""
    revision = getattr(answer, "revision", None)
    if revision is None:
        raise ValueError("This answer has no revision of a tournament")
    return int(revision)


class Transport:
    """A connection to the installation at `site`, such as `https://tavolo.example.org`.

    A request is repeated up to `retries` times if the server is busy or the connection is lost. If the response to a
    change is lost, the server may have made the change. The change is then repeated only if this has no second effect;
    requests that create something have an idempotency key for this.
    """

    def __init__(
        self, site: str, token: str = "", *, scheme: str = "Bearer", language: str = "en", retries: int = 5
    ) -> None:
        headers = {"Accept-Language": language} | ({"Authorization": f"{scheme} {token}"} if token else {})
        self.site, self.language, self.retries = site, language, retries
        self._http = httpx.Client(base_url=site, headers=headers, timeout=30)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> httpx.Response:
        """Send a request to a path below `/api/v1/`; query parameters and headers that are None are left out.

        Raise Refused, or httpx.TransportError if there is no response.
        """
        request = self._http.build_request(
            method, urljoin(API, path), params=_without_none(query) or None, **_encoded(body, _without_none(headers))
        )
        for attempt in count():
            is_last = attempt == self.retries
            try:
                answer = self._http.send(request)
            except httpx.TransportError as fault:
                if is_last or not (_is_repeatable(request) or isinstance(fault, httpx.ConnectError)):
                    raise
                time.sleep(_pause(attempt))
                continue
            if is_last or answer.status_code not in BUSY:
                break
            time.sleep(_pause(attempt, answer))
        if answer.is_error:
            raise refusal(answer)
        return answer

    def _json(self, method: str, path: str, **sent: Any) -> Any:
        """Return the JSON of the response; None if it has no content."""
        return _content(self.request(method, path, **sent))

    def _bytes(self, method: str, path: str, **sent: Any) -> bytes:
        """Return the content of the response as bytes, such as a PDF."""
        return self.request(method, path, **sent).content

    def _items(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the items of a list, fetching one page at a time."""
        for page in self._pages(path, query):
            yield from page if isinstance(page, list) else page["results"]

    def _all_pages(self, path: str, query: Mapping[str, Any]) -> Any:
        """Return a document whose `results` are those of all its pages."""
        whole, *others = self._pages(path, query)
        for page in others:
            whole["results"] += page["results"]
        whole["next"] = None
        return whole

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """Yield the pages of a list. If a page is an array, the URL of the next page is in the header `Link`."""
        answer = self.request("GET", path, query)
        yield (page := _content(answer))
        while following := answer.links.get("next", {}).get("url") if isinstance(page, list) else page["next"]:
            address = urlsplit(following)
            answer = self.request("GET", f"{address.path}?{address.query}")
            yield (page := _content(answer))

    def _events(self, path: str, after: int | None) -> Iterator[Any]:
        """Yield events without end. When the stream ends, request it again from the last event.

        If the server has no room for another stream, wait as long as it asks for.
        """
        position, pause = after, 3.0
        while True:
            least = 0.0
            headers = {"Accept": "text/event-stream"} | ({} if position is None else {"Last-Event-ID": str(position)})
            fields: dict[str, str] = {}
            with suppress(httpx.TransportError), self._http.stream("GET", path, headers=headers) as answer:
                if answer.is_error and answer.status_code not in BUSY:
                    answer.read()
                    raise refusal(answer)
                if answer.is_error:
                    least = _pause(0, answer)
                for line in answer.iter_lines():
                    if line:
                        name, _, fields[name] = line.partition(": ")
                        continue
                    position = int(fields["id"]) if "id" in fields else position
                    pause = int(fields["retry"]) / 1000 if "retry" in fields else pause
                    if "data" in fields:
                        yield json.loads(fields["data"])
                    fields = {}
            time.sleep(max(pause, least))


def new_key() -> str:
    """Return a new, unique idempotency key."""
    return uuid4().hex


def encoded(reason: str | None) -> str | None:
    """Return a reason in the encoding of its header; None if the reason is None."""
    return None if reason is None else quote(reason)


def part(value: str | int) -> str:
    """Return a part of a URL, quoted except for the `~` before the key of a tournament."""
    return quote(str(value), safe="~")


def _encoded(body: Any, headers: dict[str, str]) -> dict[str, Any]:
    """Return the body and the headers as arguments of httpx.

    Text is sent as CSV, bytes as a file of any kind, and anything else as JSON.
    """
    if isinstance(body, str | bytes):
        kind = "text/csv; charset=utf-8" if isinstance(body, str) else FILE
        return {"content": body, "headers": headers | {"Content-Type": kind}}
    return {"json": body, "headers": headers}


def _without_none(values: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (values or {}).items() if value is not None}


def _is_repeatable(request: httpx.Request) -> bool:
    """Return whether sending the request twice has the same effect and response as sending it once."""
    if "Idempotency-Key" in request.headers:
        return True
    return request.method in REPEATABLE and "If-Match" not in request.headers


def _pause(attempt: int, answer: httpx.Response | None = None) -> float:
    """Return the seconds to wait: as many as the response asks for, else more after each attempt."""
    asked = answer.headers.get("Retry-After", "") if answer is not None else ""
    return min(float(asked) if asked.isdecimal() else 0.2 * 2**attempt, LONGEST_PAUSE)


def _content(answer: httpx.Response) -> Any:
    if not answer.content:
        return None
    content = answer.json()
    if not isinstance(content, dict):
        return content
    document = Document(content)
    document.etag = answer.headers.get("ETag", "")
    revision = answer.headers.get("Tournament-Revision", "")
    document.revision = int(revision) if revision else None
    return document
