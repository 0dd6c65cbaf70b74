"""How the programs behind the pages keep time, and how they show that they are alive.

Time is counted by a clock that nobody can set: a wall clock may go back an hour in mid-evening.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

import structlog
from celery import bootsteps
from celery.beat import Scheduler
from django.db import Error, close_old_connections
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from tournaments.actions import readiness, sweep

log = structlog.stdlib.get_logger(__name__)
PAUSE = 2.0  # seconds between two sweeps


class PeriodicTask:
    """Something done again and again for as long as a program runs, whatever happens to it."""

    def __init__(self, work: Callable[..., object]) -> None:
        """Keep what is to be done."""
        self._work = work
        self._last = ""

    def __call__(self, *args: object) -> bool:
        """Do it once and log what is new in what it comes to; whether it could be done.

        A group of faults is of single tournaments: for the others it was done.
        """
        start = monotonic()
        result = self._result(*args)
        if result and repr(result) != self._last:
            self._log(result, took=round(monotonic() - start, 3))
        self._last = repr(result)
        return not isinstance(result, Exception) or isinstance(result, ExceptionGroup)

    def _result(self, *args: object) -> object:
        try:
            return self._work(*args)
        except Exception as fault:  # noqa: BLE001 - one fault must not be the end of all that follows
            return fault
        finally:
            close_old_connections()

    def _log(self, result: object, *, took: float) -> None:
        step = self._work.__name__
        if not isinstance(result, Exception):
            log.info("sweep", step=step, did=result, took=took)
            return
        fault = None if isinstance(result, Error) else result
        log.error("A step failed; it is tried again.", step=step, why=str(result), exc_info=fault)


class SweepScheduler(Scheduler):
    """What beat does: the sweep, in its own process, so that it needs no broker and no worker."""

    def setup_schedule(self) -> None:
        """Take the steps of the sweep; there is no schedule that could be lost or corrupt."""
        self._steps = [PeriodicTask(step) for step in sweep.STEPS]
        self._record_heartbeat = PeriodicTask(readiness.record_heartbeat)
        self._shown_at = -readiness.PULSE

    def tick(self, *_args: Any, **_options: Any) -> float:
        """Sweep once; the seconds until the next time. All steps done is a sign of life."""
        bind_contextvars(by="sweep")
        now = timezone.now()
        done = [step(now) for step in self._steps]
        if all(done) and monotonic() - self._shown_at >= readiness.PULSE:
            self._record_heartbeat(readiness.SWEEP)
            self._shown_at = monotonic()
        return PAUSE


class HeartbeatStep(bootsteps.StartStopStep):
    """The worker's sign of life, for as long as it is connected to its broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Show life at once and from now on."""
        record_heartbeat = PeriodicTask(readiness.record_heartbeat)
        record_heartbeat(readiness.WORKER)
        self._beats = consumer.timer.call_repeatedly(readiness.PULSE, record_heartbeat, (readiness.WORKER,))

    def stop(self, _consumer: Any) -> None:
        """Fall silent."""
        self._beats.cancel()
