"""Periodic work of worker and beat: the sweep and heartbeats.

Intervals use the monotonic clock, because the wall clock can be set back an hour during an evening.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

import structlog
from celery import bootsteps
from celery.beat import Scheduler
from django.conf import settings
from django.db import Error, close_old_connections
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from tournaments.actions import readiness, sweep
from tournaments.actions.installation import database_now
from tournaments.actions.standings import standings
from tournaments.outages import outage

from .system_calls import return_memory

log = structlog.stdlib.get_logger(__name__)


class PeriodicTask:
    """A function that is called repeatedly. If it fails, this is logged and not raised."""

    def __init__(self, work: Callable[..., object]) -> None:
        """Store the function to call."""
        self._work = work
        self._last = ""
        self.found_work = True

    def __call__(self, *args: object) -> bool:
        """Call the function once, and log its result if it differs from the last one; return whether it succeeded.

        An ExceptionGroup counts as success, because it has only faults of single tournaments.
        """
        start = monotonic()
        result = self._result(*args)
        self.found_work = bool(result)
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
        fault = None if isinstance(result, Error) and not outage(result) else result
        log.error("A step failed; it is tried again.", step=step, why=str(result), exc_info=fault)


class SweepScheduler(Scheduler):
    """Beat's scheduler. It runs the sweep in its own process, so that the sweep needs neither broker nor worker."""

    def setup_schedule(self) -> None:
        """Prepare the steps of the sweep in place of a schedule of Celery."""
        self._steps = [PeriodicTask(step) for step in sweep.STEPS]
        self._record_heartbeat = PeriodicTask(readiness.record_heartbeat)
        self._heartbeat_at = -settings.HEARTBEAT_EVERY
        self._swept_at = -settings.SWEEP_ALL_EVERY

    def tick(self, *_args: Any, **_options: Any) -> float:
        """Sweep if there may be work, and record a heartbeat unless a step failed.

        Return the seconds until the next tick.
        """
        bind_contextvars(by="sweep")
        done = not self._is_needed() or self._sweep()
        if done and monotonic() - self._heartbeat_at >= settings.HEARTBEAT_EVERY:
            self._record_heartbeat(readiness.SWEEP)
            self._heartbeat_at = monotonic()
        return settings.SWEEP_EVERY

    def _is_needed(self) -> bool:
        """Whether there may be work. True if the query fails; the steps then log the fault."""
        if any(step.found_work for step in self._steps) or monotonic() - self._swept_at >= settings.SWEEP_ALL_EVERY:
            return True
        try:
            return sweep.may_find_work()
        except Error:
            return True
        finally:
            close_old_connections()

    def _sweep(self) -> bool:
        """Run all steps once and return whether all succeeded."""
        self._swept_at = monotonic()
        try:
            now = database_now()  # a machine's clock that is fast would publish a round too early
        except Error:
            now = timezone.now()  # the steps report the fault
        done = [step(now) for step in self._steps]
        if standings.STANDINGS_CACHE.clear():  # only the worker needs them, and it has its own cache
            return_memory()
        return all(done)


class HeartbeatStep(bootsteps.StartStopStep):
    """Records the worker's heartbeat while it is connected to the broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)
    _beats: Any = None

    def start(self, consumer: Any) -> None:
        """Record a heartbeat now and at intervals, if this worker takes draws: `/readyz` checks that one does."""
        if settings.DRAWS_QUEUE not in consumer.app.amqp.queues.consume_from:
            return
        record_heartbeat = PeriodicTask(readiness.record_heartbeat)
        record_heartbeat(readiness.WORKER)
        self._beats = consumer.timer.call_repeatedly(settings.HEARTBEAT_EVERY, record_heartbeat, (readiness.WORKER,))

    def stop(self, _consumer: Any) -> None:
        """Stop the heartbeat."""
        if self._beats:
            self._beats.cancel()
