"""A web process that has grown and rests is replaced, and no other."""

import asyncio
import sys

import pytest

from config.kernel import private_memory
from config.resting import GROWN, Rest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process holds alone")


def replaced(*, asked):
    """How often a process asks to be replaced that is asked for something this many times, and rests then."""
    calls = []

    async def play():
        rest = Rest(asyncio.get_running_loop(), lambda: calls.append(rest.requests), rest=0.02)
        for _time in range(asked):
            rest.requests += 1
            await asyncio.sleep(0)
        await asyncio.sleep(0.2)

    asyncio.run(play())
    return calls


def test_a_process_that_has_grown_is_replaced_once_when_it_rests():
    grown = bytearray(b"x") * (GROWN + (1 << 20))
    assert private_memory() > len(grown)
    assert replaced(asked=3) == [3]
    assert replaced(asked=0) == []


def test_a_small_one_stays(monkeypatch):
    monkeypatch.setattr("config.resting.GROWN", private_memory() * 10)
    assert replaced(asked=3) == []
