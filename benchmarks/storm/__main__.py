"""The storm, an evening at full speed: under `serve` with SQLite, and with PostgreSQL, Redis and several processes.

Run from the root of the repository, in the environment of the tests:
python -m benchmarks.storm [--tables 256] [--rounds 2] [--hands 2] [--followers 2000] [--on sqlite postgresql]
All phones start at once, open a session, claim their seats and play without pauses, over 48 connections. The race
(`benchmarks/race.py`) checks the limit for hands a second, without other load. The baseline of each response is a
single table that plays alone in the same run. The storm exits with 1 if an acknowledged write is missing or stored
twice, or if the public standings differ from a new computation. On PostgreSQL there are two web processes and two
workers.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence

from benchmarks.installations import on_postgresql, on_sqlite
from benchmarks.measuring import QUICK, add_figure, report

from .audit import Audit, audit
from .evening import Evening, Size, hold

INSTALLATIONS = {"sqlite": ("SQLite", on_sqlite), "postgresql": ("PostgreSQL", on_postgresql)}
ALONE = Size(tables=1, rounds=1, hands=20, followers=0)


def main() -> None:
    """Print the figures, and the faults that the audit found."""
    options = read_options()
    size = Size(options.tables, options.rounds, options.hands, options.followers)
    faults = []
    for name in options.on:
        label, running = INSTALLATIONS[name]
        with running() as installation:
            alone = hold(installation, ALONE)
            evening = hold(installation, size)
            checked = audit(installation, evening.slug, evening.log)
        tell(label, evening, alone, checked)
        faults += checked.faults + evening.log.unexpected + evening.director_log.unexpected
    sys.exit("\n".join(faults[:20]) if faults else 0)


def read_options() -> argparse.Namespace:
    """Return the size of the evening and the installations."""
    parser = argparse.ArgumentParser()
    sizes = {"tables": (256, 8), "rounds": (2, 1), "hands": (2, 2), "followers": (2000, 20)}
    for name, (whole, quick) in sizes.items():
        parser.add_argument(f"--{name}", type=int, default=quick if QUICK else whole)
    parser.add_argument("--on", nargs="+", choices=INSTALLATIONS, default=list(INSTALLATIONS))
    return parser.parse_args()


def tell(label: str, evening: Evening, alone: Evening, checked: Audit) -> None:
    """Print the figures of an evening; `alone` is the evening of the single table."""
    tables = len({place[:2] for place in evening.log.versions})
    report(f"{label}: {tables} tables, {checked.hands} hands in {checked.versions} versions", answers(evening))
    single = alone.writes / alone.seconds
    writes = evening.writes / evening.seconds
    of = "one table alone"
    add_figure(f"{label}: writes acknowledged", writes, "/s", baseline=single, of=of)
    for percent in (50, 95, 99):
        p, baseline = centile(evening.log.seconds, percent), centile(alone.log.seconds, percent)
        most = 1.5 if percent == 99 else None
        add_figure(f"{label}: p{percent} of a write", p, "s", baseline=baseline, of=of, at_most=most)
    add_figure(f"{label}: answers that the server failed", evening.log.server_faults, "", at_most=0)
    add_figure(f"{label}: no answer within a minute", evening.log.statuses["none"], "", at_most=0)
    add_figure(f"{label}: faults that the audit found", len(checked.faults), "", at_most=0)
    add_freshness(label, evening, checked)
    add_programs(label, evening)


def answers(evening: Evening) -> str:
    """Return the number of responses with each status to phones and to followers, as text."""
    phones = ", ".join(f"{what}: {times}" for what, times in sorted(evening.log.statuses.items()))
    followers = ", ".join(f"{what}: {times}" for what, times in sorted(evening.followers.statuses.items()))
    return f"{phones}; followers: {followers or 'none'}"


def add_freshness(label: str, evening: Evening, checked: Audit) -> None:
    """Add the times from the acknowledgement of a hand until the public standings include it."""
    times = [
        max(0.0, (evening.watcher.seen_at(checked.revisions[place]) or float("inf")) - confirmed)
        for place, confirmed in evening.log.confirmed.items()
        if place in checked.revisions
    ]
    name = f"{label}: from confirmation to public standings"
    add_figure(f"{name}, median", statistics.median(times), "s", at_most=1)
    add_figure(f"{name}, p99", centile(times, 99), "s")
    if evening.followers.seconds:
        add_figure(f"{label}: p99 of a follower's answer", centile(evening.followers.seconds, 99), "s")


def add_programs(label: str, evening: Evening) -> None:
    """Add the processor time and memory of each program, and the processor time of the load generator."""
    cpu = {**evening.cpu, "load generator": evening.client_cpu}
    for name, seconds in cpu.items():
        add_figure(f"{label}: processor time of {name}, a write", 1000 * seconds / evening.writes, "ms")
    for name, megabytes in evening.memory.items():
        add_figure(f"{label}: memory of {name}", megabytes, "MB")


def centile(values: Sequence[float], percent: int) -> float:
    """Return the value that this percentage of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


if __name__ == "__main__":
    main()
