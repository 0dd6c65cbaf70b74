"""A broker for one machine: messages are files in a folder. A file that cannot be read does not stop a worker.

It replaces Kombu's file transport, which has three faults: a worker can read half of a message, a file that cannot be
read ends the worker, and messages go through the temporary folder that all users of the machine share.
"""

import hashlib
import uuid
from collections import defaultdict, deque
from contextlib import suppress
from pathlib import Path
from queue import Empty
from time import monotonic, sleep
from typing import Any

import structlog
from kombu.exceptions import ChannelError
from kombu.transport import virtual
from kombu.utils.json import dumps, loads

from .signal_pipe import SignalPipe

log = structlog.stdlib.get_logger(__name__)
MOST_UNREADABLE = 100  # files kept that could not be read; older ones are deleted
BUSY = 0.05  # seconds until a worker looks again if it already has all the messages it may take
FOREVER = 1e6  # seconds
UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError)


class Channel(virtual.Channel):
    """Stores messages as files. The name is a hash of the content, so equal messages are one file."""

    def __init__(self, connection: Any, **options: Any) -> None:
        """Get the folder from the options. It is created when it is first used."""
        super().__init__(connection, **options)
        folder = Path(connection.client.transport_options["folder"])
        self._messages, self._aside = folder / "messages", folder / "aside"
        self._signal_pipe = connection.signal_pipe
        self._listed: defaultdict[str, deque[Path]] = defaultdict(deque)

    def _put(self, queue: str, message: Any, **_options: Any) -> None:
        """Write a temporary file and rename it, so that no worker reads half of a message.

        Raises ChannelError if the disk fails.
        """
        content = f"{message['headers'].get('task')} {message['body']}"
        name = hashlib.sha256(content.encode()).hexdigest()[:32]
        draft = self._messages / f"{uuid.uuid4()}.draft"
        try:
            self._messages.mkdir(parents=True, exist_ok=True)
            draft.write_text(dumps(message))
            draft.replace(self._messages / f"{name}.{queue}.msg")
            self._signal_pipe.wake()
        except OSError as fault:
            with suppress(OSError):
                draft.unlink()
            raise ChannelError(f"No message can be written: {fault}") from fault

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002
        """Return the next message; list the folder again when all messages of the last listing are used.

        Raises Empty.
        """
        listed = self._listed[queue]
        if not listed:
            listed.extend(self._messages.glob(f"*.{queue}.msg"))
        while listed:
            if payload := self._claim(listed.popleft()):
                return payload
        raise Empty

    def _claim(self, message: Path) -> Any:
        """Take a message and return it; None if another worker has taken it or the file cannot be read."""
        taken = self._aside / message.name
        try:
            self._aside.mkdir(parents=True, exist_ok=True)
            message.replace(taken)
        except OSError:
            return None
        try:
            payload = loads(taken.read_text())
            self.Message(payload, channel=self)
        except UNREADABLE as fault:
            log.warning("A message cannot be read; it is set aside.", file=str(taken), why=str(fault))
            self._forget_oldest()
            return None
        taken.unlink()
        return payload

    def _forget_oldest(self) -> None:
        with suppress(OSError):  # another process may be deleting the same files
            for file in sorted(self._aside.iterdir(), key=lambda f: f.stat().st_mtime)[:-MOST_UNREADABLE]:
                file.unlink()


class Transport(virtual.Transport):
    """The Kombu transport for this channel."""

    Channel = Channel
    driver_type = driver_name = "folder"

    def __init__(self, client: Any, **options: Any) -> None:
        """Get the folder from the options of the client."""
        super().__init__(client, **options)
        self.signal_pipe = SignalPipe(Path(client.transport_options["folder"]) / "doorbell")

    def drain_events(
        self,
        connection: Any,  # noqa: ARG002
        timeout: float | None = None,
        **_options: Any,
    ) -> None:
        """Deliver the next message.

        Raises TimeoutError if none came in time, or if no channel may take more messages.
        """
        deadline = monotonic() + (FOREVER if timeout is None else timeout)
        while not self._has_delivered():
            if not self._may_deliver():
                sleep(BUSY)
                raise TimeoutError
            left = deadline - monotonic()
            if left <= 0:
                raise TimeoutError
            self.signal_pipe.wait(left)

    def _has_delivered(self) -> bool:
        try:
            self.cycle.get(self._deliver)  # type: ignore[union-attr]  # it is there from the beginning
        except Empty:
            return False
        return True

    def _may_deliver(self) -> bool:
        """Whether a channel has fewer messages than it may take."""
        return any(channel.qos.can_consume() for channel in self.channels or ())

    def close_connection(self, connection: Any) -> None:
        """Close the connection and the pipe."""
        super().close_connection(connection)
        self.signal_pipe.close()
