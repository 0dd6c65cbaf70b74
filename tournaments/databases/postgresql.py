"""PostgreSQL with a limit on every wait, so that a dead writer or a silent network blocks nobody for long."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

SILENCE = 4.0  # seconds without an answer after which a connection is given up
CONNECTING = 1.5  # seconds that a request waits for a connection; less than nginx waits for the answer
LONG = 60.0  # seconds that reading a whole tournament may take
RECONNECTING = {
    "connect_timeout": 3,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 3000,  # milliseconds
}
"""What this side of a connection does when nothing comes back; in seconds, as libpq names it."""
ON_THE_SERVER = {
    "lock_timeout": "1500ms",
    "statement_timeout": "3500ms",  # less than SILENCE, so that the server says what was wrong
    "idle_in_transaction_session_timeout": "3s",  # what the locks of a writer that stands still outlive it
    "tcp_keepalives_idle": "1s",
    "tcp_keepalives_interval": "1s",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "3s",
}
"""What the server does: docs/decisions/0270-timeouts.md."""

LONGER = ("statement_timeout", "idle_in_transaction_session_timeout")
"""Those that are set anew for what takes long."""


class Connection(psycopg.Connection[Any]):
    """A connection that is closed if the server does not answer within `patience` seconds."""

    patience: float | None = SILENCE

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server's answer; raises OperationalError if there is none in time."""
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:  # the answer may still come
                self.pgconn.finish()
            raise

    @contextmanager
    def long_transaction(self) -> Iterator[None]:
        """Allow this transaction's statements and pauses a minute each; it should hold no locks."""
        for limit in LONGER:
            self.execute(f"SET LOCAL {limit} = '{LONG:.0f}s'")
        self.patience = LONG + SILENCE
        try:
            yield
        finally:
            self.patience = SILENCE

    @contextmanager
    def unlimited(self) -> Iterator[None]:
        """Remove the limits on statements and the pauses between them; the limit on locks stays."""
        for limit in LONGER:
            self.execute(f"SET {limit} = 0")
        self.patience = None
        try:
            yield
        finally:
            self.patience = SILENCE
            with suppress(psycopg.OperationalError):  # of a connection that was lost
                for limit in LONGER:
                    self.execute(f"RESET {limit}")


def options(given: Mapping[str, Any], threads: int) -> dict[str, Any]:
    """Django's OPTIONS for a process with this many threads; values in DATABASE_URL override ours."""
    limits = " ".join(f"-c {name}={value}" for name, value in ON_THE_SERVER.items())
    return {
        **RECONNECTING,
        **given,
        "options": f"{limits} {given.get('options', '')}".strip(),
        "pool": {
            "min_size": 1,
            "max_size": threads + 2,
            # The pool stops trying when the requests do: the next request has it try at once.
            "timeout": CONNECTING,
            "reconnect_timeout": CONNECTING,
            "connection_class": Connection,
        },
        "prepare_threshold": 2,  # what is asked with every hand is planned once (tournaments/models/prepared/)
    }
