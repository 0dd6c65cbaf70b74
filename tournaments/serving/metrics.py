"""Metrics for Prometheus, which the beat serves. The web processes write the times of requests to files.

prometheus_client is imported only if metrics are on.
"""

import fcntl
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.db import Error, connections

from tournaments.actions.measures import measure

if TYPE_CHECKING:
    from prometheus_client import Histogram
    from prometheus_client.core import GaugeMetricFamily

log = structlog.stdlib.get_logger(__name__)
SIZE = 8 << 20  # bytes of a file, more than the values of all routes need
BUCKETS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10)  # seconds
DESCRIPTIONS = {
    "due": ("How much work is due.", "work"),
    "due_age_seconds": ("Age of the oldest due work.", "work"),
    "revisions_behind": ("Most revisions by which published standings are behind.", "standings"),
    "disputes_open": ("Disputed hands of rounds in play.", ""),
    "last_seconds": ("Time since the last sign of worker and sweep, and since the last backup and its copy.", "what"),
    "locks_waited_for": ("Statements that wait for a lock of PostgreSQL.", ""),
    "lock_wait_seconds": ("The longest of these waits.", ""),
}


def request_seconds() -> "Histogram | None":
    """Return the histogram of this process; None if its file cannot be written. Call it once, after the fork."""
    from prometheus_client import CollectorRegistry, Histogram, values

    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_FOLDER)
    try:
        settings.METRICS_FOLDER.mkdir(parents=True, exist_ok=True)
        slot = _take_slot(settings.METRICS_FOLDER)
    except OSError as fault:
        log.error("No request times: their file cannot be written.", why=str(fault))
        return None
    values.ValueClass = values.MultiProcessValue(lambda: slot)  # type: ignore[no-untyped-call]
    labels = "route", "method", "status"
    about = "Time from a request to its answer."
    return Histogram("tavolo_request_seconds", about, labels, buckets=BUCKETS, registry=CollectorRegistry())


def _take_slot(folder: Path) -> int:
    """Return the lowest number that no running process has, and lock it until this process ends.

    The process writes to the file with this number, so there are never more files than processes that run at the same
    time.
    """
    for slot in count():
        lock = os.open(folder / f"{slot}.lock", os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            _allocate(folder / f"histogram_{slot}.db")
            return slot
    raise AssertionError


def _allocate(file: Path) -> None:
    """Create the file in its full size.

    Writing to a mapped file on a full disk ends the process if the file has to grow.
    """
    if not file.exists():
        draft = file.with_suffix(".draft")
        draft.write_bytes(bytes(SIZE))
        draft.replace(file)


class DatabaseCollector:
    """Collects the metrics that come from the database, at each scrape."""

    def describe(self) -> list["GaugeMetricFamily"]:
        """Return nothing, so that registering does not read the database."""
        return []

    def collect(self) -> Iterator["GaugeMetricFamily"]:
        """Yield every measure; if the database does not respond, only a measure that says so."""
        from prometheus_client.core import GaugeMetricFamily

        try:
            measures = measure()
        except Error:
            measures = {}
        finally:
            connections.close_all()  # each scrape has a new thread, and so new connections
        about = "Whether the database answers."
        yield GaugeMetricFamily("tavolo_database_answers", about, value=float(bool(measures)))
        for name, values in measures.items():
            about, label = DESCRIPTIONS[name]
            family = GaugeMetricFamily(f"tavolo_{name}", about, labels=[label] if label else [])
            for value, number in values.items():
                family.add_metric([value] if label else [], number)
            yield family


def serve_metrics() -> None:
    """Serve the metrics in a thread, if the settings give an address for them."""
    if settings.METRICS is None:
        return
    from prometheus_client import CollectorRegistry, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector

    host, port = settings.METRICS
    registry = CollectorRegistry()
    registry.register(DatabaseCollector())
    try:
        settings.METRICS_FOLDER.mkdir(parents=True, exist_ok=True)
        MultiProcessCollector(registry, str(settings.METRICS_FOLDER))  # type: ignore[no-untyped-call]
        start_http_server(port, host, registry)
    except OSError as fault:
        log.error("No metrics: their address or folder cannot be used.", why=str(fault))
