"""A worker's heartbeat while it draws a round, and how far it has come."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.models import Round

logger = structlog.get_logger(__name__)

INTERVAL = 1.0


class Progress:
    """How far a draw is, in percent."""

    percent = 0

    def advance_to(self, part: float) -> None:
        """Raise the percentage to this part of 1; it never falls."""
        self.percent = max(self.percent, min(100, int(100 * part)))


@contextmanager
def reporting_progress(round_id: int) -> Iterator[Progress]:
    """Save every second that a worker is drawing the round, and how far it is."""
    done, progress = threading.Event(), Progress()
    thread = threading.Thread(target=_save_progress, args=(round_id, done, progress), daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        done.set()
        thread.join()


def _save_progress(round_id: int, done: threading.Event, progress: Progress) -> None:
    drawing = Round.objects.filter(pk=round_id, state=Round.State.DRAWING)
    while not done.wait(INTERVAL):
        try:
            drawing.update(draw_beat_at=timezone.now(), draw_percent=progress.percent)
        except DatabaseError as fault:
            logger.warning("draw_beat_missed", round=round_id, why=str(fault))
    connection.close()
