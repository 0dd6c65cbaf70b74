"""A phone is told its table though the worker is killed on the way: what a service took comes once, the rest later."""

import sqlite3
from contextlib import suppress

import psutil
import pytest

from tests.fixtures.serving import until
from tests.fixtures.suspending import suspended
from tests.push import CONTACT
from tournaments.actions.push import vapid_keys

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ASK = """
import json
from tests.phones_told import everybody_asks
from tests.halls import a_club, a_round, a_tournament, a_user, director_of
from tournaments.actions.rounds import rounds
class Service: name = {name!r}
tournament = a_tournament(a_club(owner=a_user("dora")), rounds=4)
everybody_asks(a_round(tournament), Service)
rounds.close_round(tournament.rounds.get(), by=director_of(tournament), anyway=True)
print(tournament.pk)
"""
PUBLISH = """
from tests.halls import a_round
from tournaments.models import Tournament
a_round(Tournament.objects.get(pk={tournament}), seed=8)
"""
TOLD = "SELECT count(*) FROM tournaments_pushsubscription WHERE told = 2"


def told(served):
    with sqlite3.connect(served.data_dir / "tavolo.sqlite3") as database:
        return database.execute(TOLD).fetchone()[0]


@pytest.fixture
def telling(serve, push_service):
    """A Tavolo that asks this test's service alone."""
    return serve(
        TAVOLO_PUSH_KEY=vapid_keys.make_key(),
        TAVOLO_PUSH_CONTACT=CONTACT,
        TAVOLO_PUSH_SERVICES=push_service.name,
        SSL_CERT_FILE=str(push_service.authority),
    )


def paths(service):
    return sorted(path for path, *_rest in service.taken)


def test_a_worker_is_killed_while_it_tells(telling, push_service):
    tournament = int(telling.run(ASK.format(name=push_service.name)))
    slow = {f"/{number}" for number in range(1, 5)}
    push_service.hold = slow
    push_service.open.clear()
    telling.run(PUBLISH.format(tournament=tournament))
    until(lambda: told(telling) == 4 and len(set(paths(push_service))) == 8)
    worker = telling.program("worker")
    worker.kill()
    psutil.wait_procs([worker], timeout=10)
    acknowledged = set(paths(push_service)) - slow
    push_service.taken.clear()
    push_service.open.set()
    until(lambda: told(telling) == 8, seconds=90)
    assert set(paths(push_service)) == slow
    assert len(acknowledged) == 4


def test_a_worker_is_killed_before_it_hears_of_the_round(telling, push_service):
    tournament = int(telling.run(ASK.format(name=push_service.name)))
    with suppress(psutil.NoSuchProcess), suspended(telling, "worker") as worker:
        telling.run(PUBLISH.format(tournament=tournament))
        worker.kill()
        psutil.wait_procs([worker], timeout=10)
    until(lambda: told(telling) == 8)
    assert len(push_service.taken) == len(set(paths(push_service))) == 8
