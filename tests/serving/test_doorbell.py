"""A doorbell wakes who waits, and nobody has to wait to ring it."""

import os
import threading
import time

import pytest

from tournaments.serving.doorbell import Doorbell


@pytest.fixture
def pipe(tmp_path):
    return tmp_path / "broker" / "doorbell"


@pytest.fixture
def listening(pipe):
    doorbell = Doorbell(pipe)
    doorbell.wait(0)  # it is hung at the first time
    yield doorbell
    doorbell.close()


def waited(doorbell, seconds):
    start = time.monotonic()
    doorbell.wait(seconds)
    return time.monotonic() - start


def test_it_wakes_who_waits_at_once(listening, pipe):
    start = time.monotonic()
    ringing = threading.Timer(0.2, Doorbell(pipe).ring)
    ringing.start()
    assert waited(listening, 20) < 10
    assert time.monotonic() - start > 0.1


def test_a_ring_while_nobody_waited_counts_and_counts_once(listening, pipe):
    for _time in range(100_000):  # more than fit
        Doorbell(pipe).ring()
    assert waited(listening, 20) < 10
    assert waited(listening, 0.2) > 0.1


def test_who_rings_where_nobody_listens_neither_waits_nor_fails(pipe):
    Doorbell(pipe).ring()
    assert not pipe.exists()
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    Doorbell(pipe).ring()


def test_one_that_is_torn_off_is_hung_again(listening, pipe):
    pipe.unlink()
    assert waited(listening, 20) < 10  # who rang meanwhile was not heard
    Doorbell(pipe).ring()
    assert waited(listening, 20) < 10


def test_where_there_are_no_pipes_it_is_a_short_pause(tmp_path):
    tmp_path.joinpath("file").touch()
    doorbell = Doorbell(tmp_path / "file" / "doorbell")
    assert 0.05 < waited(doorbell, 20) < 10
