"""What is due, found in the database: the steps that are taken every two seconds."""

from collections.abc import Callable
from datetime import datetime

from . import clock, standings
from .draws import jobs, replays


def refresh_stale_standings(_now: datetime) -> list[int]:
    """Publish the standings that lag behind, whatever time it is."""
    return standings.refresh_stale()


STEPS: tuple[Callable[[datetime], object], ...] = (
    clock.publish_due,
    clock.close_due,
    clock.draw_due,
    jobs.requeue_draws,
    replays.requeue_replays,
    refresh_stale_standings,
)
"""Each takes the time that it is; whatever it does may be done twice, late or by another."""
