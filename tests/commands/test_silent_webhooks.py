"""Programs that never answer delay neither the messages of other programs nor the end of the worker."""

import json
import socket

import pytest

from tests.fixtures.push_service import HOST, Receiver
from tests.fixtures.serving import until
from tests.processes import is_gone

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
CREATE = """
from tests.halls import a_club, a_user
from tournaments.actions.webhooks.webhooks import create_webhook
for number, address in enumerate({addresses!r}):
    club = a_club(f"Club {{number}}", owner=a_user(f"user {{number}}"))
    create_webhook(club, address=address, events=["tournament.announced"])
"""
FAILING = "from tournaments.models import Webhook; print(Webhook.objects.exclude(failing_since=None).count())"
ANNOUNCE = """
from tests.halls import a_tournament
from tournaments.models import Club
for club in Club.objects.order_by("pk"):
    a_tournament(club, visibility="public")
"""
SILENT = 16  # four times as many as there are threads


@pytest.fixture
def receiver():
    program = Receiver()
    yield program
    program.close()


def announced(receiver):
    return [body for _path, _headers, body in receiver.taken if json.loads(body)["type"] == "tournament.announced"]


def test_silent_programs_delay_nothing_else(serve, receiver):
    with socket.create_server((HOST, 0), backlog=64) as silent:
        name = f"{HOST}:{silent.getsockname()[1]}"
        server = serve(TAVOLO_WEBHOOK_PRIVATE_HOSTS=f"{receiver.name},{name}")
        server.run(CREATE.format(addresses=[f"http://{name}/"] * SILENT + [receiver.endpoint()]))
        until(lambda: int(server.run(FAILING)) == SILENT, seconds=120)
        server.run(ANNOUNCE)
        until(lambda: announced(receiver), seconds=10)  # four threads need 20 s for all the silent ones
        worker = server.program("worker")
        worker.terminate()
        until(lambda: is_gone(worker), seconds=20)  # two threads need 40 s for what is queued
