"""The supervisor starts again what has ended: at once, but not again and again."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from types import SimpleNamespace

import psutil
import pytest
from django.core.management import CommandError

from tests.fixtures.serving import until
from tests.processes import HOME, environment, is_gone
from tournaments.serving.supervisor import supervisor
from tournaments.serving.supervisor.processes import ForkedTask
from tournaments.serving.supervisor.supervisor import BETWEEN_STARTS, Program


@pytest.fixture
def passed(monkeypatch):
    """Return the seconds that have passed for the supervisor: set by the test, however slow the machine is."""
    seconds = [0.0]
    monkeypatch.setattr(supervisor, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    return seconds


def a_program(passed, *command):
    """Return a program in the role of this command, and the times at which it was started."""
    starts = []

    def launch():
        starts.append(passed[0])
        return subprocess.Popen(command, start_new_session=True)

    return Program("program", launch), starts


def test_program_that_cannot_start_is_retried_every_two_seconds(passed):
    program, starts = a_program(passed, "false")
    for _look in range(20):
        until(lambda: not program.running)
        passed[0] += BETWEEN_STARTS / 8
        program.restart_if_ended()
    assert starts == [0, BETWEEN_STARTS, 2 * BETWEEN_STARTS]


def test_killed_program_is_restarted_at_once(passed):
    program, starts = a_program(passed, "sleep", "60")
    passed[0] += BETWEEN_STARTS
    program.kill()
    program.restart_if_ended()
    assert (starts, program.running) == ([0, BETWEEN_STARTS], True)
    program.kill()


STARTED_HERE = """
import os, subprocess, sys
subprocess.Popen([sys.executable, "manage.py", "run", "beat", f"--parent={os.getpid()}"]).wait()
"""


@pytest.mark.slow
def test_a_program_that_was_not_forked_ends_with_its_parent_too(prepared, tmp_path):
    data_dir = shutil.copytree(prepared, tmp_path / "data")
    variables = environment(TAVOLO_DATA_DIR=str(data_dir))
    with subprocess.Popen([sys.executable, "-c", STARTED_HERE], cwd=HOME, env=variables) as parent:
        (beat,) = until(psutil.Process(parent.pid).children)
        with closing(sqlite3.connect(data_dir / "tavolo.sqlite3")) as database:
            until(lambda: database.execute("SELECT count(*) FROM tournaments_heartbeat").fetchone()[0])
        parent.kill()
        until(lambda: is_gone(beat), 5)


forks = pytest.mark.skipif(sys.platform != "linux", reason="no child that goes on from here")


def refuse():
    raise CommandError("The database does not respond")


@forks
@pytest.mark.parametrize(
    ("work", "why"), [(refuse, "The database does not respond"), (partial(sys.exit, 3), "could not be prepared")]
)
def test_failure_of_a_child_to_prepare_is_printed(work, why):
    task = ForkedTask(work)
    with pytest.raises(CommandError, match=why):
        task.finish()


@forks
def test_nothing_of_what_a_child_did_stays_in_memory():
    done = []
    ForkedTask(partial(done.append, "prepared")).finish()
    assert done == []
