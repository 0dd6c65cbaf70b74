"""Telling in the terminal what keeps Tavolo from doing all its work, and bounding the events."""

import sys
import time
from pathlib import Path

from django.db import connections

from config.logs import rotate_events
from tournaments.actions.readiness import shortcomings

STARTING = 20.0  # seconds in which programs may begin
PAUSE = 3.0


class Watch:
    """Looks every few seconds and says what has changed since.

    What is seen only once is not told: a clock that was set looks like silence for a moment.
    """

    def __init__(self, events: Path) -> None:
        """Leave the programs time to begin."""
        self._events = events
        self._last_faults: set[str] = set()
        self._reported: set[str] = set()
        self._next = time.monotonic() + STARTING

    def report(self) -> None:
        """Tell what has changed, where it is time to look."""
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
