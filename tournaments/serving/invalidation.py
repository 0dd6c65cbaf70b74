"""Stamps of the database's state, which invalidate entries of the public cache.

A stamp is a pair: a count of the changes that must be visible at once (made by the triggers of
`migrations/_changes.py`), and the progress of a tournament. It is read before a response is made, so the response is at
least as new as its stamp.
"""

import asyncio
import sqlite3
from functools import partial
from time import monotonic
from typing import Any, Protocol

from django.conf import settings
from django.db import connection

Stamp = tuple[object, object]
CHANNEL = "tavolo"
BOUND = 0.2
"""Seconds for which a stamp from PostgreSQL is used before it is queried again."""
PATIENCE = 0.5
"""Seconds that a request waits for a stamp from PostgreSQL before it continues without one."""
LOST = 10
"""Seconds after which a silent connection is closed."""
MOST = 1000
"""The most tournaments whose stamps from SQLite are cached between two changes."""
PAUSE = 0.005
"""Seconds between two queries to SQLite, which take 7 microseconds each."""
PLAYED_IN_SQLITE = """
SELECT count, revision, published_revision, ledger_length
FROM tournaments_change LEFT JOIN tournaments_tournament ON slug = ?
"""
PLAYED_IN_POSTGRESQL = """
SELECT pg_current_snapshot()::text, slug, (revision, published_revision, ledger_length)::text
FROM (VALUES (1)) AS one LEFT JOIN tournaments_tournament ON slug = ANY (%s)
"""


class ChangeStamps(Protocol):
    """A source of stamps. Writes of this process change the stamps too."""

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """Return the stored stamp of `tournament`, or of the whole database if that is None.

        Return None if no stored stamp can be used; the caller then calls `query`.
        """

    async def query(self, tournament: str | None) -> Stamp | None:
        """Return a stamp that includes every commit made before this call; None if the database does not respond."""


def change_stamps() -> ChangeStamps:
    """Return the source of stamps for this process's database."""
    return SqliteStamps() if connection.vendor == "sqlite" else PostgresqlStamps()


class SqliteStamps:
    """Stamps from `PRAGMA data_version`, which changes when a connection other than this read-only one commits."""

    def __init__(self) -> None:
        name = settings.DATABASES["default"]["NAME"]
        self._read = sqlite3.connect(name, timeout=0, isolation_level=None).execute
        self._version: object = None
        self._checked_at = 0.0
        self._stamps: dict[str | None, Stamp] = {}

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """Return the cached stamp, which is read again after a change; None if SQLite cannot be read."""
        try:
            if now > self._checked_at + PAUSE:
                self._check(now)
            if tournament not in self._stamps:
                changes, *played = self._read(PLAYED_IN_SQLITE, (tournament,)).fetchone()
                self._stamps[tournament] = changes, tuple(played) if tournament else self._version
            return self._stamps[tournament]
        except sqlite3.Error:
            return None

    async def query(self, tournament: str | None) -> Stamp | None:
        """Return the stamp after checking for changes, even if the last check was a moment ago."""
        self._checked_at = 0.0
        return self.stamp(tournament, monotonic())

    def _check(self, now: float) -> None:
        version = self._read("PRAGMA data_version").fetchone()
        if version != self._version or len(self._stamps) > MOST:
            self._version, self._stamps = version, {}
        self._checked_at = now


class PostgresqlStamps:
    """Stamps from a connection that listens for notifications; concurrent requests share a query."""

    def __init__(self) -> None:
        database: Any = connection  # for mypy: Django's stubs do not name its class
        parameters = {**database.get_connection_params(), "autocommit": True}
        del parameters["cursor_factory"]
        self._connect = partial(database.Database.AsyncConnection.connect, **parameters)
        self._faults = (database.Database.Error, TimeoutError)
        self._listening: Any = None
        self._changes = 0
        self._played: dict[str | None, tuple[object, float]] = {}
        self._wanted: set[str | None] = set()
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """Return the last stamp; None if it is older than `BOUND` seconds."""
        played, read_at = self._played.get(tournament, (None, -BOUND))
        return (self._changes, played) if now - read_at < BOUND else None

    async def query(self, tournament: str | None) -> Stamp | None:
        """Return the stamp from a query shared with concurrent requests; None after `PATIENCE` seconds."""
        began = monotonic()
        self._wanted.add(tournament)
        self._next = self._next or asyncio.create_task(self._query_after(self._running))
        await asyncio.wait({self._next}, timeout=PATIENCE)
        played, read_at = self._played.get(tournament, (None, 0.0))
        return (self._changes, played) if read_at >= began else None

    async def _query_after(self, other: asyncio.Task[None] | None) -> None:
        if other:
            await asyncio.wait({other})
        self._running, self._next = self._next, None
        wanted, self._wanted = self._wanted, set()
        now = monotonic()
        try:
            async with asyncio.timeout(LOST):
                played = await self._read(sorted(filter(None, wanted)))
        except self._faults:
            await self._close()
            return
        trusted = {name: entry for name, entry in self._played.items() if now - entry[1] < BOUND}
        self._played = trusted | {name: (played.get(name), now) for name in wanted}

    async def _read(self, slugs: list[str]) -> dict[str | None, object]:
        """Return the progress of each of these tournaments; notifications sent before arrive with the result."""
        if self._listening is None:
            self._listening = await self._connect()
            self._listening.add_notify_handler(self._count)
            await self._listening.execute(f"LISTEN {CHANNEL}")
            self._changes += 1
        rows = await (await self._listening.execute(PLAYED_IN_POSTGRESQL, (slugs,))).fetchall()
        return {slug: numbers for _snapshot, slug, numbers in rows} | {None: rows[0][0]}

    async def _close(self) -> None:
        if self._listening is not None:
            await self._listening.close()
        self._listening = None

    def _count(self, notice: Any) -> None:
        self._changes += not notice.payload  # triggers of an earlier version also notify of play, with a payload
