"""Tavolo says which part of it is silent, and pays no heed to a clock that is set back."""

import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from tests.fixtures.serving import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ROUND_DUE = """
from datetime import timedelta
from django.utils import timezone
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions.rounds import rounds
round_ = a_round(a_tournament(a_club(owner=a_user("dora")), players=8), publish=False)
due = timezone.now() + timedelta(seconds=4)
rounds.schedule_round(round_, by=director_of(round_.tournament), publish_at=due, closes_at=None)
print(round_.pk, timezone.now().isoformat())
"""


def state(served, round_):
    with sqlite3.connect(served.data_dir / "tavolo.sqlite3") as database:
        query = "SELECT state FROM tournaments_round WHERE id = ?"
        return database.execute(query, [round_]).fetchone()[0]


@pytest.mark.parametrize(
    ("program", "stands_still"),
    [("worker", "Long draws have been stalled"), ("beat", "Scheduled actions have not run")],
)
def test_a_silent_program_is_told_and_forgotten_when_it_is_heard(serve, program, stands_still):
    running = serve()
    until(lambda: running.program(program)).suspend()  # before it has given any sign of life
    assert running.ready() == (200, "ok\n")
    silence = f"{stands_still} for 10 seconds"
    until(lambda: not running.heard(), 15)
    assert running.ready()[1].startswith(silence)
    assert running.get("/healthz") == 200
    until(lambda: silence in running.complaints.read_text())
    running.program(program).resume()
    until(running.heard)
    until(lambda: "Tavolo does all its work again." in running.complaints.read_text())
    assert running.complaints.read_text().count(silence) == 1


SLEEP = """
import select, time
time.sleep = lambda seconds: select.select([], [], [], seconds)
"""
"""A sleep that libfaketime 0.9.10 lets through; Python's own, until a moment, it refuses with EINVAL."""


@pytest.fixture
def clock(tmp_path):
    """Return a file with the offset of the clock, and an environment that uses it."""
    libraries = [*Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")]
    if not shutil.which("faketime") or not libraries:
        pytest.skip("no faketime on PATH")
    offset = tmp_path / "offset"
    offset.write_text("+0")
    (tmp_path / "sitecustomize.py").write_text(SLEEP)
    return offset, {
        "PYTHONPATH": str(tmp_path),
        "LD_PRELOAD": str(libraries[0]),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_NO_CACHE": "1",
    }


def test_a_round_is_published_in_time_after_the_clock_went_back_an_hour(serve, clock):
    offset, heeding = clock
    running = serve(**heeding)
    until(running.heard)
    offset.write_text("-3600")
    round_, said = running.run(ROUND_DUE).split()
    begun = time.monotonic()
    assert said < time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - 3000))
    until(lambda: state(running, round_) == "published", 10)
    assert time.monotonic() - begun > 2
    until(running.heard)
    assert "started again" not in running.complaints.read_text()
