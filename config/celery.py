"""The Celery application, and how the rest of the program sends tasks."""

import os
import warnings
from dataclasses import dataclass
from typing import Any

import structlog
from celery import Celery
from celery.exceptions import SecurityWarning
from django.db import connection, transaction
from kombu.exceptions import OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")  # they would load every page into worker and beat

# Messages are JSON and name tasks of ours, so a worker may run as whoever started Tavolo.
warnings.simplefilter("ignore", SecurityWarning)

log = structlog.stdlib.get_logger(__name__)
app = Celery("tavolo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add("config.periodic:HeartbeatStep")


def hint(task: str, *args: Any) -> None:
    """Ask the worker to run a task, named by its full path, once the transaction is committed.

    A message is a hint and never the only trace: what is due stands in the database, where the
    sweep finds it. So a broker that is down neither delays the caller nor fails what it did.
    """
    message = Message(task, args)
    waiting = [getattr(hook[1], "__self__", None) for hook in connection.run_on_commit]
    if message not in waiting:
        transaction.on_commit(message.send, robust=True)


@dataclass(frozen=True, slots=True)
class Message:
    """A task to be sent on commit, once for each transaction."""

    task: str
    args: tuple[Any, ...]

    def send(self) -> None:
        """Send it to the broker without retrying."""
        try:
            app.send_task(self.task, self.args, retry=False, ignore_result=True)
        except OperationalError as fault:
            log.warning("The broker took no message; the sweep will do without.", why=str(fault))
