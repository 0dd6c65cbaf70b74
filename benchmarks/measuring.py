"""The common parts of the benchmarks: a running Tavolo with an evening, timing, and figures.

Each benchmark is a module. Its `main()` calls `add_figure` for each of its figures in benchmarks/measured.md. `python
-m
benchmarks` runs the modules one after another and collects the figures. If `QUICK` is true, a module takes only a few
seconds.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tests.fixtures.serving import Served

QUICK = bool(os.environ.get("BENCHMARKS_QUICK"))
SIZES = (16, 100) if QUICK else (16, 100, 1_000, 10_000)
"""The sizes of tournaments, in entries, for figures that may depend on the size."""
PREPARED = os.environ.get("BENCHMARKS_DATA")
"""A data folder with a migrated database, of which each installation gets a copy; without it, each creates its own."""
COLLECTED = "BENCHMARKS_FIGURES"  # the variable with the file that collects figures, a line of JSON each
EVENING = """
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.models import Club
club = Club.objects.first() or a_club(owner=a_user("dora"))
tournament = a_tournament(club, players=%d, table={"hands": 8}, visibility="public")
round_ = a_round(tournament, tables=[range(start, start + 4) for start in range(0, %d, 4)])
"""


@contextmanager
def data_folder() -> Iterator[Path]:
    """Create a temporary data folder for an installation."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "data"
        if PREPARED:
            shutil.copytree(PREPARED, folder)
        yield folder


@contextmanager
def serving(**variables: str) -> Iterator[Served]:
    """Run Tavolo with a separate data folder and these environment variables; yield it."""
    from tests.fixtures.serving import Served  # imported here, because `start` runs without the packages of the tests

    with data_folder() as folder:
        served = Served(folder, **variables)
        yield served
        served.stop()


def make_evening(served: Served, players: int, script: str = "print(tournament.slug)") -> str:
    """Publish the first round of a new tournament.

    Run a script with `tournament` and `round_`, and return its output.
    """
    return served.run(EVENING % (players, players) + script)


class Client:
    """A client with one persistent connection, which sends the same headers with each request."""

    def __init__(self, address: str, headers: Mapping[str, str]) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        self._headers = {"Content-Type": "application/json", **headers}

    def ask(self, method: str, path: str, body: object = None) -> None:
        """Send a request and read the whole response; fail if its status is not a success."""
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, path, sent, self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        assert answer.status < 300, (answer.status, content)


def seconds_of(
    work: Callable[[], object], *, runs: int = 1, clock: Callable[[], float] = time.perf_counter, pause: float = 0
) -> list[float]:
    """Return the duration of each run by this clock; pause between runs."""
    taken = []
    for _run in range(runs):
        start = clock()
        work()
        taken.append(clock() - start)
        time.sleep(pause)
    return taken


def cpu(work: Callable[[], object]) -> float:
    """Return the processor time of one call, in seconds."""
    return seconds_of(work, clock=time.process_time)[0]


def quickest(work: Callable[[], object]) -> float:
    """Return the processor time of the fastest of nine runs, in seconds."""
    return min(seconds_of(work, runs=9, clock=time.process_time))


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A measured value, its baseline in the same unit from the same run, and its limits.

    The ratio is the value divided by the baseline. `of` says what the baseline is.
    """

    name: str
    value: float
    unit: str
    size: int | None = None  # number of entries of the tournament
    baseline: float | None = None
    of: str = ""
    at_most: float | None = None
    at_least: float | None = None
    ratio_at_most: float | None = None
    ratio_at_least: float | None = None

    @property
    def ratio(self) -> float | None:
        """The value divided by the baseline; None without a baseline."""
        return self.value / self.baseline if self.baseline else None

    @property
    def limit(self) -> str:
        """The limits as text."""
        asked = (
            (self.at_most, f"at most {{}} {self.unit}"),
            (self.at_least, f"at least {{}} {self.unit}"),
            (self.ratio_at_most, "ratio at most {}"),
            (self.ratio_at_least, "ratio at least {}"),
        )
        return ", ".join(words.format(number(bound)).rstrip() for bound, words in asked if bound is not None)

    @property
    def holds(self) -> bool:
        """Whether the figure meets all its limits."""
        bounds = ((self.value, self.at_least, self.at_most), (self.ratio, self.ratio_at_least, self.ratio_at_most))
        return all(
            value is None or ((least is None or value >= least) and (most is None or value <= most))
            for value, least, most in bounds
        )

    def line(self) -> str:
        """The figure as a line of text."""
        name = f"{self.name}, {self.size:,} entries" if self.size else self.name
        parts = [f"{number(self.value):>9} {self.unit:<8}"]
        if self.ratio is not None:
            parts.append(f"{number(self.ratio):>7} × {self.of} ({number(self.baseline or 0)})")
        if self.limit:
            parts.append(f"[{self.limit}{'' if self.holds else ': MISSED'}]")
        return f"{name:<56} {' '.join(parts)}"


def add_figure(name: str, value: float, unit: str, **more: Any) -> Figure:
    """Print a figure and, under `python -m benchmarks`, add it to the collected figures.

    `more` has fields of `Figure`.
    """
    figure = Figure(name=name, value=value, unit=unit, **more)
    print(figure.line(), flush=True)
    if collected := os.environ.get(COLLECTED):
        with Path(collected).open("a") as file:
            print(json.dumps(asdict(figure)), file=file)
    return figure


def number(value: float) -> str:
    """Return a number with its significant digits only: 12,345, 123, 12.3, 1.23, 0.0123."""
    if value and abs(value) < 0.1:
        return f"{value:.2g}"
    digits = 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def report(name: str, figures: str) -> None:
    """Print a line of figures that `python -m benchmarks` does not collect."""
    print(f"{name:<44} {figures}", flush=True)
