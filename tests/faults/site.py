"""A server as docs/hosting.md describes it: two web servers behind the nginx of docker/, with their services."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

from tests.fixtures.nginx import nginx
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import Console, until
from tests.processes import HOME, environment

TABLES = 6
HANDS = 5_000
HALL = f"""
import json
from tests.halls import a_round, a_tournament
from tournaments.actions.at_table import keys, seats, table_sessions
tournament = a_tournament(players={4 * TABLES}, table={{"hands": {HANDS}}}, pairing="scripted")
a_round(tournament, tables=[range(4 * n, 4 * n + 4) for n in range({TABLES})])
secrets = []
for card in keys.cards(tournament, range(1, {TABLES} + 1)):
    phones = [table_sessions.open_by_secret(card.secret, device=f"{{card.code}} {{n}}") for n in (0, 1)]
    for seat, opened in enumerate(phones):
        seats.claim_seat(opened.session, seat)
    secrets.append([opened.secret for opened in phones])
print(json.dumps([tournament.slug, secrets]))
"""
STORED = """
import json
from tournaments.actions.verification import verify
from tournaments.models import Hand, Tournament
tournament = Tournament.objects.get(slug={slug!r})
hands = Hand.objects.filter(table__round__tournament=tournament).order_by("table__number", "number")
print(json.dumps([list(hands.values_list("table__number", "number")), [str(f) for f in verify(tournament).findings]]))
"""


class Program:
    """`manage.py run` with these arguments."""

    def __init__(self, arguments, variables):
        self.command = [sys.executable, "manage.py", "run", *arguments]
        self.environment = environment(**variables)
        self.start()

    def start(self):
        self.started = time.monotonic() - delay(os.getpid())
        self.process = subprocess.Popen(self.command, cwd=HOME, env=self.environment)

    def family(self):
        """Return its first process and all processes that this started."""
        first = psutil.Process(self.process.pid)
        return [first, *first.children(recursive=True)]

    def stop(self):
        """End it as a service manager does; return its exit status."""
        self.process.terminate()
        return self.process.wait(60)

    def kill(self):
        self.process.kill()
        self.process.wait(10)


class WebServer(Program):
    """One of the web servers, at a port of its own."""

    def __init__(self, variables):
        self.port = free_port()
        super().__init__(["web", "--port", str(self.port)], variables)

    def answers(self):
        return status(f"http://127.0.0.1:{self.port}/healthz") == 200

    def until_answers(self):
        """Wait for its first answer; return the seconds since its start, less those spent waiting for a processor."""
        until(self.answers, 100)
        first, *children = [delay(process.pid) for process in self.family()]
        return time.monotonic() - delay(os.getpid()) - self.started - first - max(children)


class Hall:
    """A round in play: its address, and the secrets of two phones at each table."""

    def __init__(self, slug, secrets):
        self.slug, self.secrets = slug, secrets
        self.played = dict.fromkeys(range(1, TABLES + 1), 0)
        """How many hands were acknowledged, by table."""


class Site:
    """Web servers, workers, a beat and nginx on this database, with three rounds in play.

    `queues` are the options of each worker.
    """

    def __init__(self, stack: ExitStack, variables, folder, *, database, web_servers=2, queues=((),)):
        self.variables, self.database = {**variables, "TAVOLO_LOG_LEVEL": "ERROR"}, database
        self.console = Console({**self.variables, "DATABASE_URL": database})
        stack.callback(self.console.close)
        self.hall, self.other_hall, self.quiet_hall = (Hall(*json.loads(self.console.run(HALL))) for _ in range(3))
        self.web = [WebServer(self.variables) for _ in range(web_servers)]
        self.workers = [Program(["worker", *options], self.variables) for options in queues]
        for program in (*self.web, *self.workers, Program(["beat"], self.variables)):
            stack.callback(end, program)
        self.address = stack.enter_context(nginx(folder, [each.port for each in self.web]))
        for each in self.web:
            each.until_answers()
        until(lambda: status(f"{self.address}/readyz") == 200, 150)

    def lost(self, log):
        """Return what is wrong with the stored rows: acknowledged hands that are missing, hands that occur twice."""
        stored, findings = json.loads(self.console.run(STORED.format(slug=self.hall.slug)))
        stored = [tuple(each) for each in stored]
        missing = sorted(set(log.acknowledged) - set(stored))
        return [*missing, *findings, *(["stored twice"] if len(set(stored)) < len(stored) else [])]


def delay(pid):
    """The seconds for which the first thread of this process could have run and had no processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def end(program):
    """Stop what is left of a program, in whatever state it is."""
    if program.process.poll() is None:
        for process in program.family():
            process.resume()
        program.process.kill()
        program.process.wait(10)


@contextmanager
def standing_still(processes):
    """Processes that do nothing while the block runs."""
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def status(address, **headers):
    """The status of an answer; 0 without one."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except OSError:
        return 0
