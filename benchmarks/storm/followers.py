"""Followers poll live/ every ten seconds and load changed standings; a watcher polls continuously."""

from __future__ import annotations

import asyncio
import bisect
import gzip
import json
import random
import time
from collections import Counter
from contextlib import suppress

from benchmarks.http_client import Connection

PACE = 10.0  # seconds between two polls of a follower
GLANCE = 0.05  # seconds between two polls of the watcher
GZIP = "Accept-Encoding: gzip\r\n"


class Followers:
    """A number of followers, each with its own connection."""

    def __init__(self, address: str, slug: str, number: int) -> None:
        self._address, self._number = address, number
        self._live = f"/api/v1/tournaments/{slug}/live/"
        self._part = f"/tournaments/{slug}/?part=live"
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()

    async def follow(self) -> None:
        """Follow until this task is cancelled."""
        await asyncio.gather(*(self._one(random.random() * PACE) for _follower in range(self._number)))

    async def _one(self, first: float) -> None:
        connection, etag, pause = Connection(self._address), "", first
        try:
            while True:
                await asyncio.sleep(pause)
                pause = PACE * random.uniform(0.9, 1.1)
                start = time.monotonic()
                etag = await self._ask(connection, etag)
                pause -= time.monotonic() - start
        finally:
            connection.close()

    async def _ask(self, connection: Connection, etag: str) -> str:
        known = f"If-None-Match: {etag}\r\n" if etag else ""
        for path, headers in ((self._live, known), (self._part, GZIP)):
            start = time.monotonic()
            with suppress(OSError):
                answer = await connection.ask("GET", path, headers)
                self.seconds.append(time.monotonic() - start)
                self.statuses[answer.status] += 1
                if path == self._live:
                    etag = answer.etag.decode()
                    if answer.status == 304:
                        return etag
        return etag


class Watcher:
    """A client that polls the public standings of the round in play, and records when it first reads each revision.

    It requests this round by number: the latest full standings are those after the last finished round, without the
    hands of the round in play.
    """

    def __init__(self, address: str, slug: str) -> None:
        self._connection = Connection(address)
        self._path = f"/api/v1/tournaments/{slug}/standings/?after_round="
        self.round = 1
        self.revisions: list[int] = []
        self.times: list[float] = []

    async def watch(self) -> None:
        """Watch until this task is cancelled."""
        etag = b""
        while True:
            with suppress(OSError):
                known = f"{GZIP}If-None-Match: {etag.decode()}\r\n" if etag else GZIP
                answer = await self._connection.ask("GET", f"{self._path}{self.round}", known)
                if answer.status == 200:
                    etag = answer.etag
                    self._note(json.loads(gzip.decompress(answer.content))["revision"], time.monotonic())
            await asyncio.sleep(GLANCE)

    def _note(self, revision: int, now: float) -> None:
        if not self.revisions or revision > self.revisions[-1]:
            self.revisions.append(revision)
            self.times.append(now)

    def seen_at(self, revision: int) -> float | None:
        """Return when this revision or a later one was first read; None if never."""
        place = bisect.bisect_left(self.revisions, revision)
        return self.times[place] if place < len(self.times) else None
