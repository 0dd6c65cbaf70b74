"""A worker's sign of life while it draws a round, and how far it has come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.models import Round

logger = structlog.get_logger(__name__)

BEAT = 1.0


class Watch:
    """How far a draw is, in percent; it never goes back."""

    percent = 0

    def see(self, part: float) -> None:
        """Note what part is done."""
        self.percent = max(self.percent, min(100, int(100 * part)))


@contextmanager
def beating(round_id: int) -> Iterator[Watch]:
    """Say every second that a worker is at the round, and how far it is."""
    done, watch = threading.Event(), Watch()
    beats = threading.Thread(target=_beat, args=(round_id, done, watch), daemon=True)
    beats.start()
    try:
        yield watch
    finally:
        done.set()
        beats.join()


def _beat(round_id: int, done: threading.Event, watch: Watch) -> None:
    drawing = Round.objects.filter(pk=round_id, state=Round.State.DRAWING)
    while not done.wait(BEAT):
        try:
            drawing.update(draw_beat_at=timezone.now(), draw_percent=watch.percent)
        except DatabaseError as fault:
            logger.warning("draw_beat_missed", round=round_id, why=str(fault))
    connection.close()
