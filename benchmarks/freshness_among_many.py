"""The time until `live/` includes a hand while other hands are recorded continuously, under `manage.py serve`.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.freshness_among_many
The benchmark also measures the worker's share of a processor core; the worker limits it by pauses.
"""

import json
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.request import urlopen

from benchmarks.measuring import QUICK, add_figure, make_evening, serving
from tests.fixtures.serving import Served, until

STORM = """
import json, time
from tests.halls import play
from tournaments.models import Tournament
tournament = Tournament.objects.get(pk=%s)
written, began = [], time.monotonic()
tables = list(tournament.rounds.get().tables.order_by("number"))
for hand in range(1, 9):
    for table in tables:
        play(table, hand)
        written.append((Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk), time.monotonic()))
        if time.monotonic() - began > %d:
            break
print(json.dumps(written))
"""
HALL, STORM_SECONDS = (64, 5) if QUICK else (1_024, 20)


def main() -> None:
    """Print the figures."""
    with serving() as served:
        until(lambda: served.program("worker"))
        storm(served)


def storm(served: Served) -> None:
    """Record hands continuously; print the delay of each hand and the worker's share of a core."""
    tournament, slug = make_evening(served, HALL, 'print(tournament.pk, tournament.slug, sep=",")').split(",")
    worker, seen = served.program("worker"), dict[int, float]()
    spent = worker.cpu_times()
    with ThreadPoolExecutor(1) as writer:
        written = writer.submit(served.run, STORM % (tournament, STORM_SECONDS))
        start = time.monotonic()
        while not written.done() or max(seen) < json.loads(written.result())[-1][0]:
            seen.setdefault(published_revision(f"{served.address}/api/v1/tournaments/{slug}/live/"), time.monotonic())
            time.sleep(0.02)
        took = time.monotonic() - start
    waits = [min(t for r, t in seen.items() if r >= revision) - at for revision, at in json.loads(written.result())]
    add_figure("a hand among many until live/ tells it, median", statistics.median(waits), "s", size=HALL, at_most=1)
    add_figure("hands recorded beside that", len(waits) / took, "a second", size=HALL)
    used = sum(worker.cpu_times()[:2]) - sum(spent[:2])
    add_figure("the worker's share of a core meanwhile", used / took, "cores", size=HALL, at_most=0.5)


def published_revision(address: str) -> int:
    """Return the revision of the public standings."""
    with urlopen(address) as answer:
        return int(json.load(answer)["standings"])


if __name__ == "__main__":
    main()
