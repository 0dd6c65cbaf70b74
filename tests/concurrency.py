"""Run things at the same moment, on connections of their own."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connection, connections

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"


def at_once(calls):
    """Start all the calls together; return in their order what each returned or raised."""
    calls = list(calls)
    start = Barrier(len(calls))

    def run(call):
        start.wait()
        try:
            return call()
        except Exception as fault:
            return fault
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


@contextmanager
def in_background():
    """Yield a function that starts a call on a separate connection and returns its future; at the end it awaits all."""

    def run(call, *args):
        try:
            return call(*args)
        finally:
            connections.close_all()

    with ThreadPoolExecutor() as threads:
        yield lambda call, *args: threads.submit(run, call, *args)


def until_somebody_waits(seconds=20):
    """Wait until another connection waits for a lock of this one's transaction; on PostgreSQL."""
    end = time.monotonic() + seconds
    with connection.cursor() as cursor:
        while time.monotonic() < end:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    raise TimeoutError
