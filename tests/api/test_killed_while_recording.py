"""A web process that dies while a hand is recorded leaves all of it or nothing."""

import http.client
import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest

from tests.processes import HOME, environment, manage

HALL = """
import json
from tests.halls import a_round, a_tournament
from tests.table_sessions import a_phone
from tournaments.actions.at_table import keys, seats, table_sessions
round_ = a_round(a_tournament(players=4, table={"hands": 500}))
(card,) = keys.cards(round_.tournament, [1])
phones = [table_sessions.open_by_secret(card.secret, device=f"phone {seat}") for seat in (0, 1)]
for seat, opened in enumerate(phones):
    seats.claim_seat(opened.session, seat)
print(json.dumps([opened.secret for opened in phones]))
"""
HOLDS = """
from tournaments.actions.verification import verify
from tournaments.models import Tournament
assert verify(Tournament.objects.get()).holds
"""
HANDS = "SELECT number, version, state FROM tournaments_hand ORDER BY number, version"
LEDGER = "SELECT ledger_length, revision FROM tournaments_tournament"
TABLE = "/api/v1/tournaments/serata/rounds/1/tables/1/"
TALLY = {"lines": [{"points": 10}] * 4, "seat": 0}
YES = {"seat": 1, "version": 1, "accept": True}


class Hall:
    """A table with two phones, behind a server with a process for each request."""

    def __init__(self, port, secrets, variables):
        self.port, self.secrets, self.variables = port, secrets, variables

    def run(self, script):
        done = manage("shell", "--no-imports", "-c", script, **self.variables)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def query(self, statement):
        """Query the database without the program."""
        if "DATABASE_URL" in self.variables:
            with psycopg.connect(self.variables["DATABASE_URL"]) as connection:
                cursor = connection.execute(statement)
                return cursor.fetchall() if cursor.description else []
        path = f"{self.variables['TAVOLO_DATA_DIR']}/tavolo.sqlite3"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            return connection.execute(statement).fetchall()

    def state(self):
        ((links, revision),) = self.query(LEDGER)
        return {"hands": self.query(HANDS), "links": links, "revision": revision}

    def ask(self, method, path, body, *, phone, kill_at=0, key=""):
        """The status and headers of the answer; None where the process died before it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {
            "Authorization": f"Table {self.secrets[phone]}",
            "Content-Type": "application/json",
            "X-Kill-At": str(kill_at),
        }
        if key:
            headers["Idempotency-Key"] = key
        try:
            connection.request(method, TABLE + path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, json.loads(answer.read())
        except (http.client.HTTPException, ConnectionError):
            return None
        finally:
            connection.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])])
def hall(request, tmp_path, prepared):
    variables = {"TAVOLO_DATA_DIR": str(shutil.copytree(prepared, tmp_path / "data"))}
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        template = request.getfixturevalue("postgres_template")
        variables["DATABASE_URL"] = server.create(f"killed_{tmp_path.name}", template=template)
    done = manage("shell", "--no-imports", "-c", HALL, **variables)
    assert done.returncode == 0, done.stderr
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.one_request_a_process"],
        cwd=HOME,
        env=environment(DJANGO_SETTINGS_MODULE="config.settings", **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield Hall(int(process.stdout.readline()), json.loads(done.stdout), variables)
    process.kill()
    process.wait()
    process.stdout.close()


def record(hall, number, **more):
    return hall.ask("PUT", f"hands/{number}/", TALLY, phone=0, **more)


def confirm(hall, number, **more):
    return hall.ask("POST", f"hands/{number}/confirmations/", YES, phone=1, **more)


@pytest.mark.slow
def test_the_same_key_is_answered_at_once_after_a_kill(hall):
    """After a kill during the request, it is done once, some seconds later."""
    for number, step in enumerate((3, 6, 9, 12), start=1):
        assert record(hall, number, kill_at=step, key=f"tally-{number}") is None
        assert record(hall, number, key=f"tally-{number}")[0] == 201
    assert hall.state()["hands"] == [(number, 1, "submitted") for number in (1, 2, 3, 4)]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_process_dies_at_each_step(hall):
    """Killed at every step in turn; each hand ends as one version, in one link of the ledger."""
    number = kill_at_each_step(hall, 1, record, "submitted", with_key=False)
    number = kill_at_each_step(hall, number, record, "submitted", with_key=True)
    kill_at_each_step(hall, number, confirm, "confirmed", with_key=True)
    hall.run(HOLDS)


def kill_at_each_step(hall, first, act, state, *, with_key):
    """Play a hand for each step that this takes, from this number on; answer the number of the next one."""
    survived, number, answer = 0, first, None
    while answer is None:
        key = f"tally-{number}" if with_key else ""
        if act is confirm:
            record(hall, number)
        before = hall.state()
        answer = act(hall, number, kill_at=number - first + 1, key=key)
        after = hall.state()
        done = [hand for hand in after["hands"] if hand not in before["hands"]]
        assert done in ([], [(number, 1, state)])
        assert after["links"] - before["links"] == len(done)
        assert after["revision"] - before["revision"] == len(done)
        assert answer is None or (answer[0] in (200, 201) and done)
        survived += answer is None and bool(done)
        assert act(hall, number, key=key)[0] in (200, 201)
        others = [hand for hand in before["hands"] if hand[0] != number]
        assert hall.state()["hands"] == [*others, (number, 1, state)]
        assert hall.state()["links"] == before["links"] + 1
        number += 1
    assert number - first > 10
    assert survived > 0
    return number
