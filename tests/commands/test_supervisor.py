"""The supervisor starts again what has ended: at once, but not again and again."""

import subprocess
import sys
import time
from functools import partial

import pytest
from django.core.management import CommandError

from tests.fixtures.serving import until
from tournaments.management.supervisor.processes import Errand
from tournaments.management.supervisor.supervisor import BETWEEN_STARTS, Program

NOTES_ITS_START = "import sys, time; open(sys.argv[1], 'a').write('.'); time.sleep(float(sys.argv[2]))"


def a_program(notes, seconds):
    notes.touch()
    command = [sys.executable, "-c", NOTES_ITS_START, str(notes), str(seconds)]
    return Program("program", partial(subprocess.Popen, command, start_new_session=True))


def test_what_cannot_start_is_tried_every_two_seconds(tmp_path):
    program = a_program(tmp_path / "notes", 0)
    deadline = time.monotonic() + 2.5 * BETWEEN_STARTS
    while time.monotonic() < deadline:
        program.tend()
        time.sleep(0.05)
    assert (tmp_path / "notes").read_text() == "..."


def test_what_has_answered_and_was_killed_is_back_at_once(tmp_path):
    program = a_program(tmp_path / "notes", 60)
    time.sleep(BETWEEN_STARTS)
    program.kill()
    program.tend()
    until(lambda: (tmp_path / "notes").read_text() == "..", seconds=10)
    assert program.running
    program.kill()


forks = pytest.mark.skipif(sys.platform != "linux", reason="no child that goes on from here")


def refuse():
    raise CommandError("The database does not answer")


@forks
@pytest.mark.parametrize(
    ("work", "why"), [(refuse, "The database does not answer"), (partial(sys.exit, 3), "could not be prepared")]
)
def test_what_a_child_could_not_prepare_is_said_here(work, why):
    errand = Errand(work)
    with pytest.raises(CommandError, match=why):
        errand.finish()


@forks
def test_nothing_of_what_a_child_did_stays_in_memory():
    done = []
    Errand(partial(done.append, "prepared")).finish()
    assert done == []
