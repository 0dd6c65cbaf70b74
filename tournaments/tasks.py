"""Celery tasks: an id in, one action called; each may run twice, late or not at all."""

from celery import shared_task
from django.utils import timezone

from tournaments.actions import clock, standings
from tournaments.actions.draws import jobs, replays


@shared_task(ignore_result=True)
def refresh_standings(tournament_id: int) -> None:
    """Publish fresh standings of a tournament, once for all that has piled up."""
    standings.refresh(tournament_id)


@shared_task(ignore_result=True)
def draw_round(round_id: int) -> None:
    """Draw a round that was asked for, unless somebody is at it."""
    jobs.draw_asked_for(round_id)


@shared_task(ignore_result=True)
def replay_round(round_id: int) -> None:
    """Draw a round once more, to see whether the same tables come out."""
    replays.check_asked_for(round_id)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Do what is due: publish, close and draw rounds, refresh standings that lag behind."""
    now = timezone.now()
    clock.publish_due(now)
    clock.close_due(now)
    clock.draw_due(now)
    jobs.ask_again(now)
    replays.ask_again(now)
    standings.refresh_stale()
