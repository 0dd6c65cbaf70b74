"""A pipe wakes the process that waits, and waking never blocks."""

import os
import threading
import time

import pytest

from tournaments.serving.signal_pipe import SignalPipe


@pytest.fixture
def pipe(tmp_path):
    return tmp_path / "broker" / "doorbell"


@pytest.fixture
def listening(pipe):
    signal_pipe = SignalPipe(pipe)
    signal_pipe.wait(0)  # the first wait makes it
    yield signal_pipe
    signal_pipe.close()


def waited(signal_pipe, seconds):
    start = time.monotonic()
    signal_pipe.wait(seconds)
    return time.monotonic() - start


def test_a_waiting_process_wakes_at_once(listening, pipe):
    start = time.monotonic()
    threading.Timer(0.2, SignalPipe(pipe).wake).start()
    assert waited(listening, 20) < 10
    assert time.monotonic() - start > 0.1


@pytest.mark.slow
def test_calls_without_a_waiting_process_count_once(listening, pipe):
    for _time in range(100_000):  # more than fit
        SignalPipe(pipe).wake()
    assert waited(listening, 20) < 10
    assert waited(listening, 0.2) > 0.1


def test_waking_without_a_listener_neither_blocks_nor_fails(pipe):
    SignalPipe(pipe).wake()
    assert not pipe.exists()
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    SignalPipe(pipe).wake()


def test_a_deleted_pipe_is_made_again(listening, pipe):
    pipe.unlink()
    assert waited(listening, 20) < 10  # a call meanwhile was missed
    SignalPipe(pipe).wake()
    assert waited(listening, 20) < 10


def test_without_named_pipes_it_polls(tmp_path):
    tmp_path.joinpath("file").touch()
    assert 0.05 < waited(SignalPipe(tmp_path / "file" / "doorbell"), 20) < 10
