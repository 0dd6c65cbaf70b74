"""The cost of API requests in halls of 16 to 10,000 players.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.api
The baseline is a request that reads nothing of any tournament: the description of a game. Meanwhile the worker
publishes standings on the same machine, as on a real evening.
"""

import statistics
from itertools import count

from benchmarks.measuring import QUICK, SIZES, Client, add_figure, make_evening, seconds_of, serving

REQUESTS = 20 if QUICK else 32
BASELINE = "the description of a game"
PUBLISH = """
from tournaments.actions.standings import standings
standings.refresh(tournament.pk)
print(tournament.slug)
"""


def medians(desk: Client, slug: str, size: int) -> dict[str, float]:
    """Return the median milliseconds of each kind of request, the baseline first."""
    home, tables = f"/api/v1/tournaments/{slug}", min(25, size // 4)
    hands = (f"{home}/rounds/1/tables/{1 + n % tables}/hands/{1 + n // tables}/" for n in count())
    tally = {"lines": [{"points": 10}] * 4}
    requests = {
        BASELINE: lambda: desk.ask("GET", "/api/v1/games/buddha/"),
        "record a hand": lambda: desk.ask("PUT", next(hands), tally),
        "read a hand": lambda: desk.ask("GET", f"{home}/rounds/1/tables/1/hands/1/"),
        "read a table": lambda: desk.ask("GET", f"{home}/rounds/1/tables/1/"),
        "read live/": lambda: desk.ask("GET", f"{home}/live/"),
        "a page of 50 entries": lambda: desk.ask("GET", f"{home}/entries/?limit=50"),
        "read the standings, whole, as director": lambda: desk.ask("GET", f"{home}/standings/"),
    }
    runs = min(REQUESTS, 8 * tables)  # only so many hands can be recorded
    return {name: 1000 * statistics.median(seconds_of(ask, runs=runs)) for name, ask in requests.items()}


def main() -> None:
    """Print the cost of each request in each hall, and the baseline."""
    with serving() as served:
        slugs = {size: make_evening(served, size, PUBLISH) for size in SIZES}
        token = served.manage("create_token", "dora", "--scope", "results")
        desk = Client(served.address, {"Authorization": f"Token {token}"})
        for size, slug in slugs.items():
            taken = medians(desk, slug, size)
            baseline = taken.pop(BASELINE)
            for name, milliseconds in taken.items():
                add_figure(f"{name}, median", milliseconds, "ms", size=size, baseline=baseline, of=BASELINE)


if __name__ == "__main__":
    main()
