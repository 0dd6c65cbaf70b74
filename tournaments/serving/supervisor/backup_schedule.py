"""The schedule of backups while `serve` runs."""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from signal import SIGKILL
from time import monotonic

from django.conf import settings

from .backup_rotation import backups_in
from .processes import Process
from .supervisor import close_database

FIRST = 30.0  # seconds; until then the machine is busy with starting


class BackupSchedule:
    """Starts a process for a backup every 15 minutes. One that hangs is killed when the next is due."""

    def __init__(self, launch: Callable[[], Process]) -> None:
        """Store the function that starts the process.

        The first backup is due 15 minutes after the last existing one.
        """
        self._launch = launch
        self._process: Process | None = None
        last = next(iter(backups_in(settings.DATA_DIR / "backups")), None)
        age = (datetime.now(UTC) - last).total_seconds() if last else settings.BACKUP_EVERY
        due_in = settings.BACKUP_EVERY - age if age >= 0 else 0.0  # a time in the future is wrong, so a backup is due
        self._next = monotonic() + max(FIRST, due_in)

    def start_if_due(self) -> float:
        """Start a backup if one is due; return the seconds until the next check."""
        if self._process and self._process.poll() is not None:
            self._process = None
        if (wait := self._next - monotonic()) > 0:
            return wait
        if self._process:  # it hangs, for example because the disk does not respond
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, SIGKILL)  # the whole process group, with pg_dump
        close_database()
        self._process = self._launch()
        self._next = monotonic() + settings.BACKUP_EVERY
        return settings.BACKUP_EVERY
