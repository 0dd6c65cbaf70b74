"""How long after its commit a hand is in the public standings, under `manage.py serve`.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.freshness
The baseline is what the worker has to do in any case: read, rank and publish the standings.
"""

import statistics

from benchmarks import measuring
from benchmarks.measuring import make_evening, serving
from tests.fixtures.serving import until

PLAY = """
import os, signal, time
from tests.halls import play
from tournaments.models import Tournament
tournament = Tournament.objects.get(pk=%s)
for table in tournament.rounds.get().tables.order_by("number")[%d:%d]:
    %s
    play(table)
    start = time.monotonic()
    while Tournament.objects.with_stale_standings().filter(pk=tournament.pk).exists():
        time.sleep(0.01)
    print(time.monotonic() - start)
"""
REFRESH = """
import time
from django.db.models import F
from tournaments.actions import standings
from tournaments.models import Tournament
start = time.monotonic()
Tournament.objects.filter(pk=%s).update(revision=F("revision") + 1)
standings.refresh(%s)
print(time.monotonic() - start)
"""
HANDS = 20


def report(name: str, seconds: list[str]) -> None:
    """Print one line of figures."""
    taken = list(map(float, seconds))
    measuring.report(name, f"median {statistics.median(taken):.2f} s, slowest {max(taken):.2f} s")


def main() -> None:
    """Print the figures, the baseline first."""
    with serving() as served:
        tournament = make_evening(served, 100, "print(tournament.pk)")
        until(lambda: served.program("worker"))
        alone = [served.run(REFRESH % (tournament, tournament)) for _ in range(3)]
        report("baseline: read, rank and publish 100 entries", alone)
        report("a hand, with the worker running", served.run(PLAY % (tournament, 0, HANDS, "")).split())
        late = []
        for table in range(HANDS, HANDS + 3):
            kill = f"os.kill({served.program('worker').pid}, signal.SIGKILL)"
            late.append(served.run(PLAY % (tournament, table, table + 1, kill)))
            until(lambda: served.program("worker"))
        report("a hand just after kill -9 of the worker", late)


if __name__ == "__main__":
    main()
