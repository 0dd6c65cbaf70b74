"""Celery tasks: an id in, one action called; each may run twice, late or not at all."""

from celery import shared_task
from django.utils import timezone

from tournaments.actions import clock, standings


@shared_task(ignore_result=True)
def refresh_standings(tournament_id: int) -> None:
    """Publish fresh standings of a tournament, once for all that has piled up."""
    standings.refresh(tournament_id)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Do what is due: publish, close and draw rounds, refresh standings that lag behind."""
    now = timezone.now()
    clock.publish_due(now)
    clock.close_due(now)
    clock.draw_due(now)
    standings.refresh_stale()
