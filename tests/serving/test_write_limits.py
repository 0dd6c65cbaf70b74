"""Concurrent writes to one tournament are limited; reads, and writes elsewhere, are not."""

import asyncio
from types import SimpleNamespace

import pytest

from tournaments.serving.write_limits import WriteLimiter

WRITES = ["/tournaments/serata/rounds/1/close/", "/api/v1/tournaments/serata/rounds/", "/t/serata/hands/1"]


def scope(path, method="POST"):
    return SimpleNamespace(path=path, method=method)


async def found(path, method="POST"):
    """Whether a place is found while one writer of the tournament `serata` has the only one."""
    limiter = WriteLimiter(limit=1, timeout=0.05)
    async with limiter.slot(scope("/tournaments/serata/close/")) as first:
        assert first
        async with limiter.slot(scope(path, method)) as second:
            return second


@pytest.mark.parametrize("path", WRITES)
def test_a_writer_of_the_same_tournament_is_turned_away(path):
    assert asyncio.run(found(path)) is False


@pytest.mark.parametrize(
    ("path", "method"),
    [*((path, "GET") for path in WRITES), ("/tournaments/serata-2/rounds/", "POST"), ("/clubs/serata/", "POST")],
)
def test_reads_and_other_writes_are_not_limited(path, method):
    assert asyncio.run(found(path, method)) is True


def test_finished_request_frees_its_slot():
    async def fail(limiter):
        async with limiter.slot(scope(WRITES[0])) as taken:
            assert taken
            raise RuntimeError

    async def fail_again_and_again():
        limiter = WriteLimiter(limit=1, timeout=0.05)
        for _time in range(3):
            with pytest.raises(RuntimeError):
                await fail(limiter)

    asyncio.run(fail_again_and_again())
