"""Two phones at each of 256 tables, over 48 connections: one phone sends each hand, the other confirms it.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.race
It runs on SQLite under `serve`, and on PostgreSQL with Redis, two web processes and two workers. There are two
baselines: a minimal response of the same server over the same connections, and plain INSERTs of a single writer on the
same disk with the same durability. Meanwhile a reader polls the public standings and records when they include each
confirmed hand. At the end the benchmark checks that every hand was acknowledged and stored once, and that the ledger is
intact.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import statistics
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.http_client import Pool
from benchmarks.installations import Installation, on_postgresql, on_sqlite
from benchmarks.measuring import QUICK, add_figure
from benchmarks.storm.audit import revisions_of_hands
from benchmarks.storm.followers import Watcher
from benchmarks.storm.phones import Place
from tests.api.test_racing_tables import STATE, hall

TABLES = 16 if QUICK else 256
HANDS = 1 if QUICK else 4
CONNECTIONS = 48
ACCEPTED = (200, 201)
CATCH_UP = 2.0 if QUICK else 5.0  # seconds within which the standings must include the last hand
TALLY = json.dumps({"lines": [{"points": 10}] * 4, "seat": 0}).encode()
YES = json.dumps({"seat": 1, "version": 1, "accept": True}).encode()


class Race:
    """A race in one hall: the responses to its phones with their times."""

    def __init__(self, installation: Installation, slug: str, secrets: list[list[str]]) -> None:
        self._pool = Pool(installation.address, CONNECTIONS)
        self._slug, self._secrets = slug, secrets
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.confirmed: dict[Place, float] = {}
        """The time of each confirmation's acknowledgement, by the monotonic clock."""
        self.watcher = Watcher(installation.address, slug)

    async def run(self) -> float:
        """Play all tables to the end while a reader polls the standings; return the duration in seconds."""
        reading = asyncio.create_task(self.watcher.watch())
        start = time.perf_counter()
        await asyncio.gather(*(self._play(table) for table in range(TABLES)))
        took = time.perf_counter() - start
        await asyncio.sleep(CATCH_UP)
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading
        return took

    async def _play(self, table: int) -> None:
        for hand in range(1, HANDS + 1):
            place = f"/api/v1/tournaments/{self._slug}/rounds/1/tables/{table + 1}/hands/{hand}/"
            await self._send(table, hand, 0, place)
            if await self._send(table, hand, 1, f"{place}confirmations/") in ACCEPTED:
                self.confirmed[1, table + 1, hand] = time.monotonic()

    async def _send(self, table: int, hand: int, phone: int, path: str) -> int:
        method, body = (("PUT", TALLY), ("POST", YES))[phone]
        headers = f"Authorization: Table {self._secrets[table][phone]}\r\nIdempotency-Key: {method}-{hand}\r\n"
        connection = await self._pool.take()
        start = time.perf_counter()
        try:
            answer = await connection.ask(method, path, headers, body)
        finally:
            self._pool.give_back(connection)
        self.seconds.append(time.perf_counter() - start)
        self.statuses[answer.status] += 1
        return answer.status

    async def hello(self, requests: int) -> float:
        """Return requests a second for /healthz, the smallest response that Django makes."""

        async def ask() -> None:
            connection = await self._pool.take()
            await connection.ask("GET", "/healthz")
            self._pool.give_back(connection)

        start = time.perf_counter()
        await asyncio.gather(*(ask() for _number in range(requests)))
        return requests / (time.perf_counter() - start)


def bare_inserts(folder: Path) -> float:
    """Return transactions a second of a single writer, with one row in each and the durability that Tavolo has."""
    with sqlite3.connect(folder / "bare.sqlite3", isolation_level=None) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE bare (said text)")
        start = time.perf_counter()
        for _number in range(500):
            database.execute("INSERT INTO bare VALUES ('ten points each')")
        return 500 / (time.perf_counter() - start)


def measure(where: str, installation: Installation, *, inserts: float, at_least: float) -> None:
    """Run the race of one hall, and add its figures."""
    slug, secrets = json.loads(installation.run(hall(TABLES, HANDS)))
    race = Race(installation, slug, secrets)
    hello = asyncio.run(race.hello(8 * TABLES))
    race = Race(installation, slug, secrets)
    before = installation.cpu_seconds()
    took = asyncio.run(race.run())
    spent = {name: seconds - before[name] for name, seconds in installation.cpu_seconds().items()}
    writes, waits = len(race.seconds), sorted(race.seconds)
    rows, findings = json.loads(installation.run(STATE.format(slug=slug)))
    lost = sum([table, hand, 1, "confirmed", True] not in rows for _round, table, hand in race.confirmed)
    doubled = len(rows) - len({(table, hand) for table, hand, *_rest in rows})
    faults = sum(times for status, times in race.statuses.items() if status not in ACCEPTED)
    add_figure(f"writes, {where}", writes / took, "/s", baseline=inserts, of="bare INSERTs", at_least=at_least)
    add_figure(f"longest of 99 in 100 waits, {where}", waits[int(0.99 * writes)], "s", at_most=1.5)
    add_figure(f"median wait, {where}", waits[writes // 2], "s")
    add_figure(f"answers but 200 and 201, {where}", faults, "", at_most=0)
    add_figure(f"hands lost, {where}", lost, "", at_most=0)
    add_figure(f"versions too many, {where}", doubled + len(findings), "", at_most=0)
    delays = delays_in_public(race, revisions_of_hands(installation, slug))
    add_figure(f"from confirmation to public standings, {where}, median", statistics.median(delays), "s", at_most=1)
    add_figure(f"from confirmation to public standings, {where}, longest", max(delays), "s")
    for name, seconds in spent.items():
        add_figure(f"CPU of a write in {name}, {where}", 1000 * seconds / writes, "ms")
    add_figure(f"answers of /healthz, {where}", hello, "/s")


def delays_in_public(race: Race, revisions: dict[Place, int]) -> list[float]:
    """Return for each confirmed hand the seconds from its acknowledgement until the public standings included it."""
    return [
        max(0.0, (race.watcher.seen_at(revisions[place]) or float("inf")) - confirmed)
        for place, confirmed in race.confirmed.items()
    ]


def main() -> None:
    """Print the figures for both installations."""
    with TemporaryDirectory() as temporary:
        inserts = bare_inserts(Path(temporary))
    with on_sqlite() as installation:
        measure("SQLite", installation, inserts=inserts, at_least=120)
    with on_postgresql() as installation:
        measure("PostgreSQL", installation, inserts=inserts, at_least=100)


if __name__ == "__main__":
    main()
