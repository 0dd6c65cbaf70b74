"""Hours of sweeps and hints at a hundred times the speed, and the state of programs and folder afterwards."""

from collections import Counter
from dataclasses import dataclass

import psutil

from tests.fixtures.serving import until
from tests.hundredfold import SPEED
from tests.standings import BEGIN

SETTINGS = "tests.hundredfold"
PLAY = """
import time
from django.db import transaction
from django.db.models import F
from tournaments.hints import hint
from tournaments.models import Tournament
known, lags = {known}, []
done = time.monotonic() + {seconds}
turn = 0
while time.monotonic() < done:
    turn += 1
    changed = Tournament.objects.filter(pk=known[turn % len(known)])
    changed.update(revision=F("revision") + 1)
    if turn % {lost_every}:
        hint("tournaments.tasks.refresh_standings", changed.get().pk)
    began = time.monotonic()
    while changed.with_stale_standings().exists():
        time.sleep(0.005)
    lags.append((time.monotonic() - began, bool(turn % {lost_every})))
    time.sleep({pause})
for was_told in (True, False):
    these = sorted(lag for lag, told in lags if told == was_told)
    print(len(these), these[len(these) // 2] if these else 0, max(these, default=0))
"""
PAUSE = 10 / SPEED
LOST_EVERY = 7


@dataclass
class State:
    """The data that each program holds, and the files in the data folder."""

    programs: dict[str, int]
    memory: dict[str, float]
    threads: int
    files_open: int
    folder: Counter
    """Bytes by file, without those of the database itself."""


def begin(served, tournaments=5):
    """Tournaments to play in."""
    known = [int(served.run(BEGIN)) for _tournament in range(tournaments)]
    until(served.heard)
    return known


def play(served, known, minutes):
    """Play so many minutes of an evening; return how many hints were sent and lost, the median and longest lag."""
    seconds = 60 * minutes / SPEED
    script = PLAY.format(known=known, seconds=seconds, pause=PAUSE, lost_every=LOST_EVERY)
    told, lost = served.run(script).splitlines()
    return [[float(figure) for figure in line.split()] for line in (told, lost)]


def state(served):
    """Return the present state."""
    programs = {name: served.program(name) for name in ("web server", "worker", "beat")}
    programs["supervisor"] = psutil.Process(served.process.pid)
    family = served.family()
    return State(
        programs={name: process.pid for name, process in programs.items()},
        memory={name: process.memory_full_info().uss / 1e6 for name, process in programs.items()},
        threads=sum(process.num_threads() for process in family),
        files_open=sum(process.num_fds() for process in family),
        folder=Counter(
            {
                str(file.relative_to(served.data_dir)): file.stat().st_size
                for file in served.data_dir.rglob("*")
                if file.is_file() and "static" not in file.parts and file.name != "tavolo.sqlite3"
            }
        ),
    )
