"""What changed in the database since something was read, asked before every cached answer.

A stamp is a pair: what must not be shown as it was (the triggers of `migrations/_changes.py`), and how far a tournament
was played. It is read before an answer is made, so an answer is as new as its stamp, or newer.
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
"""Seconds for which PostgreSQL is believed to stand as it stood; then it is asked before anything is shown."""
PATIENCE = 0.5
"""Seconds that whoever asks waits for PostgreSQL; then nothing is known."""
LOST = 10
"""Seconds after which a connection that says nothing is given up."""
MOST = 1000
"""Tournaments of which SQLite's numbers are kept between two changes."""
PAUSE = 0.005
"""Seconds between two questions to SQLite, which take 7 microseconds each."""
PLAYED_IN_SQLITE = """
SELECT count, revision, published_revision, ledger_length
FROM tournaments_change LEFT JOIN tournaments_tournament ON slug = ?
"""
PLAYED_IN_POSTGRESQL = """
SELECT pg_current_snapshot()::text, slug, (revision, published_revision, ledger_length)::text
FROM (VALUES (1)) AS one LEFT JOIN tournaments_tournament ON slug = ANY (%s)
"""


class Changes(Protocol):
    """Where a process hears of changes, its own included."""

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """How the database stands for a tournament, or for all of them; None where that must be asked."""

    async def ask(self, tournament: str | None) -> Stamp | None:
        """How the database stands now, with all that was written before; None where it does not say."""


def listen() -> Changes:
    """The changes of the database that this process works on."""
    return SqliteChanges() if connection.vendor == "sqlite" else PostgresqlChanges()


class SqliteChanges:
    """Every commit but its own changes the `data_version` of a connection, and this one never writes."""

    def __init__(self) -> None:
        name = settings.DATABASES["default"]["NAME"]
        self._read = sqlite3.connect(name, timeout=0, isolation_level=None).execute
        self._version: object = None
        self._asked_at = 0.0
        self._stamps: dict[str | None, Stamp] = {}

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """Read from the database where it changed since the last time."""
        try:
            if now > self._asked_at + PAUSE:
                self._look(now)
            if tournament not in self._stamps:
                told, *played = self._read(PLAYED_IN_SQLITE, (tournament,)).fetchone()
                self._stamps[tournament] = told, tuple(played) if tournament else self._version
            return self._stamps[tournament]
        except sqlite3.Error:
            return None

    async def ask(self, tournament: str | None) -> Stamp | None:
        """Read it at once, whenever it was read last."""
        self._asked_at = 0.0
        return self.stamp(tournament, monotonic())

    def _look(self, now: float) -> None:
        version = self._read("PRAGMA data_version").fetchone()
        if version != self._version or len(self._stamps) > MOST:
            self._version, self._stamps = version, {}
        self._asked_at = now


class PostgresqlChanges:
    """One connection listens, and is asked when somebody wants to know: all who wait get the same answer."""

    def __init__(self) -> None:
        database: Any = connection  # Django's stubs do not say which one it is
        parameters = {**database.get_connection_params(), "autocommit": True}
        del parameters["cursor_factory"]
        self._connect = partial(database.Database.AsyncConnection.connect, **parameters)
        self._faults = (database.Database.Error, TimeoutError)
        self._listening: Any = None
        self._told = 0
        self._played: dict[str | None, tuple[object, float]] = {}
        self._wanted: set[str | None] = set()
        self._asking: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """What was heard last, as long as that is believed."""
        played, heard_at = self._played.get(tournament, (None, -BOUND))
        return (self._told, played) if now - heard_at < BOUND else None

    async def ask(self, tournament: str | None) -> Stamp | None:
        """Ask together with all who ask meanwhile."""
        began = monotonic()
        self._wanted.add(tournament)
        self._next = self._next or asyncio.create_task(self._ask_after(self._asking))
        await asyncio.wait({self._next}, timeout=PATIENCE)
        played, asked_at = self._played.get(tournament, (None, 0.0))
        return (self._told, played) if asked_at >= began else None

    async def _ask_after(self, other: asyncio.Task[None] | None) -> None:
        if other:
            await asyncio.wait({other})
        self._asking, self._next = self._next, None
        wanted, self._wanted = self._wanted, set()
        now = monotonic()
        try:
            async with asyncio.timeout(LOST):
                played = await self._read(sorted(filter(None, wanted)))
        except self._faults:
            await self._close()
            return
        still = {name: known for name, known in self._played.items() if now - known[1] < BOUND}
        self._played = still | {name: (played.get(name), now) for name in wanted}

    async def _read(self, slugs: list[str]) -> dict[str | None, object]:
        """The numbers of each tournament; what was notified before comes with them."""
        if self._listening is None:
            self._listening = await self._connect()
            self._listening.add_notify_handler(self._note)
            await self._listening.execute(f"LISTEN {CHANNEL}")
            self._told += 1
        rows = await (await self._listening.execute(PLAYED_IN_POSTGRESQL, (slugs,))).fetchall()
        return {slug: numbers for _snapshot, slug, numbers in rows} | {None: rows[0][0]}

    async def _close(self) -> None:
        if self._listening is not None:
            await self._listening.close()
        self._listening = None

    def _note(self, notice: Any) -> None:
        self._told += not notice.payload  # with one, it is of play: from the triggers of an earlier version
