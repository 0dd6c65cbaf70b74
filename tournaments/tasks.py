"""Celery tasks. Each gets an id and calls one action. A task may run twice, late or not at all."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import structlog
from celery import shared_task
from django.db import close_old_connections
from structlog.contextvars import bound_contextvars

from tournaments.actions.round_repair import comparisons
from tournaments.actions.rounds.draws import jobs, replays
from tournaments.actions.seasons import season_refreshing
from tournaments.actions.standings import ratings, refreshing

log = structlog.stdlib.get_logger(__name__)
DRAWS_AT_ONCE = 2
NOTIFICATIONS_AT_ONCE = 2
WEBHOOKS_AT_ONCE = 4
FAILING_WEBHOOKS_AT_ONCE = 2


@shared_task(ignore_result=True)
@bound_contextvars(by="message")
def refresh_standings(tournament_id: int) -> None:
    """Publish the standings of a tournament until none are due."""
    refreshing.publish_until_fresh(tournament_id)


@shared_task(ignore_result=True)
@bound_contextvars(by="message")
def refresh_season(season_id: int) -> None:
    """Publish the standings of a season."""
    season_refreshing.refresh(season_id)


class BackgroundJobs:
    """Runs long jobs in separate threads, so that they do not delay the standings in the worker's queue."""

    def __init__(self, what: str, at_once: int) -> None:
        """Prepare the threads; they start with the first jobs."""
        self._what, self._threads = what, ThreadPoolExecutor(at_once, what)
        self._waiting: set[tuple[Callable[[int], bool], int]] = set()
        self._lock = Lock()

    def ask_for(self, job: Callable[[int], bool], pk: int) -> None:
        """Queue a job for a row; a job that is queued already is not queued again."""
        with self._lock:
            if (job, pk) not in self._waiting:
                self._waiting.add((job, pk))
                self._threads.submit(self._run, job, pk)

    def end(self) -> None:
        """Remove the queued jobs, so that the program ends after the running ones. The sweep finds the rows again."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _run(self, job: Callable[[int], bool], pk: int) -> None:
        with self._lock:
            self._waiting.discard((job, pk))
        try:
            with bound_contextvars(by="message"):
                job(pk)
        except Exception as fault:  # no caller waits for the result
            log.exception("Work for one row failed; it is tried again.", **{f"{self._what}_id": pk}, why=str(fault))
        finally:
            close_old_connections()


draws = BackgroundJobs("round", DRAWS_AT_ONCE)
notifications = BackgroundJobs("tournament", NOTIFICATIONS_AT_ONCE)
webhooks_at_work = BackgroundJobs("webhook", WEBHOOKS_AT_ONCE)
failing_webhooks_at_work = BackgroundJobs("webhook", FAILING_WEBHOOKS_AT_ONCE)
ratings_at_work = BackgroundJobs("ratings", 1)


def end_background_jobs() -> None:
    """Remove all queued jobs when the worker ends."""
    for jobs_of_a_kind in (draws, notifications, webhooks_at_work, failing_webhooks_at_work, ratings_at_work):
        jobs_of_a_kind.end()


@shared_task(ignore_result=True)
def draw_round(round_id: int) -> None:
    """Draw a queued round, unless another worker is drawing it."""
    draws.ask_for(jobs.run_draw_job, round_id)


@shared_task(ignore_result=True)
def replay_round(round_id: int) -> None:
    """Repeat the draw of a round, to compare the tables."""
    draws.ask_for(replays.run_replay_job, round_id)


@shared_task(ignore_result=True)
def compare_draw(round_id: int) -> None:
    """Draw a round again with scores corrected since, unless another worker is doing so."""
    draws.ask_for(comparisons.run_comparison_job, round_id)


@shared_task(ignore_result=True)
def notify_phones(tournament_id: int) -> None:
    """Send the subscribed phones of a tournament their players' tables."""
    from tournaments.actions.push import sending  # this loads cryptography, which only push messages need

    notifications.ask_for(sending.notify_phones, tournament_id)


@shared_task(ignore_result=True)
def deliver_webhook(webhook_id: int) -> None:
    """Send the due messages of a webhook. Failing webhooks have their own threads, so that others are not delayed."""
    from tournaments.actions.webhooks import delivering  # this loads TLS, which only outgoing requests need

    threads = failing_webhooks_at_work if delivering.is_failing(webhook_id) else webhooks_at_work
    threads.ask_for(delivering.deliver_webhook, webhook_id)


@shared_task(ignore_result=True)
def refresh_ratings(ratings_id: int) -> None:
    """Compute the ratings of a club's game again if they lack results."""
    ratings_at_work.ask_for(ratings.refresh_ratings, ratings_id)
