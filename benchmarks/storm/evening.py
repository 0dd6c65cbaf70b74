"""An evening: rounds are drawn, published, played at all tables at once and closed, while followers read."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from benchmarks.http_client import Pool
from benchmarks.installations import Installation

from .followers import Followers, Watcher
from .phones import Caller, Log
from .table import SEATS, Table

CONNECTIONS = 48
"""The number of connections that all phones share, as behind the router of a hall."""
CATCH_UP = 20.0  # seconds within which the standings must include the last hand
HALL = """
import json
from tests.halls import a_club, a_tournament, a_user
from tournaments.actions.at_table import keys
from tournaments.models import Club
club = Club.objects.first() or a_club(owner=a_user("dora"))
plan = {"rounds": %d, "pairing": "random", "visibility": "public"}
tournament = a_tournament(club, players=%d, table={"hands": %d}, **plan)
secrets = [card.secret for card in keys.cards(tournament, range(1, %d + 1))]
print(json.dumps([tournament.slug, secrets]))
"""


@dataclass(frozen=True)
class Size:
    """The size of an evening."""

    tables: int
    rounds: int
    hands: int
    followers: int


@dataclass
class Evening:
    """A finished evening: its writes, its followers, and the seconds for which the tables played."""

    slug: str
    log: Log
    director_log: Log
    followers: Followers
    watcher: Watcher
    seconds: float = 0.0
    """The time in which phones arrived and played, without the draws."""
    client_cpu: float = 0.0
    cpu: dict[str, float] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)

    @property
    def writes(self) -> int:
        """The number of writes that were acknowledged while the tables played."""
        return len(self.log.seconds)


def hold(installation: Installation, size: Size) -> Evening:
    """Play a whole evening and return it."""
    players = SEATS * size.tables
    slug, secrets = json.loads(installation.run(HALL % (size.rounds, players, size.hands, size.tables)))
    token = installation.manage("create_token", "dora", "--scope", "manage").split()[-1]
    address = installation.address
    evening = Evening(slug, Log(), Log(), Followers(address, slug, size.followers), Watcher(address, slug))
    before, own = installation.cpu_seconds(), time.process_time()
    asyncio.run(_hold(evening, size, address, secrets, f"Token {token}"))
    evening.client_cpu = time.process_time() - own
    evening.cpu = {name: seconds - before.get(name, 0.0) for name, seconds in installation.cpu_seconds().items()}
    evening.memory = installation.memory()
    return evening


async def _hold(evening: Evening, size: Size, address: str, secrets: Sequence[str], token: str) -> None:
    pool = Pool(address, CONNECTIONS)
    director = Caller(Pool(address, 2), evening.director_log, token)
    beside = [asyncio.create_task(evening.followers.follow()), asyncio.create_task(evening.watcher.watch())]
    try:
        for number in range(1, size.rounds + 1):
            round_ = f"/api/v1/tournaments/{evening.slug}/rounds/{number}/"
            await _draw(director, round_)
            evening.watcher.round = number
            start = time.monotonic()
            referee = Caller(pool, evening.log, token)
            tables = ((number, table, secret) for table, secret in enumerate(secrets, start=1))
            await asyncio.gather(*(_play(evening, pool, referee, size.hands, *table) for table in tables))
            evening.seconds += time.monotonic() - start
            await director.write("POST", f"{round_}close/", {})
        await _catch_up(evening, director)
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        pool.close()


async def _draw(director: Caller, round_: str) -> None:
    await director.write("POST", f"{round_.rsplit('/', 2)[0]}/", {"seed": 7})
    while json.loads((await director.read(round_)).content)["state"] == "drawing":
        await asyncio.sleep(0.2)
    await director.write("POST", f"{round_}publish/", {})


async def _play(
    evening: Evening, pool: Pool, director: Caller, hands: int, round_: int, table: int, secret: str
) -> None:
    phones = await asyncio.gather(*(_sit_down(evening, pool, secret, table, seat) for seat in range(SEATS)))
    await Table(evening.slug, (round_, table), phones, director, evening.log).play(hands)


async def _sit_down(evening: Evening, pool: Pool, secret: str, table: int, seat: int) -> Caller:
    stranger = Caller(pool, evening.log, browser=f"phone {table} {seat}")
    opened = await stranger.write("POST", "/api/v1/table-sessions/", {"secret": secret})
    phone = Caller(pool, evening.log, f"Table {opened['secret']}", f"phone {table} {seat}")
    await phone.write("POST", f"{opened['url']}seats/{seat}/claim/", {})
    return phone


async def _catch_up(evening: Evening, director: Caller) -> None:
    """Wait until the public standings include all hands."""
    live = f"/api/v1/tournaments/{evening.slug}/live/"
    with suppress(TimeoutError):
        async with asyncio.timeout(CATCH_UP):
            while True:
                revision = json.loads((await director.read(live)).content)["revision"]
                if evening.watcher.seen_at(revision) is not None:
                    return
                await asyncio.sleep(0.05)
