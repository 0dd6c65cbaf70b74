"""Celery tasks: an id in, one action called; each may run twice, late or not at all."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import structlog
from celery import shared_task
from django.db import close_old_connections
from structlog.contextvars import bound_contextvars

from tournaments.actions.mending import comparisons
from tournaments.actions.rounds.draws import jobs, replays
from tournaments.actions.standings import refreshing

log = structlog.stdlib.get_logger(__name__)
DRAWS_AT_ONCE = 2
TELLINGS_AT_ONCE = 2


@shared_task(ignore_result=True)
@bound_contextvars(by="message")
def refresh_standings(tournament_id: int) -> None:
    """Publish fresh standings of a tournament, until none are due."""
    refreshing.publish_until_fresh(tournament_id)


class Aside:
    """Long work waits for its turn here and not among the worker's tasks, so that no standings wait behind it."""

    def __init__(self, what: str, at_once: int) -> None:
        """Begin with none; a thread starts with the first."""
        self._what, self._threads = what, ThreadPoolExecutor(at_once, what)
        self._waiting: set[tuple[Callable[[int], bool], int]] = set()
        self._lock = Lock()

    def ask_for(self, job: Callable[[int], bool], pk: int) -> None:
        """Run a job for a row when its turn comes, once however often this is asked meanwhile."""
        with self._lock:
            if (job, pk) not in self._waiting:
                self._waiting.add((job, pk))
                self._threads.submit(self._run, job, pk)

    def _run(self, job: Callable[[int], bool], pk: int) -> None:
        with self._lock:
            self._waiting.discard((job, pk))
        try:
            with bound_contextvars(by="message"):
                job(pk)
        except Exception as fault:  # nobody asks what became of it
            log.exception("Work for one row failed; it is tried again.", **{self._what: pk}, why=str(fault))
        finally:
            close_old_connections()


draws = Aside("round", DRAWS_AT_ONCE)
tellings = Aside("tournament", TELLINGS_AT_ONCE)


@shared_task(ignore_result=True)
def draw_round(round_id: int) -> None:
    """Draw a round that was asked for, unless somebody is at it."""
    draws.ask_for(jobs.run_draw_job, round_id)


@shared_task(ignore_result=True)
def replay_round(round_id: int) -> None:
    """Draw a round once more, to see whether the same tables come out."""
    draws.ask_for(replays.run_replay_job, round_id)


@shared_task(ignore_result=True)
def compare_draw(round_id: int) -> None:
    """Make a round's draw as it would be by scores corrected since, unless somebody is at it."""
    draws.ask_for(comparisons.run_comparison_job, round_id)


@shared_task(ignore_result=True)
def tell_phones(tournament_id: int) -> None:
    """Tell the phones of a tournament that asked where their players sit."""
    from tournaments.actions.push import sending  # with its cryptography, where there is need of it

    tellings.ask_for(sending.tell_phones, tournament_id)
