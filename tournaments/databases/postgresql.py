"""PostgreSQL with a limit on every wait, so that a dead writer or a dead network delays requests only briefly."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

SILENCE = 4.0  # seconds without a reply of the server after which a connection is closed
CONNECTING = 1.5  # seconds that a request waits for a connection; less than the timeout of nginx
LONG = 60.0  # seconds for reading a whole tournament
RECONNECTING = {
    "connect_timeout": 3,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 3000,  # milliseconds
}
"""The client's limits for a silent connection, with libpq's names; in seconds unless a comment names another unit."""
ON_THE_SERVER = {
    "lock_timeout": "1500ms",
    "statement_timeout": "3500ms",  # less than SILENCE, so that the server can still report the cause
    "idle_in_transaction_session_timeout": "3s",  # the longest time that a stalled writer holds its locks
    "tcp_keepalives_idle": "1s",
    "tcp_keepalives_interval": "1s",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "3s",
    "jit": "off",  # compiling a statement takes seconds and pays only for many rows
}
"""The server's limits (docs/decisions/0270-timeouts.md)."""

LONGER = ("statement_timeout", "idle_in_transaction_session_timeout")
"""The limits that are raised for long work."""


class Connection(psycopg.Connection[Any]):
    """A connection that closes if the server does not respond within `patience` seconds."""

    patience: float | None = SILENCE

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Return the server's response.

        If it does not come in time, close the connection and raise OperationalError.
        """
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:  # a response may still come
                self.pgconn.finish()
            raise

    @contextmanager
    def long_transaction(self) -> Iterator[None]:
        """Allow a minute for each statement of this transaction, and for each pause between statements.

        If it holds a lock that requests from tables need, these wait for `lock_timeout` and are then to be repeated.
        """
        for limit in LONGER:
            self.execute(f"SET LOCAL {limit} = '{LONG:.0f}s'")
        self.patience = LONG + SILENCE
        try:
            yield
        finally:
            self.patience = SILENCE

    @contextmanager
    def unlimited(self) -> Iterator[None]:
        """Remove the limits on statements and on pauses between them; the limit on locks stays."""
        for limit in LONGER:
            self.execute(f"SET {limit} = 0")
        self.patience = None
        try:
            yield
        finally:
            self.patience = SILENCE
            with suppress(psycopg.OperationalError):  # the connection was lost
                for limit in LONGER:
                    self.execute(f"RESET {limit}")


def options(given: Mapping[str, Any], threads: int) -> dict[str, Any]:
    """Return Django's OPTIONS for a process with this many threads. Limits `given` in DATABASE_URL have priority."""
    limits = " ".join(f"-c {name}={value}" for name, value in ON_THE_SERVER.items())
    return {
        **RECONNECTING,
        **given,
        "options": f"{limits} {given.get('options', '')}".strip(),
        "pool": {
            "min_size": 1,
            "max_size": threads + 2,
            # The pool gives up as soon as a request does, so that the next request makes it try again at once.
            "timeout": CONNECTING,
            "reconnect_timeout": CONNECTING,
            "connection_class": Connection,
        },
        "prepare_threshold": 2,  # prepared from the second time on (tournaments/models/prepared.py)
    }
