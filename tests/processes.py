"""Tavolo's commands as processes, in an environment that holds nothing of the tests'."""

import os
import subprocess
import sys
from pathlib import Path

import psutil

HOME = Path(__file__).parents[1]
OURS = ("TAVOLO_", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "PYTEST_")


def environment(**variables):
    """Return this process's environment without the tests' variables, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {"MANAGE_NO_BOOTSTRAP": "1", **variables}


def manage(*arguments, input=None, **variables):
    """Run `manage.py` to its end; return its status and its output."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        check=False,
        cwd=HOME,
        env=environment(**variables),
        input=input,
        capture_output=True,
        text=True,
        timeout=100,
    )


def is_gone(process):
    """Return whether it has ended, even if no process has waited for it yet."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
