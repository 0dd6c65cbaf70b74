"""What the benchmarks share: a Tavolo with an evening to measure, times, and lines of figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fixtures.serving import Served

EVENING = """
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.models import Club
club = Club.objects.first() or a_club(owner=a_user("dora"))
tournament = a_tournament(club, players=%d, table={"hands": 8}, visibility="public")
round_ = a_round(tournament, tables=[range(start, start + 4) for start in range(0, %d, 4)])
"""


@contextmanager
def serving() -> Iterator[Served]:
    """A running Tavolo on a data folder of its own."""
    from tests.fixtures.serving import Served  # here: `start` runs without what the tests need

    with TemporaryDirectory() as temporary:
        served = Served(Path(temporary) / "data")
        yield served
        served.stop()


def make_evening(served: Served, players: int, script: str = "print(tournament.slug)") -> str:
    """Publish the first round of a tournament; what a script prints that has `tournament` and `round_`."""
    return served.run(EVENING % (players, players) + script)


def seconds_of(
    work: Callable[[], object], *, runs: int = 1, clock: Callable[[], float] = time.perf_counter, pause: float = 0
) -> list[float]:
    """What each of some runs took by this clock, with pauses between them."""
    taken = []
    for _run in range(runs):
        start = clock()
        work()
        taken.append(clock() - start)
        time.sleep(pause)
    return taken


def quickest(work: Callable[[], object]) -> float:
    """The processor time of the quickest of nine runs, in seconds."""
    return min(seconds_of(work, runs=9, clock=time.process_time))


def report(name: str, figures: str) -> None:
    """Print one line of figures."""
    print(f"{name:<44} {figures}", flush=True)
