"""Whether memory stays bounded while every request has a URL that is new.

Run from the root of the repository, in the environment of the tests:
python -m benchmarks.flood [--requests 6000] [--on sqlite postgresql]
Queries, tournaments, pages, languages, cookies, hosts, tokens and browsers are different in every request. The
benchmark runs on SQLite under `serve`, and on PostgreSQL with Redis and two web processes.

The baseline is the total memory of Tavolo's own programs after the same number of such requests; shared memory counts
once. By then every bounded cache is full, each thread has opened its database connection, and the shared pages of
memory in which Python counts references have been copied. PostgreSQL is not included, because it has a process for
each connection, which caches the schema.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from benchmarks.http_client import Pool
from benchmarks.installations import Installation, on_postgresql, on_sqlite
from benchmarks.measuring import EVENING, QUICK, add_figure, report

REQUESTS = 360 if QUICK else 6_000
CONNECTIONS = 32
GROWTH = 8.0
"""The permitted growth in megabytes: up to this much freed memory is retained by the C library."""
OTHERS = ("postgres", "redis")
REST = 0.5 if QUICK else 3.0  # seconds within which pending requests end
INSTALLATIONS = {"sqlite": ("SQLite", on_sqlite), "postgresql": ("PostgreSQL", on_postgresql)}
LONG = "y" * 150
BROWSER = "User-Agent: Mozilla/5.0\r\n"
Request = tuple[str, str]

STRANGE: list[Callable[[str, int], Request]] = [
    lambda _slug, n: (f"/tournaments/none-{n}/", BROWSER),
    lambda slug, n: (f"/tournaments/{slug}/?x{n}={n}", BROWSER),
    lambda _slug, n: (f"/{n}/{LONG}", BROWSER),
    lambda slug, n: (
        f"/tournaments/{slug}/",
        f"Accept-Language: x{n}, {LONG}\r\nAccept-Encoding: gzip, z{n}{LONG}\r\n",
    ),
    lambda slug, n: (f"/tournaments/{slug}/", f"Cookie: theme={n}; django_language=x{n}; c{n}={LONG}\r\n"),
    lambda _slug, n: (f"/api/v1/tournaments/none-{n}/standings/", BROWSER),
    lambda slug, n: (f"/api/v1/tournaments/{slug}/standings/?after_round={n}", BROWSER),
    lambda slug, n: (f"/api/v1/tournaments/{slug}/live/", f'If-None-Match: "{n}{LONG}"\r\nAccept: x/{n}\r\n'),
    lambda slug, n: (f"/api/v1/tournaments/{slug}/", f"Authorization: Token {n:040}\r\nUser-Agent: {n}{LONG}\r\n"),
    lambda _slug, n: (
        "/",
        f"Cookie: sessionid={n:032}; csrftoken={n:032}\r\nX-Forwarded-For: 10.{n >> 8 & 255}.1.1\r\n",
    ),
    lambda slug, n: (f"/tournaments/{slug}~{n:043}/", BROWSER),
    lambda _slug, n: (f"/t/{n}/", f"Referer: http://{n}.example/\r\nX{n}: {LONG}\r\n"),
]
"""The kinds of requests, used in turn: each makes an address and headers from the tournament and a number."""


async def flood(address: str, slug: str, numbers: Iterator[int]) -> Counter[int]:
    """Send all requests, a few at once; return the number of responses with each status."""
    pool, statuses = Pool(address, CONNECTIONS), Counter[int]()

    async def send_requests() -> None:
        for number in numbers:
            connection = await pool.take()
            answer = await connection.ask("GET", *STRANGE[number % len(STRANGE)](slug, number))
            pool.give_back(connection)
            statuses[answer.status] += 1

    await asyncio.gather(*(send_requests() for _connection in range(CONNECTIONS)))
    pool.close()
    return statuses


def measure(where: str, installation: Installation, requests: int) -> None:
    """Send the requests to an installation; report each program's memory before and after."""
    slug = json.loads(installation.run(EVENING % (16, 16) + "import json; print(json.dumps(tournament.slug))"))
    asyncio.run(flood(installation.address, slug, iter(range(requests))))
    time.sleep(REST)
    before, start = installation.memory(), time.perf_counter()
    statuses = asyncio.run(flood(installation.address, slug, iter(range(requests, 2 * requests))))
    took = time.perf_counter() - start
    time.sleep(REST)
    after = installation.memory()
    report(
        f"{where}: {requests:,} in {took:.0f} s",
        ", ".join(f"{one}: {times}" for one, times in sorted(statuses.items())),
    )
    for name, megabytes in after.items():
        report(f"{where}: memory of {name}", f"{before[name]:.1f} MB, afterwards {megabytes:.1f} MB")
    add_figure(
        f"{where}: memory after {requests:,} addresses more",
        *(of_tavolo(after), "MB"),
        baseline=of_tavolo(before),
        of="after as many before",
        at_most=round(of_tavolo(before) + GROWTH, 1),
    )
    faults = sum(times for status, times in statuses.items() if status >= 500)
    add_figure(f"{where}: answers that the server failed", faults, "", at_most=0)


def of_tavolo(memory: Mapping[str, float]) -> float:
    """Return the memory of Tavolo's own programs, in megabytes."""
    return sum(megabytes for name, megabytes in memory.items() if name not in OTHERS)


def main() -> None:
    """Print the figures for both installations."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--on", nargs="+", choices=INSTALLATIONS, default=list(INSTALLATIONS))
    options = parser.parse_args()
    for name in options.on:
        where, running = INSTALLATIONS[name]
        with running() as installation:
            measure(where, installation, options.requests)


if __name__ == "__main__":
    main()
