"""Phones are notified although the worker is killed: once each, the rest later."""

import sqlite3
from contextlib import suppress

import psutil
import pytest

from tests.fixtures.serving import until
from tests.fixtures.suspending import suspended
from tests.push import CONTACT
from tournaments.actions.push import encryption

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ASK = """
import json
from tests.subscribed_phones import everybody_asks
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
NOTIFIED = "SELECT count(*) FROM tournaments_pushsubscription WHERE notified_round = 2"


def notified(served):
    with sqlite3.connect(served.data_dir / "tavolo.sqlite3") as database:
        return database.execute(NOTIFIED).fetchone()[0]


@pytest.fixture
def server(serve, push_service):
    """Return a Tavolo that sends requests only to this test's service."""
    return serve(
        TAVOLO_PUSH_KEY=encryption.make_key(),
        TAVOLO_PUSH_CONTACT=CONTACT,
        TAVOLO_PUSH_SERVICES=push_service.name,
        SSL_CERT_FILE=str(push_service.authority),
    )


def paths(service):
    return sorted(path for path, *_rest in service.taken)


def test_phones_are_notified_once_if_the_worker_is_killed_while_it_sends(server, push_service):
    tournament = int(server.run(ASK.format(name=push_service.name)))
    slow = {f"/{number}" for number in range(1, 5)}
    push_service.hold = slow
    push_service.open.clear()
    server.run(PUBLISH.format(tournament=tournament))
    until(lambda: notified(server) == 4 and len(set(paths(push_service))) == 8)
    worker = server.program("worker")
    worker.kill()
    psutil.wait_procs([worker], timeout=10)
    acknowledged = set(paths(push_service)) - slow
    push_service.taken.clear()
    push_service.open.set()
    until(lambda: notified(server) == 8, seconds=90)
    assert set(paths(push_service)) == slow
    assert len(acknowledged) == 4


def test_phones_are_notified_if_the_worker_is_killed_before_it_starts(server, push_service):
    tournament = int(server.run(ASK.format(name=push_service.name)))
    with suppress(psutil.NoSuchProcess), suspended(server, "worker") as worker:
        server.run(PUBLISH.format(tournament=tournament))
        worker.kill()
        psutil.wait_procs([worker], timeout=10)
    until(lambda: notified(server) == 8)
    assert len(push_service.taken) == len(set(paths(push_service))) == 8
