"""The supervisor starts again what has ended: at once, but not again and again."""

import sys
import time

from tests.fixtures.serving import until
from tournaments.management.supervisor.supervisor import BETWEEN_STARTS, Program

NOTES_ITS_START = "import sys, time; open(sys.argv[1], 'a').write('.'); time.sleep(float(sys.argv[2]))"


def a_program(notes, seconds):
    notes.touch()
    return Program("program", [sys.executable, "-c", NOTES_ITS_START, str(notes), str(seconds)], {})


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
