"""A draw survives the death of whoever is at it: whole in the end, nothing before; and standings do not wait for it."""

import sqlite3

import psutil
import pytest

from tests.fixtures.serving import until
from tests.fixtures.suspending import suspended
from tests.processes import is_gone
from tests.standings import BEGIN, PLAY, UP_TO_DATE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ASK = """
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play
from tournaments.actions.draws.jobs import draw_next_round
hall = {"pairing": "swiss", "rounds": 4, "table": {"hands": 1}}
tournament = a_tournament(a_club(owner=a_user("dora")), players=400, **hall)
for number, table in enumerate(a_round(tournament).tables.order_by("number")):
    play(table, 1, [number % 9, 20 - number % 9, number % 7, 20 - number % 7])
print(draw_next_round(tournament, by=director_of(tournament), seed=7, anyway=True).pk)
"""
STATE = "SELECT state, draw_started_at FROM tournaments_round WHERE id = {round}"
WHOLE = """
SELECT (SELECT count(*) FROM tournaments_seat WHERE round_id = {round}),
       (SELECT count(*) FROM tournaments_table WHERE round_id = {round}),
       (SELECT count(*) - 1 FROM tournaments_ledgerentry WHERE kind = 'round_drawn' AND tournament_id =
         (SELECT tournament_id FROM tournaments_round WHERE id = {round}))
"""


def asked_of(served, query, round_):
    with sqlite3.connect(served.data_dir / "tavolo.sqlite3") as database:
        return database.execute(query.format(round=round_)).fetchone()


def test_a_worker_is_killed_in_the_middle_of_a_draw(served):
    round_ = int(served.run(ASK))
    began = until(lambda: asked_of(served, STATE, round_)[1])
    worker = until(lambda: served.program("worker"))
    (drawing,) = until(worker.children)
    worker.kill()
    psutil.wait_procs([worker], timeout=10)
    until(lambda: is_gone(drawing))
    assert asked_of(served, STATE, round_) == ("drawing", began)
    assert asked_of(served, WHOLE, round_) == (0, 0, 0)
    until(lambda: asked_of(served, STATE, round_)[0] == "draft", seconds=120)
    assert asked_of(served, STATE, round_)[1] > began
    assert asked_of(served, WHOLE, round_) == (400, 100, 1)


def test_standings_are_published_while_two_rounds_are_drawn_and_one_is_killed(served):
    """Without the sweep, which would find both: the worker is free for them, though it draws."""
    evening = int(served.run(BEGIN))
    rounds = [int(served.run(ASK)) for _draw in range(2)]
    worker = until(lambda: served.program("worker"))
    until(lambda: len(worker.children()) == 2)
    with suspended(served, "beat"):
        served.run(PLAY.format(tournament=evening, number=1))
        until(lambda: asked_of(served, UP_TO_DATE.format(tournament=evening), 0) == (1,))
        assert "drawing" in {asked_of(served, STATE, round_)[0] for round_ in rounds}
        for drawing in worker.children():
            drawing.kill()
        until(lambda: not worker.children())
    for round_ in rounds:
        until(lambda: asked_of(served, STATE, round_)[0] == "draft", seconds=120)  # noqa: B023
        assert asked_of(served, WHOLE, round_) == (400, 100, 1)
    assert served.program("worker") == worker
