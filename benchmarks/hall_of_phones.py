"""How long a hall of phones waits: 300 open their table's page within 16 s and follow it.

Run from the root of the repository, in the environment of the tests:
python -m benchmarks.hall_of_phones [--phones 300] [--seconds 30] [--silent 2000]
Each phone loads the page and its static files over up to six connections, as a browser does, keeps
them, and asks for news as the page's script does. It is done twice, without and beside connections
that are silent, half-sent or idle; before each the baseline: one phone that opens the page
alone, again and again. The machine's load average is printed too, since other work slows the figures.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import time
from collections import defaultdict
from contextlib import contextmanager, nullcontext, suppress
from urllib.parse import urljoin, urlsplit

from benchmarks.measuring import COLLECTED, QUICK, add_figure, make_evening, serving
from tests.slow_clients import HALF_A_BODY, HALF_A_HEADER, SILENT, asks_for, clients

ARRIVAL = 16.0  # seconds in which all phones come
PATIENCE = 20.0  # seconds after which an answer counts as none
CONNECTIONS = 6  # of a browser to one address
PACE = 8.0  # seconds between two questions for news, give or take a fifth
PHONES = """
import json
from django.utils.crypto import get_random_string
from tournaments.actions.at_table import keys, seats, table_sessions
phones = []
for card in keys.cards(tournament, range(1, round_.tables.count() + 1)):
    for seat in range(4):
        device = get_random_string(32)
        opened = table_sessions.open_by_secret(card.secret, device=device)
        seats.claim_seat(opened.session, seat)
        phones.append(f"table={opened.secret}; device={device}")
print(json.dumps({"path": f"/t/{tournament.slug}", "phones": phones}))
"""
KINDS = SILENT, HALF_A_HEADER, HALF_A_BODY, asks_for("/healthz")
STATIC = re.compile(r'(?:href|src)="(/static/[^"]+)"')
NEWS = re.compile(r'data-news="([^"]+)"')


class Figures:
    """The seconds that each kind of answer took, and how often none came."""

    def __init__(self):
        self.seconds, self.none = defaultdict(list), defaultdict(int)

    def report(self, title):
        """Print a line for each kind."""
        print(f"\n{title}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for kind in sorted(self.seconds.keys() | self.none.keys()):
            p50, p99, slowest = (self.centile(kind, percent) for percent in (50, 99, 100))
            print(
                f"  {kind:<12} {len(self.seconds[kind]):>6} answers  p50 {p50:6.3f} s  p99 {p99:6.3f} s  "
                f"slowest {slowest:6.3f} s  time-outs {self.none[kind]}"
            )

    def centile(self, kind, percent):
        """What so many percent of the answers of this kind did not exceed."""
        each = sorted(self.seconds[kind]) or [PATIENCE]
        return each[min(len(each) - 1, len(each) * percent // 100)]


class Phone:
    """A browser: at most six connections, which it keeps."""

    def __init__(self, address, cookie, figures):
        self._place = urlsplit(address)
        self._cookie, self._figures = cookie, figures
        self._free, self._room = [], asyncio.Semaphore(CONNECTIONS)

    async def get(self, kind, path):
        """The content of an answer, after noting how long it took; empty when there was none."""
        started = time.monotonic()
        try:
            async with self._room, asyncio.timeout(PATIENCE):
                content = await self._ask(path)
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            self._figures.none[kind] += 1
            return ""
        self._figures.seconds[kind].append(time.monotonic() - started)
        return content

    async def _ask(self, path):
        while self._free:  # one that was kept may be closed by now
            with suppress(OSError, asyncio.IncompleteReadError):
                return await self._over(self._free.pop(), path)
        connection = await asyncio.open_connection(self._place.hostname, self._place.port)
        return await self._over(connection, path)

    async def _over(self, connection, path):
        reader, writer = connection
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\n"
            f"Cookie: {self._cookie}\r\nAccept: */*\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 304")):
            raise OSError(head)
        length = re.search(rb"content-length: (\d+)", head)
        content = await reader.readexactly(int(length[1])) if length else b""
        self._free.append(connection)
        return content.decode(errors="replace")

    async def open(self, path):
        """Load a page and what belongs to it; answer where its news are."""
        page = await self.get("page", path)
        files = dict.fromkeys(STATIC.findall(page))
        await asyncio.gather(*(self.get("static file", file) for file in files))
        news = NEWS.search(page[page.find('id="table"') :])
        return urljoin(path, news[1]) if news else None

    async def follow(self, news, until):
        """Ask for news as the page does."""
        while news and time.monotonic() < until:
            await asyncio.sleep(PACE * random.uniform(0.8, 1.2))
            await self.get("news", news)

    def leave(self):
        """Close what was kept."""
        for _reader, writer in self._free:
            writer.close()


async def evening(address, path, cookies, *, seconds):
    """All phones come, and follow until the end."""
    figures = Figures()
    end = time.monotonic() + ARRIVAL + seconds

    async def one(number, cookie):
        await asyncio.sleep(ARRIVAL * number / len(cookies))
        phone = Phone(address, cookie, figures)
        await phone.follow(await phone.open(path), end)
        phone.leave()

    await asyncio.gather(*(one(number, cookie) for number, cookie in enumerate(cookies)))
    return figures


async def alone(address, path, cookie):
    """One phone opens the page twenty times, with nobody beside it."""
    figures = Figures()
    for _ in range(20):
        phone = Phone(address, cookie, figures)
        news = await phone.open(path)
        await phone.get("news", news)
        phone.leave()
    return figures


def keep_slow(address, number):
    """Hold so many slow connections, opened again before the server closes them, until killed."""
    while True:
        with clients(address, number // len(KINDS), *KINDS):
            time.sleep(25)


@contextmanager
def beside(address, number):
    """A process of its own that holds so many slow connections."""
    keeper = multiprocessing.Process(target=keep_slow, args=(address, number), daemon=True)
    keeper.start()
    yield
    keeper.terminate()
    keeper.join()


def add_figures(title, figures, single):
    """The page and the news of a whole hall beside those of a phone alone."""
    for kind in ("page", "news"):
        p99, baseline = figures.centile(kind, 99), single.centile(kind, 50)
        add_figure(f"{title}: {kind}, p99", p99, "s", baseline=baseline, of="one phone alone, median")
    add_figure(f"{title}: no answer within {PATIENCE:.0f} s", sum(figures.none.values()), "", at_most=0)


def main():
    """Print the figures, each after its baseline."""
    parser = argparse.ArgumentParser()
    for name, default, quick in (("phones", 300, 40), ("seconds", 30, 5), ("silent", 2000, 200)):
        parser.add_argument(f"--{name}", type=int, default=quick if QUICK else default)
    options = parser.parse_args()
    with serving() as served:
        hall = json.loads(make_evening(served, -(-options.phones // 4) * 4, PHONES))
        cookies = hall["phones"][: options.phones]
        for silent in (options.silent,) if COLLECTED in os.environ else (0, options.silent):
            single = asyncio.run(alone(served.address, hall["path"], cookies[0]))
            single.report("baseline: one phone alone")
            with beside(served.address, silent) if silent else nullcontext():
                figures = asyncio.run(evening(served.address, hall["path"], cookies, seconds=options.seconds))
            title = f"{len(cookies)} phones beside {silent} silent connections"
            figures.report(title)
            add_figures(title, figures, single)


if __name__ == "__main__":
    main()
