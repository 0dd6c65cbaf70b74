"""The time from the commit of a hand until the public standings include it, under `manage.py serve`.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.freshness
The baseline is the time of the work that the worker must do: reading, ranking and publishing.
"""

import statistics
from typing import Any

from benchmarks.measuring import QUICK, add_figure, make_evening, serving
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
from tournaments.actions.standings import standings
from tournaments.models import Tournament
start = time.monotonic()
Tournament.objects.filter(pk=%s).update(revision=F("revision") + 1)
standings.refresh(%s)
print(time.monotonic() - start)
"""
DRAW = """
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play
from tournaments.actions.rounds.draws.jobs import draw_next_round
from tournaments.models import Club
for _draw in range(%d):
    hall = {"name": "Swiss", "pairing": "swiss", "rounds": 4, "table": {"hands": 1}}
    drawn = a_tournament(Club.objects.first(), players=400, **hall)
    for number, table in enumerate(a_round(drawn).tables.order_by("number")):
        play(table, 1, [number %% 9, 20 - number %% 9, number %% 7, 20 - number %% 7])
    draw_next_round(drawn, by=director_of(drawn), seed=7, anyway=True)
"""
STILL = """
from tournaments.models import Round
print(Round.objects.filter(state="drawing").count())
"""
HANDS, MEANWHILE = (5, 3) if QUICK else (10, 5)
KILLS = 1 if QUICK else 3


def main() -> None:
    """Print the figures, the baseline first."""
    with serving() as served:
        tournament = make_evening(served, 100, "print(tournament.pk)")
        until(lambda: served.program("worker"))
        alone = min(float(served.run(REFRESH % (tournament, tournament))) for _ in range(3))
        of = "read, rank and publish"
        running = list(map(float, served.run(PLAY % (tournament, 0, HANDS, "")).split()))
        compared: dict[str, Any] = {"size": 100, "baseline": alone, "of": of}
        add_figure("a hand until it is published, median", statistics.median(running), "s", at_most=1, **compared)
        add_figure("a hand until it is published, slowest", max(running), "s", **compared)
        table = HANDS
        for draws in (1, 3):
            served.run(DRAW % draws)
            meanwhile = list(map(float, served.run(PLAY % (tournament, table, table + MEANWHILE, "")).split()))
            name = f"the same while {draws} of 400 players are drawn, median"
            add_figure(name, statistics.median(meanwhile), "s", at_most=1, **compared)
            table += MEANWHILE
            until(lambda: served.run(STILL) == "0")
        late = []
        for killed in range(table, table + KILLS):
            kill = f"os.kill({served.program('worker').pid}, signal.SIGKILL)"
            late.append(float(served.run(PLAY % (tournament, killed, killed + 1, kill))))
            until(lambda: served.program("worker"))
        add_figure("the same just after kill -9 of the worker, slowest", max(late), "s", **compared)


if __name__ == "__main__":
    main()
