"""What a request to the API costs in a hall of 100 and in one of 10,000 players.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.api
The baseline is a request that reads nothing of any tournament: the description of a game. All the
while the worker publishes standings, as it does on an evening, and shares the machine.
"""

import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from tests.fixtures.serving import Served

SIZES = (100, 10_000)
REQUESTS = 60
HALL = """
from tests.halls import a_club, a_round, a_tournament, a_user
from tournaments.actions import standings
from tournaments.models import Club
club = Club.objects.filter(name="Circolo").first() or a_club("Circolo", a_user("dora"))
tournament = a_tournament(club, players=%d, table={"hands": 8})
a_round(tournament, tables=[range(start, start + 4) for start in range(0, %d, 4)])
standings.refresh(tournament.pk)
print(tournament.slug)
"""


class Desk:
    """The director's program: one connection, one token."""

    def __init__(self, address: str, token: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        self._headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: object = None) -> int:
        """Answer the status, once the whole answer has been read."""
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, f"/api/v1/{path}", sent, self._headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status


def median(ask: Callable[[], int]) -> float:
    """The median seconds of some requests, each of them answered well."""
    taken = []
    for _ in range(REQUESTS):
        start = time.perf_counter()
        status = ask()
        taken.append(time.perf_counter() - start)
        assert status in (200, 201), status
    return statistics.median(taken)


def figures(desk: Desk, slug: str) -> Iterator[tuple[str, float]]:
    """Each kind of request with its median seconds, the baseline first."""
    home = f"tournaments/{slug}/"
    hands = (f"{home}rounds/1/tables/{1 + n % 25}/hands/{1 + n // 25}/" for n in count())
    tally = {"lines": [{"points": 10}] * 4}
    yield "baseline: the description of a game", median(lambda: desk.ask("GET", "games/buddha/"))
    yield "record a hand", median(lambda: desk.ask("PUT", next(hands), tally))
    yield "read a hand", median(lambda: desk.ask("GET", f"{home}rounds/1/tables/1/hands/1/"))
    yield "read a table", median(lambda: desk.ask("GET", f"{home}rounds/1/tables/1/"))
    yield "read live/", median(lambda: desk.ask("GET", f"{home}live/"))
    yield "a page of 50 entries", median(lambda: desk.ask("GET", f"{home}entries/?limit=50"))
    yield "read the standings, whole", median(lambda: desk.ask("GET", f"{home}standings/"))


def main() -> None:
    """Print each request's cost in both halls, and how many times dearer the large one is."""
    with tempfile.TemporaryDirectory() as temporary:
        served = Served(Path(temporary) / "data")
        slugs = [served.run(HALL % (size, size)) for size in SIZES]
        token = served.manage("create_token", "dora", "--scope", "results")
        desk = Desk(served.address, token)
        small, large = (list(figures(desk, slug)) for slug in slugs)
        print(f"{'milliseconds, median of ' + str(REQUESTS):<40}{SIZES[0]:>8}{SIZES[1]:>8}   ratio")
        for (name, few), (_, many) in zip(small, large, strict=True):
            print(f"{name:<40}{few * 1000:8.1f}{many * 1000:8.1f}{many / few:8.2f}")
        served.stop()


if __name__ == "__main__":
    main()
