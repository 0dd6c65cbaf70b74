"""What a request to the API costs in a hall of 100 and in one of 10,000 players.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.api
The baseline is a request that reads nothing of any tournament: the description of a game. All the
while the worker publishes standings, as it does on an evening, and shares the machine.
"""

import http.client
import json
import statistics
from itertools import count
from urllib.parse import urlsplit

from benchmarks.measuring import make_evening, report, seconds_of, serving

SIZES = (100, 10_000)
REQUESTS = 60
PUBLISH = """
from tournaments.actions import standings
standings.refresh(tournament.pk)
print(tournament.slug)
"""


class Desk:
    """The director's program: one connection, one token."""

    def __init__(self, address: str, token: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        self._headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: object = None) -> None:
        """Read the whole answer, which has to be a good one."""
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, f"/api/v1/{path}", sent, self._headers)
        answer = self._connection.getresponse()
        answer.read()
        assert answer.status in (200, 201), answer.status


def medians(desk: Desk, slug: str) -> dict[str, float]:
    """Each kind of request with its median milliseconds, the baseline first."""
    home = f"tournaments/{slug}"
    hands = (f"{home}/rounds/1/tables/{1 + n % 25}/hands/{1 + n // 25}/" for n in count())
    tally = {"lines": [{"points": 10}] * 4}
    requests = {
        "baseline: the description of a game": lambda: desk.ask("GET", "games/buddha/"),
        "record a hand": lambda: desk.ask("PUT", next(hands), tally),
        "read a hand": lambda: desk.ask("GET", f"{home}/rounds/1/tables/1/hands/1/"),
        "read a table": lambda: desk.ask("GET", f"{home}/rounds/1/tables/1/"),
        "read live/": lambda: desk.ask("GET", f"{home}/live/"),
        "a page of 50 entries": lambda: desk.ask("GET", f"{home}/entries/?limit=50"),
        "read the standings, whole": lambda: desk.ask("GET", f"{home}/standings/"),
    }
    return {name: 1000 * statistics.median(seconds_of(ask, runs=REQUESTS)) for name, ask in requests.items()}


def main() -> None:
    """Print each request's cost in both halls, and how many times dearer the large one is."""
    with serving() as served:
        slugs = [make_evening(served, size, PUBLISH) for size in SIZES]
        desk = Desk(served.address, served.manage("create_token", "dora", "--scope", "results"))
        small, large = (medians(desk, slug) for slug in slugs)
        report(f"milliseconds, median of {REQUESTS}", f"{SIZES[0]:>8}{SIZES[1]:>8}   ratio")
        for name, few in small.items():
            report(name, f"{few:8.1f}{large[name]:8.1f}{large[name] / few:8.2f}")


if __name__ == "__main__":
    main()
