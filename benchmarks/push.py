"""The delay of server-sent events with many followers, and the delay of a webhook after a round was published.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.push
All followers are sockets of this process, which also uses processor time. The baseline is the delay of the same events
for a single follower.
"""

import asyncio
import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measuring import QUICK, add_figure, make_evening, serving
from tests.fixtures.serving import Served, until

FOLLOWERS = 200 if QUICK else 2_000
EVENTS, PAUSES = 5 if QUICK else 30, (0.7, 1.3)  # seconds; they vary, to hit any time between checks
ROUNDS = 3 if QUICK else 15
CONNECTING = 50  # followers at a time
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
WRITE = """
import random, time
from tests.halls import play
from tournaments.models import Tournament
tables = list(Tournament.objects.get(slug=%r).rounds.get().tables.order_by("number"))
for table in tables[%d:%d]:
    began = time.time()
    play(table)
    print(table.round.tournament.ledger.latest("sequence").sequence, began)
    time.sleep(random.uniform(%f, %f))
"""
CLUB = """
from tests.halls import a_club, a_user
from tournaments.actions.webhooks.webhooks import create_webhook
create_webhook(a_club("Annunciato", owner=a_user("anna")), address=%r, events=["round.published"])
"""
PUBLISH = """
import time
from tests.halls import a_round, a_tournament
from tournaments.models import Club
from tests.halls import director_of
from tournaments.actions.rounds import rounds
tournament = a_tournament(Club.objects.get(slug="annunciato"), name="Round %d", visibility="public")
round_ = a_round(tournament, publish=False)
began = time.time()
rounds.publish_round(round_, by=director_of(tournament))
print(began)
"""


class Webhook(BaseHTTPRequestHandler):
    """A receiver that records the arrival of each message."""

    came: list[float] = []

    def do_POST(self) -> None:
        """Respond with 204."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.came.append(time.time())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Print no log line."""


@contextmanager
def receiver() -> Iterator[str]:
    """Run a program that receives webhooks during the block; yield its host and port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Webhook)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()


def main() -> None:
    """Print the figures."""
    with receiver() as host, serving(TAVOLO_WEBHOOK_PRIVATE_HOSTS=host) as served:
        until(lambda: served.program("worker"))
        report_events(served)
        report_webhooks(served, f"http://{host}/")


def report_events(served: Served) -> None:
    """Add the figures of server-sent events: delays, processor time and memory."""
    slug = make_evening(served, 256)
    alone = asyncio.run(Crowd(served, slug, 1).delays(range(EVENTS)))
    crowd = Crowd(served, slug, FOLLOWERS)
    delays = asyncio.run(crowd.delays(range(EVENTS, 2 * EVENTS)))
    one, name = "one follower alone", f"an event to {FOLLOWERS:,} followers"
    add_figure(f"{name}, median", statistics.median(delays), "s", baseline=statistics.median(alone), of=one, at_most=1)
    add_figure(f"{name}, 99 of 100", statistics.quantiles(delays, n=100)[98], "s")
    add_figure("share of a core meanwhile, an event a second", crowd.share, "cores")
    add_figure("processor time of connecting a follower", crowd.connecting * 1000, "ms CPU")
    add_figure("private memory of a follower", crowd.memory / 1024, "kB")


class Crowd:
    """The followers of a tournament, with the memory of each in the web server, and the server's share of a core."""

    def __init__(self, served: Served, slug: str, number: int) -> None:
        """Start without followers."""
        self._served, self._slug, self._number = served, slug, number
        self._address = f"{served.address}/api/v1/tournaments/{slug}/events/"
        self._seen: list[tuple[int, float]] = []
        self.connecting = self.memory = self.share = 0.0

    async def delays(self, tables: range) -> Sequence[float]:
        """Connect all followers and record a hand at each table; return the delay of each event for each follower."""
        raise_limit(self._number)
        spent, memory = processor_time(self._served), memory_of(self._served)
        followers = await self._connect()
        self.connecting = (processor_time(self._served) - spent) / self._number
        self.memory = (memory_of(self._served) - memory) / self._number
        spent, began = processor_time(self._served), time.monotonic()
        script = WRITE % (self._slug, tables.start, tables.stop, *PAUSES)
        written = await asyncio.to_thread(self._served.run, script)
        at = {int(sequence): float(moment) for sequence, moment in map(str.split, written.splitlines())}
        async with asyncio.timeout(60):
            while len(self._seen) < self._number * len(at):
                await asyncio.sleep(0.1)
        self.share = (processor_time(self._served) - spent) / (time.monotonic() - began)
        for follower in followers:
            follower.cancel()
        return [moment - at[sequence] for sequence, moment in self._seen]

    async def _connect(self) -> list[asyncio.Task[None]]:
        """Connect all followers; return the tasks that read their events."""
        parts, gate = urlsplit(self._address), asyncio.Semaphore(CONNECTING)

        async def one() -> Connection:
            async with gate:
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
                while not (await reader.readline()).startswith(b"id: "):
                    pass
                return reader, writer

        connections = await asyncio.gather(*(one() for _each in range(self._number)))
        return [asyncio.create_task(self._read(*connection)) for connection in connections]

    async def _read(self, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        """Record each event. The parameter keeps the writer, because the connection would be closed without it."""
        while line := await reader.readline():
            if line.startswith(b"id: "):
                self._seen.append((int(line[4:]), time.time()))


def report_webhooks(served: Served, address: str) -> None:
    """Add the delay of a webhook after a round was published."""
    served.run(CLUB % address)
    until(lambda: len(Webhook.came) == 1)
    delays = []
    for number in range(ROUNDS):
        published = float(served.run(PUBLISH % number))
        until(lambda number=number: len(Webhook.came) == number + 2)
        delays.append(Webhook.came[-1] - published)
    add_figure("a published round until its webhook, median", statistics.median(delays), "s", at_most=2)
    add_figure("a published round until its webhook, longest", max(delays), "s")


def raise_limit(followers: int) -> None:
    """Allow this process as many open connections as there are followers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, followers + 500)), hard))


def web_processes(served: Served) -> list[Any]:
    """Return the web server with its child processes."""
    parent = served.program("web server")
    return [parent, *parent.children(recursive=True)]


def processor_time(served: Served) -> float:
    """Return the processor time of the web server, in seconds."""
    return sum(sum(process.cpu_times()[:2]) for process in web_processes(served))


def memory_of(served: Served) -> float:
    """Return the private memory of the web server, in bytes."""
    return sum(process.memory_full_info().uss for process in web_processes(served))


if __name__ == "__main__":
    main()
