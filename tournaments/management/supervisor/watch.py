"""Reports readiness problems in the terminal, and rotates the event file."""

import sys
import time
from pathlib import Path

from django.db import connections

from config.logs import rotate_events
from tournaments.actions.readiness import shortcomings

STARTING = 20.0  # seconds in which programs may begin
PAUSE = 3.0


class Watch:
    """Checks readiness every few seconds and prints what has changed.

    A fault is printed only when it is found twice: a clock that was set looks like a missing heartbeat for a moment.
    """

    def __init__(self, events: Path) -> None:
        """Delay the first check until the programs have started."""
        self._events = events
        self._last_faults: set[str] = set()
        self._reported: set[str] = set()
        self._next = time.monotonic() + STARTING

    def report(self) -> None:
        """Print what has changed, if the next check is due."""
        if time.monotonic() < self._next:
            return
        faults = {problem.text() for problem in shortcomings()}
        close_database()
        rotate_events(self._events)
        for line in sorted((faults & self._last_faults) - self._reported):
            print(line, file=sys.stderr, flush=True)
        if self._reported and not faults:
            print("Tavolo does all its work again.", file=sys.stderr, flush=True)
        self._reported = faults & (self._reported | self._last_faults)
        self._last_faults = faults
        self._next = time.monotonic() + PAUSE


def close_database() -> None:
    """Close every connection and end the pool's threads: programs are forked from here."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()
