"""Run things at the same moment, on connections of their own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections


def at_once(calls):
    """Start all the calls together; answer, in their order, what each returned or raised."""
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
