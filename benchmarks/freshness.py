"""How long after its commit a hand is in the public standings, under `manage.py serve`.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.freshness
The baseline is what the worker has to do in any case: read, rank and publish the standings.
"""

import statistics
import tempfile
from pathlib import Path

from tests.fixtures.serving import Served, until

HALL = """
import os, signal, time
from tests.halls import LEVEL, a_club, a_round, a_tournament, a_user, play
from tournaments.actions import standings
from tournaments.models import Tournament

def seconds_until_published(tournament):
    start = time.monotonic()
    while Tournament.objects.with_stale_standings().filter(pk=tournament.pk).exists():
        time.sleep(0.01)
    return time.monotonic() - start
"""
BEGIN = """
tournament = a_tournament(a_club(owner=a_user("dora")), players=100, table={"hands": 8})
a_round(tournament)
print(tournament.pk)
"""
PLAY = """
tournament = Tournament.objects.get(pk=%d)
for table in tournament.rounds.get().tables.order_by("number")[%d:%d]:
    %s
    play(table)
    print(seconds_until_published(tournament))
"""
REFRESH = """
from django.db.models import F
start = time.monotonic()
Tournament.objects.filter(pk=%d).update(revision=F("revision") + 1)
standings.refresh(%d)
print(time.monotonic() - start)
"""
HANDS = 20


def report(name: str, seconds: list[float]) -> None:
    """Print one line of figures."""
    print(f"{name:<44} median {statistics.median(seconds):.2f} s, slowest {max(seconds):.2f} s")


def main() -> None:
    """Print the figures, the baseline first."""
    with tempfile.TemporaryDirectory() as temporary:
        served = Served(Path(temporary) / "data")
        tournament = int(served.run(HALL + BEGIN))
        until(lambda: served.program("worker"))
        alone = [float(served.run(HALL + REFRESH % (tournament, tournament))) for _ in range(3)]
        report("baseline: read, rank and publish 100 entries", alone)
        said = served.run(HALL + PLAY % (tournament, 0, HANDS, ""))
        report("a hand, with the worker running", [float(line) for line in said.split()])
        late = []
        for table in range(HANDS, HANDS + 3):
            kill = f"os.kill({served.program('worker').pid}, signal.SIGKILL)"
            late.append(float(served.run(HALL + PLAY % (tournament, table, table + 1, kill))))
            until(lambda: served.program("worker"))
        report("a hand just after kill -9 of the worker", late)
        served.stop()


if __name__ == "__main__":
    main()
