"""Heartbeats of a worker during a long computation: once a second it stores its progress."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.db import DatabaseError, connection

log = structlog.stdlib.get_logger(__name__)
SILENCE = timedelta(seconds=6)
"""The longest time between two heartbeats of a worker that is alive."""
INTERVAL = 1.0  # seconds between two heartbeats


class Progress:
    """The progress of a computation in percent."""

    percent = 0

    def advance_to(self, part: float) -> None:
        """Raise the percentage to this fraction of the whole (0 to 1); a lower fraction changes nothing."""
        self.percent = max(self.percent, min(100, int(100 * part)))


@contextmanager
def reporting_progress(save: Callable[[int], object], **about: object) -> Iterator[Progress]:
    """Call `save` with the percentage every second while the block runs.

    A failure to save is logged, together with the values `about`.
    """
    done, progress = threading.Event(), Progress()
    thread = threading.Thread(target=_save_progress, args=(save, about, done, progress), daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        done.set()
        thread.join()


def _save_progress(
    save: Callable[[int], object], about: dict[str, object], done: threading.Event, progress: Progress
) -> None:
    while not done.wait(INTERVAL):
        try:
            save(progress.percent)
        except DatabaseError as fault:
            log.warning("draw_beat_missed", **about, why=str(fault))
    connection.close()
