"""Stamps from PostgreSQL: queried only when needed, and then including every earlier commit."""

import asyncio
import time

import psycopg
import pytest

from tests.halls import a_tournament
from tournaments.serving.invalidation import BOUND, PostgresqlStamps

pytestmark = pytest.mark.postgres
PLAYED = "UPDATE tournaments_tournament SET revision = revision + 1"
LAST_QUESTION = "SELECT max(query_start) FROM pg_stat_activity WHERE query LIKE '%%pg_current_snapshot%%' AND pid != %s"


@pytest.fixture
def database(postgres):
    a_tournament(players=4)
    with psycopg.connect(postgres, autocommit=True) as other:
        yield other


def test_commit_changes_the_next_stamp(database):
    async def queried():
        stamps = PostgresqlStamps()
        before = await stamps.query("serata")
        for number in range(100):
            database.execute("UPDATE tournaments_player SET name = %s", [f"Anna {number}"])
            after = await stamps.query("serata")
            assert after[0] > before[0]
            assert after[1] == before[1]
            before = after

    asyncio.run(queried())


def test_play_changes_only_the_stamp_of_its_tournament(database):
    async def queried():
        stamps = PostgresqlStamps()
        tournaments = ["serata", "another", None]
        before = await asyncio.gather(*map(stamps.query, tournaments))
        database.execute(PLAYED)
        after = await asyncio.gather(*map(stamps.query, tournaments))
        assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, False]

    asyncio.run(queried())


def test_idle_stamps_send_no_query(database):
    async def idle():
        stamps = PostgresqlStamps()
        await asyncio.gather(*[stamps.query("serata") for _ in range(50)])
        last = database.execute(LAST_QUESTION, [database.info.backend_pid]).fetchone()
        await asyncio.sleep(3 * BOUND)
        assert stamps.stamp("serata", time.monotonic()) is None
        assert database.execute(LAST_QUESTION, [database.info.backend_pid]).fetchone() == last

    asyncio.run(idle())


def test_a_connection_that_breaks_is_made_anew_and_counts_as_a_change(database):
    async def broken():
        stamps = PostgresqlStamps()
        before = await stamps.query("serata")
        database.execute("SELECT pg_terminate_backend(%s)", [stamps._listening.info.backend_pid])
        assert await stamps.query("serata") is None
        assert (await stamps.query("serata"))[0] > before[0]

    asyncio.run(broken())
