"""Standings come right by themselves: with the worker, after its death, with every message lost."""

import sqlite3

import pytest

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until

BEGIN = """
from tests.halls import a_club, a_round, a_tournament, a_user
round_ = a_round(a_tournament(a_club(owner=a_user("dora")), players=4))
print(round_.tournament_id)
"""
PLAY = """
from tests.halls import play
from tournaments.models import Tournament
round_ = Tournament.objects.get(pk={tournament}).rounds.get()
play(round_.tables.get(), number={number})
"""


class Evening:
    """A tournament with one table in play, entered by another process than the worker."""

    def __init__(self, served):
        self.served = served
        self.tournament = int(served.run(BEGIN))
        self.hands = 0

    def play(self, **variables):
        self.hands += 1
        script = PLAY.format(tournament=self.tournament, number=self.hands)
        return self.served.run(script, **variables)

    def published(self):
        """How many hands the published standings count for each player."""
        with sqlite3.connect(self.served.data_dir / "tavolo.sqlite3") as database:
            row = database.execute(
                "SELECT json_extract(CAST(body AS TEXT), '$.rows[0].hands') FROM"
                " tournaments_standing WHERE tournament_id = ? ORDER BY after_round DESC",
                [self.tournament],
            ).fetchone()
        return row[0] if row else 0


@pytest.fixture
def evening(served):
    return Evening(served)


def test_a_hand_is_soon_in_the_standings(evening):
    evening.play()
    until(lambda: evening.published() == 1)


def test_the_sweep_finds_what_no_message_told(evening):
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    evening.play(REDIS_URL=nowhere)
    until(lambda: evening.published() == 1)


def test_a_killed_worker_catches_up_when_it_is_started_again(evening, served):
    until(lambda: served.program("worker")).kill()
    evening.play()
    until(lambda: evening.published() == 1)


def test_nobody_but_the_worker_publishes(evening, served):
    worker = until(lambda: served.program("worker"))
    worker.suspend()
    evening.play()
    served.get("/")
    assert evening.published() == 0
    worker.resume()
    until(lambda: evening.published() == 1)
