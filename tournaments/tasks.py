"""Celery tasks: an id in, one action called; each may run twice, late or not at all."""

from celery import shared_task
from structlog.contextvars import bound_contextvars

from tournaments.actions import refreshing
from tournaments.actions.draws import jobs, replays


@shared_task(ignore_result=True)
@bound_contextvars(by="message")
def refresh_standings(tournament_id: int) -> None:
    """Publish fresh standings of a tournament, until none are due."""
    refreshing.publish_until_fresh(tournament_id)


@shared_task(ignore_result=True)
@bound_contextvars(by="message")
def draw_round(round_id: int) -> None:
    """Draw a round that was asked for, unless somebody is at it."""
    jobs.run_draw_job(round_id)


@shared_task(ignore_result=True)
@bound_contextvars(by="message")
def replay_round(round_id: int) -> None:
    """Draw a round once more, to see whether the same tables come out."""
    replays.run_replay_job(round_id)
