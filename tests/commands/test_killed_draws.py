"""A draw survives the death of whoever is at it: whole in the end, nothing before; and standings do not wait for it."""

import sqlite3
from contextlib import contextmanager, suppress

import psutil
import pytest

from tests.fixtures.serving import until
from tests.fixtures.suspending import suspended
from tests.processes import is_gone
from tests.standings import BEGIN, PLAY, UP_TO_DATE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ASK = """
from tests.halls import a_club, a_round, a_tournament, a_user, director_of, play
from tournaments.actions.rounds.draws.jobs import draw_next_round
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


@contextmanager
def a_held_draw(served, worker):
    """The id of a round that is being drawn, and the process that draws it, stopped until the block ends.

    A draw takes a second or two: on a busy machine it may end before the test has made its next step.
    """
    before = set(worker.children())
    round_ = int(served.run(ASK))
    (drawing,) = until(lambda: set(worker.children()) - before)
    drawing.suspend()
    try:
        yield round_, drawing
    finally:
        with suppress(psutil.NoSuchProcess):
            drawing.resume()


def test_a_worker_is_killed_in_the_middle_of_a_draw(served):
    worker = until(lambda: served.program("worker"))
    with a_held_draw(served, worker) as (round_, drawing):
        began = asked_of(served, STATE, round_)[1]
        worker.kill()
        psutil.wait_procs([worker], timeout=10)
    until(lambda: is_gone(drawing))
    assert asked_of(served, STATE, round_) == ("drawing", began)
    assert asked_of(served, WHOLE, round_) == (0, 0, 0)
    until(lambda: asked_of(served, STATE, round_)[0] == "draft", seconds=120)
    assert asked_of(served, STATE, round_)[1] > began
    assert asked_of(served, WHOLE, round_) == (400, 100, 1)


def test_standings_are_published_while_two_rounds_are_drawn_and_both_are_killed(served):
    """Without the sweep, which would find both: the worker is free for them, though it draws."""
    evening = int(served.run(BEGIN))
    worker = until(lambda: served.program("worker"))
    with a_held_draw(served, worker) as one, a_held_draw(served, worker) as other, suspended(served, "beat"):
        served.run(PLAY.format(tournament=evening, number=1))
        until(lambda: asked_of(served, UP_TO_DATE.format(tournament=evening), 0) == (1,))
        for round_, drawing in (one, other):
            assert asked_of(served, STATE, round_)[0] == "drawing"
            drawing.kill()
        until(lambda: not worker.children())
    for round_, _drawing in (one, other):
        until(lambda: asked_of(served, STATE, round_)[0] == "draft", seconds=120)  # noqa: B023
        assert asked_of(served, WHOLE, round_) == (400, 100, 1)
    assert served.program("worker") == worker
