"""Standings come right by themselves: with the worker, after its death, with every message lost."""

import shutil
import sqlite3

import pytest

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.fixtures.suspending import suspended
from tests.standings import BEGIN, PLAY, UP_TO_DATE

pytestmark = pytest.mark.timeout(300)


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
        """Whether the published standings hold all that was played."""
        with sqlite3.connect(self.served.data_dir / "tavolo.sqlite3") as database:
            query = UP_TO_DATE.format(tournament=self.tournament)
            return database.execute(query).fetchone() == (1,)


@pytest.fixture
def evening(served):
    return Evening(served)


def test_a_hand_is_soon_in_the_standings(evening):
    evening.play()
    until(evening.published)


@pytest.mark.slow
def test_sweep_finds_work_without_a_message(evening):
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    evening.play(REDIS_URL=nowhere)
    until(evening.published)


def test_a_killed_worker_catches_up_when_it_is_started_again(evening, served):
    until(lambda: served.program("worker")).kill()
    evening.play()
    until(evening.published)


def test_no_web_process_publishes(evening, served):
    with suspended(served, "worker"), suspended(served, "beat"):  # which finds it within two seconds
        evening.play()
        served.get("/")
        assert not evening.published()
    until(evening.published)


def test_broken_files_of_the_broker_stop_nobody(evening, served):
    worker = until(lambda: served.program("worker"))
    until(served.heard)
    messages = served.data_dir / "broker" / "messages"
    messages.mkdir(parents=True, exist_ok=True)
    for number in range(3):
        messages.joinpath(f"{number}.standings.msg").touch()
    messages.joinpath("cut.standings.msg").write_text('{"body": "W10=", "hea')
    evening.play()
    until(evening.published)
    until(lambda: not list(messages.iterdir()))
    assert served.program("worker").pid == worker.pid
    text = served.complaints.read_text()
    assert text.count("A message cannot be read; it is set aside.") == 4
    assert "Traceback" not in text


@pytest.mark.slow
def test_a_broker_emptied_on_the_way_is_made_anew_at_the_start(serve, prepared, tmp_path):
    data_dir = shutil.copytree(prepared, tmp_path / "data")
    control = data_dir / "broker" / "control"
    control.mkdir(parents=True)
    control.joinpath("celery.exchange").touch()
    running = serve(TAVOLO_DATA_DIR=data_dir)
    until(running.heard)
    assert not control.exists()
    assert "The worker ended" not in running.complaints.read_text()
