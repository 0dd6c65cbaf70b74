"""A command whose output is not read to its end, as `manage.py … | head` leaves it."""

import os
import subprocess
import sys

import pytest

from tests.processes import HOME, environment


@pytest.fixture
def unread():
    """Return the write end of a pipe that is no longer read."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


def apart(folder):
    return environment(DJANGO_SETTINGS_MODULE="config.settings", TAVOLO_DATA_DIR=str(folder))


def run(output, folder, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, check=False, cwd=HOME, env=apart(folder), stdout=output, stderr=subprocess.PIPE, text=True, timeout=100
    )
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", [("help",), ("check", "--list-tags")])
def test_a_reader_who_leaves_is_no_error(command, unread, tmp_path):
    assert run(unread, tmp_path, *command) == (0, "")


@pytest.mark.slow
def test_other_broken_pipes_are_reported(unread, tmp_path):
    command = ["", "shell", "-v", "0", "-c", f"import os; os.write({unread}, b'-')"]
    script = f"import os, manage; manage.run_command({command!r})"
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        cwd=HOME,
        env=apart(tmp_path),
        pass_fds=[unread],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "BrokenPipeError: [Errno 32] Broken pipe")
