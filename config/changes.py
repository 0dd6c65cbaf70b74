"""What changed in the database since something was read, asked before every cached answer.

A stamp is a pair: what must not be shown as it was (the triggers of migration 0002), and how far a tournament was
played. It is read before an answer is made, so an answer is as new as its stamp, or newer.
"""

import sqlite3
from collections import Counter
from threading import Thread
from time import monotonic, sleep
from typing import Any, Protocol

from django.conf import settings
from django.db import connection

Stamp = tuple[object, object]
CHANNEL = "tavolo"
BOUND = 0.5
"""Seconds after which a PostgreSQL that says nothing is no longer believed to have nothing to say."""
PULSE = 0.2
PAUSE = 0.005
"""Seconds between two questions to SQLite, which take 7 microseconds each."""
PLAYED = """
SELECT count, revision, published_revision, ledger_length
FROM tournaments_change LEFT JOIN tournaments_tournament ON slug = ?
"""


class Changes(Protocol):
    """Where a process hears of changes, its own included."""

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """How the database stands for a tournament, or for all of them; None where that is not known."""

    def note_write(self) -> None:
        """Count what this process wrote, which the database may tell too late."""


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
                self._ask(now)
            if tournament not in self._stamps:
                told, *played = self._read(PLAYED, (tournament,)).fetchone()
                self._stamps[tournament] = told, tuple(played) if tournament else self._version
            return self._stamps[tournament]
        except sqlite3.Error:
            return None

    def _ask(self, now: float) -> None:
        version = self._read("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version, self._stamps = version, {}
        self._asked_at = now

    def note_write(self) -> None:
        """Ask again at once."""
        self._asked_at = 0.0


class PostgresqlChanges:
    """A thread listens; it asks at short intervals whether it still would hear something."""

    def __init__(self) -> None:
        self._told = self._wrote = self._played = 0
        self._played_in: Counter[str] = Counter()
        self._heard_at = -BOUND
        Thread(target=self._listen_for_ever, daemon=True).start()

    def stamp(self, tournament: str | None, now: float) -> Stamp | None:
        """What was counted; None while the connection is away."""
        if now - self._heard_at > BOUND:
            return None
        played = self._played_in[tournament] if tournament else self._played
        return (self._told, self._wrote), played

    def note_write(self) -> None:
        """Count it."""
        self._wrote += 1

    def _listen_for_ever(self) -> None:
        database: Any = connection  # of this thread: Django's stubs do not say which one it is
        while True:
            try:
                with database.Database.connect(**database.get_connection_params(), autocommit=True) as listening:
                    self._told += 1
                    listening.execute(f"LISTEN {CHANNEL}")
                    self._listen(listening)
            except database.Database.Error:
                sleep(BOUND)

    def _listen(self, listening: Any) -> None:
        while True:
            asked_at = monotonic()
            listening.execute("SELECT 1")
            self._count(listening.notifies(timeout=0))
            self._heard_at = asked_at
            self._count(listening.notifies(timeout=PULSE))

    def _count(self, notified: Any) -> None:
        for notice in notified:
            self._played += 1
            self._told += not notice.payload
            self._played_in[notice.payload] += 1
