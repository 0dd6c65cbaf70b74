"""A web process that has grown and rests is replaced, and no other."""

import asyncio
import sys

import pytest

from config.kernel import private_memory
from config.resting import GROWN, Rest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process holds alone")


def replaced(asked, *, seconds=0.2):
    """How often a process asks to be replaced that is asked for something this many times, each before it rests."""
    calls = []

    async def play():
        rest = Rest(asyncio.get_running_loop(), lambda: calls.append(len(asked_at)), rest=0.05)
        asked_at = []
        for _time in range(asked):
            rest.put_off()
            asked_at.append(1)
            await asyncio.sleep(0)
        await asyncio.sleep(seconds)

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
