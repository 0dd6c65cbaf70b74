"""Copies of the program that tests change as developers do."""

import shutil
import subprocess
import sys

from tests.processes import HOME, environment


def a_copy(folder):
    """Copy the program's own files to this folder; the database is created beside them."""
    home = folder / "clone"
    without = shutil.ignore_patterns("__pycache__", ".*", "data")
    shutil.copytree(HOME, home, ignore=without)
    return home


def run(home, *arguments, text=None):
    """Return what a copy's `manage.py` prints with these arguments; it must not fail."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        check=False,
        cwd=home,
        env=environment(TAVOLO_DATA_DIR=str(home.parent), DJANGO_SETTINGS_MODULE="tests.settings"),
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
