"""Tavolo's commands as processes, in an environment that holds nothing of the tests'."""

import os
import subprocess
import sys
from pathlib import Path

import psutil

HOME = Path(__file__).parents[1]
OURS = ("TAVOLO_", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "PYTEST_")


def environment(**variables):
    """This process's environment without what the tests put there, and with these variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {"MANAGE_NO_BOOTSTRAP": "1", **variables}


def manage(*arguments, input=None, **variables):
    """Run `manage.py` to its end; answer its status and what it wrote."""
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
    """Whether it has ended, though perhaps nobody has asked yet how."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
