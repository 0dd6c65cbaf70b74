"""Idle web processes that have grown are replaced, and no others."""

import os
import signal
import socket
import sys
import time
from urllib.parse import urlsplit

import pytest

from tests.fixtures.serving import until
from tournaments.serving.recycling import FEW, GROWN, INTERVAL, Recycler
from tournaments.serving.system_calls import private_memory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process holds alone")
BUSY = FEW + 1


class Looks:
    """A loop in which the test decides when the time for a check has come."""

    def call_later(self, seconds, look):
        assert seconds == INTERVAL
        self.look = look


def replaced(*, asked, then=0, at_work=0):
    """Return after how many requests a process asks to be replaced.

    This many requests come at once, after that `then` between two checks; one request takes so many checks.
    """
    calls, time = [], Looks()
    rest = Recycler(time, lambda: calls.append(rest.requests))
    rest.requests += asked
    with rest.at_work():
        for _look in range(at_work):
            time.look()
        assert calls == []
    for _look in range(10):
        time.look()
        rest.requests += then
    return calls


@pytest.fixture
def grown():
    memory = bytearray(b"x") * (GROWN + (1 << 20))
    assert private_memory() > len(memory)
    return memory


def test_a_grown_process_is_replaced_once_when_idle(grown):
    assert replaced(asked=BUSY) == [BUSY]
    assert replaced(asked=0) == []


def test_process_that_was_never_busy_is_not_replaced(grown):
    assert replaced(asked=FEW) == []


def test_process_asked_only_by_a_monitor_is_replaced(grown):
    assert len(replaced(asked=BUSY, then=FEW // 4)) == 1


def test_busy_process_is_not_replaced(grown):
    assert replaced(asked=BUSY, then=2 * BUSY) == []


def test_long_request_is_not_idle_time(grown):
    assert replaced(asked=BUSY, at_work=10) == [BUSY]


def test_a_small_one_stays(monkeypatch):
    monkeypatch.setattr("tournaments.serving.recycling.GROWN", private_memory() * 10)
    assert replaced(asked=BUSY) == []


@pytest.mark.slow
def test_a_process_that_is_replaced_answers_what_it_is_at(serve):
    served = serve()
    body = b'{"secret": "of no card"}'
    head = f"POST /api/v1/table-sessions/ HTTP/1.1\r\nHost: {urlsplit(served.address).netloc}\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection((urlsplit(served.address).hostname, urlsplit(served.address).port)) as client:
        client.sendall(head.encode() + body[:5])
        time.sleep(1)
        os.kill(until(lambda: served.program("web server")).pid, signal.SIGHUP)
        time.sleep(7)
        client.sendall(body[5:])
        client.settimeout(20)
        assert client.recv(4096).startswith(b"HTTP/1.1 403")
