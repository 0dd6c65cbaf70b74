"""Telling in the terminal what keeps Tavolo from doing all its work, and bounding the events."""

import sys
import time
from pathlib import Path

from django.db import connections

from config.logs import turn_over
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
        self._seen: set[str] = set()
        self._told: set[str] = set()
        self._next = time.monotonic() + STARTING

    def report(self) -> None:
        """Tell what has changed, where it is time to look."""
        if time.monotonic() < self._next:
            return
        wrong = {problem.text() for problem in shortcomings()}
        close_database()
        turn_over(self._events)
        for line in sorted((wrong & self._seen) - self._told):
            print(line, file=sys.stderr, flush=True)
        if self._told and not wrong:
            print("Tavolo does all its work again.", file=sys.stderr, flush=True)
        self._told = wrong & (self._told | self._seen)
        self._seen = wrong
        self._next = time.monotonic() + PAUSE


def close_database() -> None:
    """Close every connection and end the pool's threads: programs are forked from here."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()
