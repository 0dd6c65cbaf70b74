"""Phones, which repeat each write until a response comes, and a log of the responses."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from benchmarks.http_client import Answer, Connection, Pool

TRIES = 40
PAUSE = 0.25  # seconds before a request is repeated
GOOD = (200, 201, 202, 204)
RETRY_AFTER = b"\r\nretry-after:"

Place = tuple[int, int, int]  # round, table, hand


@dataclass
class Log:
    """The acknowledged writes, and the waiting time for each response."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    versions: dict[Place, dict[int, list[int]]] = field(default_factory=lambda: defaultdict(dict))
    confirmed: dict[Place, float] = field(default_factory=dict)
    """The time at which the last change of each hand was acknowledged, by the monotonic clock."""
    unexpected: list[str] = field(default_factory=list)
    repeated: int = 0

    def keep(self, place: Place, hand: Mapping[str, object]) -> None:
        """Record an acknowledged version of a hand."""
        version, points = int(str(hand["version"])), [line["points"] for line in hand["lines"]]  # type: ignore[attr-defined]
        known = self.versions[place].setdefault(version, points)
        if known != points:
            self.unexpected.append(f"{place} version {version}: {known}, then {points}")

    @property
    def server_faults(self) -> int:
        """The number of responses with a server error; those with a Retry-After header do not count."""
        return sum(times for what, times in self.statuses.items() if what.split()[-1].startswith("5"))


class Caller:
    """A phone or the director: a client that repeats each request until a response comes, over shared connections."""

    def __init__(self, pool: Pool, log: Log, authorization: str = "", browser: str = "phone") -> None:
        self._pool, self._log = pool, log
        self._headers = f"User-Agent: {browser}\r\n"
        if authorization:
            self._headers += f"Authorization: {authorization}\r\n"

    async def read(self, path: str) -> Answer:
        """Return the response to a GET request."""
        connection = await self._pool.take()
        try:
            return await connection.ask("GET", path, self._headers)
        finally:
            self._pool.give_back(connection)

    async def read_list(self, path: str) -> list[dict[str, Any]]:
        """Return the rows of a list."""
        document = json.loads((await self.read(path)).content)
        return list(document["results"] if isinstance(document, dict) else document)

    async def write(
        self, method: str, path: str, body: object, *, more: str = "", leave: bool = False, twice: bool = False
    ) -> dict[str, object]:
        """Return the response to a write, which is repeated with the same idempotency key until a response comes.

        With `leave`, the phone closes the connection before the first response. With `twice`, it sends the request
        again after the response.
        """
        headers = f"{self._headers}{more}Idempotency-Key: {secrets.token_hex(8)}\r\n"
        sent = json.dumps(body).encode()
        if leave:
            await Connection(self._pool.address).send_and_close(method, path, headers, sent)
        answer = await self._until_answered(method, path, headers, sent)
        if twice:
            again = await self._until_answered(method, path, headers, sent)
            self._log.repeated += 1
            if (again.status, again.content) != (answer.status, answer.content):
                self._log.unexpected.append(f"{method} {path}: {answer} and then {again}")
        if answer.status not in GOOD:
            self._log.unexpected.append(f"{method} {path}: {answer.status} {answer.content[:200]!r}")
            return {}
        document = json.loads(answer.content) if answer.content else {}
        return dict(document) if isinstance(document, dict) else {}

    async def _until_answered(self, method: str, path: str, headers: str, body: bytes) -> Answer:
        for _try in range(TRIES):
            connection = await self._pool.take()
            start = time.monotonic()
            try:
                answer = await connection.ask(method, path, headers, body)
            except OSError:  # includes TimeoutError
                self._log.statuses["none"] += 1
            else:
                self._log.seconds.append(time.monotonic() - start)
                is_busy = answer.status == HTTPStatus.SERVICE_UNAVAILABLE and RETRY_AFTER in answer.head.lower()
                self._log.statuses[f"{method} {'busy' if is_busy else answer.status}"] += 1
                if answer.status < 429 and b"still_running" not in answer.content:
                    return answer
            finally:
                self._pool.give_back(connection)
            await asyncio.sleep(PAUSE)
        raise TimeoutError(f"{method} {path} was not answered")
