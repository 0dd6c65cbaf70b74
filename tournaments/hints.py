"""Hints: messages that tell the worker of a task at once. Without a hint, the sweep finds the task later."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import structlog
from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError

log = structlog.stdlib.get_logger(__name__)
MOST_WAITING = 200


def hint(task: str, *args: Any) -> None:
    """Send a task, named by its full path, to the worker when the transaction is committed.

    The message is only a hint: the task is stored in the database, where the sweep finds it. So if the broker is down,
    the caller has neither a delay nor an error.
    """
    message = Message(task, args)
    waiting = [getattr(hook[1], "__self__", None) for hook in connection.run_on_commit]
    if message not in waiting:
        transaction.on_commit(message.send, robust=True)


def repeat_hints(task: str, due: Iterable[int]) -> list[int]:
    """Hint at a task for each of these rows, unless its queue is long; return the rows.

    The sweep repeats its hints every two seconds. Without a limit, they would fill the broker while no worker runs.
    """
    rows = list(due)
    for pk in rows if rows and queue_length(task) < MOST_WAITING else ():
        hint(task, pk)
    return rows


def queue_length(task: str) -> int:
    """Return the number of queued messages for the task; 0 if the broker is down, is full, or merges equal messages."""
    queue = current_app.amqp.router.route({}, task)["queue"]
    with current_app.connection_for_write() as broker:
        faults: tuple[type[BaseException], ...] = (OperationalError, *broker.connection_errors, *broker.channel_errors)
        try:
            return int(queue(broker.default_channel).queue_declare().message_count)
        except faults:
            return 0


@dataclass(frozen=True, slots=True)
class Message:
    """A task to be sent at the commit; it is sent once per transaction."""

    task: str
    args: tuple[Any, ...]

    def send(self) -> None:
        """Send the task to the broker, without retrying."""
        try:
            current_app.send_task(self.task, self.args, retry=False, ignore_result=True)
        except OperationalError as fault:
            log.warning("The broker took no message; the sweep will do without.", why=str(fault))
