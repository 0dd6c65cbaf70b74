"""A whole hall submits and confirms at the same moment, everything twice."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, Event
from urllib.parse import urlsplit

import pytest

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.processes import HOME, environment, manage

TABLES = 256
HANDS = 1
STATE = """
import json
from tournaments.actions.verification import verify
from tournaments.models import Hand, Tournament
tournament = Tournament.objects.get(slug={slug!r})
verdict = verify(tournament)
hands = Hand.objects.filter(table__round__tournament=tournament).order_by("table__number", "number", "version")
rows = list(hands.values_list("table__number", "number", "version", "state", "is_current"))
print(json.dumps([rows, [str(f) for f in verdict.findings]]))
"""
TALLY = {"lines": [{"points": 10}] * 4, "seat": 0}
YES = {"seat": 1, "version": 1, "accept": True}
BUSY = 503
LOST = (http.client.HTTPException, ConnectionError, TimeoutError)


def hall(tables, hands):
    """A program that makes so many tables of four, opens two phones at each and prints their secrets."""
    return f"""
import json
from tests.halls import a_round, a_tournament
from tournaments.actions.at_table import keys, seats, table_sessions
tournament = a_tournament(players={4 * tables}, table={{"hands": {hands}}}, pairing="scripted")
round_ = a_round(tournament, tables=[range(4 * n, 4 * n + 4) for n in range({tables})])
secrets = []
for card in keys.cards(tournament, range(1, {tables} + 1)):
    phones = [table_sessions.open_by_secret(card.secret, device=f"{{card.code}} {{n}}") for n in (0, 1)]
    for seat, opened in enumerate(phones):
        seats.claim_seat(opened.session, seat)
    secrets.append([opened.secret for opened in phones])
print(json.dumps([tournament.slug, secrets]))
"""


def ask(address, secret, method, path, body, key):
    """Return a phone's status; it repeats the request until there is a response, even from a busy server."""
    headers = {"Authorization": f"Table {secret}", "Content-Type": "application/json"}
    headers |= {"Idempotency-Key": key} if key else {}
    for _try in range(20):
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=100)
        with suppress(*LOST):
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != BUSY:
                return answer.status
        connection.close()
        time.sleep(0.5)
    raise ConnectionError(path)


def play(address, slug, secrets):
    """Play every table with two phones that send everything twice; return all statuses.

    Every other table sends an Idempotency-Key, so that both requests get the same response.
    """
    entered = {(table, hand): Event() for table in range(TABLES) for hand in range(HANDS)}
    start = Barrier(4 * TABLES)

    def phone(place):
        table, seat = place // 4, place % 2
        start.wait(60)
        return [said(table, seat, hand) for hand in range(HANDS)]

    def said(table, seat, hand):
        path = f"/api/v1/tournaments/{slug}/rounds/1/tables/{table + 1}/hands/{hand + 1}/"
        secret, key = secrets[table][seat], f"hand-{hand}" if table % 2 else ""
        if seat == 0:
            status = ask(address, secret, "PUT", path, TALLY, key)
            entered[table, hand].set()
            return status
        assert entered[table, hand].wait(200)
        return ask(address, secret, "POST", f"{path}confirmations/", YES, key)

    with ThreadPoolExecutor(4 * TABLES) as phones:
        return [status for each in phones.map(phone, range(4 * TABLES)) for status in each]


def nothing_lost_nothing_double(statuses, hands, findings):
    # Half of the tables hear "created" once; those who sent with a key hear it both times.
    assert Counter(statuses) == {201: 3 * TABLES * HANDS // 2, 200: 5 * TABLES * HANDS // 2}
    assert findings == []
    assert hands == [
        [table, hand, 1, "confirmed", True] for table in range(1, TABLES + 1) for hand in range(1, HANDS + 1)
    ]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_on_sqlite_under_serve(served):
    slug, secrets = json.loads(served.run(hall(TABLES, HANDS)))
    statuses = play(served.address, slug, secrets)
    nothing_lost_nothing_double(statuses, *json.loads(served.run(STATE.format(slug=slug))))


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_on_postgresql_with_several_processes(postgres_server, postgres_template, tmp_path):
    database = f"racing_{os.urandom(4).hex()}"
    variables = {
        "TAVOLO_DATA_DIR": str(tmp_path),
        "DATABASE_URL": postgres_server.create(database, template=postgres_template),
    }
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--log-level", "error"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--workers", "3"]
    command += ["--blocking-threads", "8", "config.wsgi:application"]
    web = subprocess.Popen(command, cwd=HOME, env=environment(**variables))
    try:
        until(lambda: answers(port), seconds=120)
        made = manage("shell", "--no-imports", "-c", hall(TABLES, HANDS), **variables)
        assert made.returncode == 0, made.stderr
        slug, secrets = json.loads(made.stdout)
        statuses = play(f"http://127.0.0.1:{port}", slug, secrets)
        state = manage("shell", "--no-imports", "-c", STATE.format(slug=slug), **variables)
        assert state.returncode == 0, state.stderr
        nothing_lost_nothing_double(statuses, *json.loads(state.stdout))
    finally:
        web.terminate()
        web.wait(60)
        postgres_server.drop(database)


def answers(port):
    with suppress(*LOST):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    return False
