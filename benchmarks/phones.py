"""The browser of a phone at a table, and its waiting times for each kind of response."""

import asyncio
import os
import random
import re
import time
from collections import defaultdict
from urllib.parse import urljoin

from benchmarks.http_client import Pool

PATIENCE = 20.0  # seconds after which a request times out
CONNECTIONS = 6  # the limit of browsers for a host
PACE = 8.0  # seconds between two polls for news, plus or minus a fifth
STATIC = re.compile(r'(?:href|src)="(/static/[^"]+)"')
NEWS = re.compile(r'data-news="([^"]+)"')


class Figures:
    """The waiting times for responses in seconds, by kind, and the number of time-outs."""

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
        """Return the waiting time that this percentage of the responses of a kind did not exceed."""
        each = sorted(self.seconds[kind]) or [PATIENCE]
        return each[min(len(each) - 1, len(each) * percent // 100)]


class Phone:
    """A browser with up to six persistent connections."""

    def __init__(self, address, cookie, figures):
        self._pool, self._figures = Pool(address, CONNECTIONS), figures
        self._headers = f"Cookie: {cookie}\r\nAccept: */*\r\n"

    async def get(self, kind, path):
        """Return the content of a response and record its waiting time; the content is empty if no response came."""
        started, connection = time.monotonic(), await self._pool.take()
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await connection.ask("GET", path, self._headers)
            if answer.status not in (200, 304):
                raise OSError(answer.status)
        except (TimeoutError, OSError):
            connection.close()
            self._figures.none[kind] += 1
            return ""
        finally:
            self._pool.give_back(connection)
        self._figures.seconds[kind].append(time.monotonic() - started)
        return answer.content.decode(errors="replace")

    async def open(self, path):
        """Load a page and its static files; return the URL of its news."""
        page = await self.get("page", path)
        files = dict.fromkeys(STATIC.findall(page))
        await asyncio.gather(*(self.get("static file", file) for file in files))
        news = NEWS.search(page[page.find('id="table"') :])
        return urljoin(path, news[1]) if news else None

    async def follow(self, news, until):
        """Poll for news like the page, until this time."""
        while news and time.monotonic() < until:
            await asyncio.sleep(PACE * random.uniform(0.8, 1.2))
            await self.get("news", news)

    def leave(self):
        """Close the connections."""
        self._pool.close()
