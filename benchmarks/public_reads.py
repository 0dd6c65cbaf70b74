"""The throughput of public reads in requests a second, compared with a minimal application of the same server.

Run from the root of the repository, in the environment of the tests, with wrk: python -m benchmarks.public_reads
The minimal application and the reads take turns; the best turn of each counts, to reduce the effect of other work on
the machine. `bare` is the minimal application with the same number of bytes, which is the possible maximum.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from urllib.request import Request, urlopen

from benchmarks.measuring import QUICK, add_figure, make_evening, serving
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import Served, until
from tests.processes import HOME, environment

ROWS, MANY = 200, 10_000
ROUNDS, SECONDS, CONNECTIONS = 1 if QUICK else 6, 1, 32
FOLLOWERS, PAUSE = 2_000, 10  # seconds
PUBLISH = """
from tests.halls import play
from tournaments.actions.standings import standings
for table in round_.tables.all()[:50]:
    play(table)
standings.refresh(tournament.pk)
from tests.halls import a_user, by
from tests.season_evenings import DECLARATION
from tournaments.actions.seasons import seasons
season = seasons.create_season(club, {"name": "Season", "declaration": DECLARATION}, by=by(a_user("dora")))
print(tournament.slug, season.slug)
"""
GZIP = {"Accept-Encoding": "gzip"}
Read = tuple[str, Mapping[str, str], float | None]
"""An address, the headers, and the least permitted ratio to the minimal application, or None."""


def main() -> None:
    """Print the figures beside those of the minimal application."""
    with serving() as served, hello() as bare:
        few = Addresses(served, ROWS)
        reads = few.cheapest() | few.whole() | few.bare(bare)
        report_reads(reads, bare, ROWS)
        share = share_of_a_core(served, few.live)
        add_figure(f"{FOLLOWERS} followers of live/, one question in {PAUSE} s", share, "of a core", at_most=0.1)
        if not QUICK:
            report_reads(Addresses(served, MANY).cheapest(), bare, MANY)


class Addresses:
    """The URLs that clients read during an evening."""

    def __init__(self, served: Served, players: int) -> None:
        """Create the evening."""
        slug, season = make_evening(served, players, PUBLISH).split()
        self.page = f"{served.address}/tournaments/{slug}/"
        self.standings = f"{served.address}/api/v1/tournaments/{slug}/standings/"
        self.live = f"{served.address}/api/v1/tournaments/{slug}/live/"
        self.season = f"{served.address}/seasons/{season}/"

    def cheapest(self) -> dict[str, Read]:
        """Return reads whose cost does not depend on the size of the tournament."""
        return {
            "live/": (self.live, {}, 0.6),
            "live/, 304": (self.live, known(self.live), 0.6),
            "standings, JSON, 304": (self.standings, known(self.standings), 0.6),
            "page, 304": (self.page, known(self.page), 0.6),
        }

    def whole(self) -> dict[str, Read]:
        """Return reads of all rows."""
        return {
            "standings, JSON": (self.standings, {}, 0.5),
            "standings, JSON, gzip": (self.standings, GZIP, 0.5),
            "page": (self.page, {}, 0.4),
            "page, gzip": (self.page, GZIP, 0.4),
            "page of a season, gzip": (self.season, GZIP, 0.4),
            "the part of it that is followed, gzip": (f"{self.page}?part=live", GZIP, None),
        }

    def bare(self, hello: str) -> dict[str, Read]:
        """Return reads of the minimal application with the same numbers of bytes."""
        return {
            "bare, as long as the standings": (f"{hello}{length_of(self.standings)}", {}, None),
            "bare, as long as the page": (f"{hello}{length_of(self.page)}", {}, None),
        }


def report_reads(reads: Mapping[str, Read], hello: str, size: int) -> None:
    """Add a figure for each read: requests a second, and the ratio to the minimal application."""
    turns = {"": partial(requests_a_second, hello, {})}
    turns |= {name: partial(requests_a_second, address, headers) for name, (address, headers, _bound) in reads.items()}
    best = dict.fromkeys(turns, 0.0)
    for _round in range(ROUNDS):
        best = {name: max(best[name], turn()) for name, turn in turns.items()}
    for name, (_address, _headers, bound) in reads.items():
        add_figure(name, best[name], "/s", size=size, baseline=best[""], of="hello", ratio_at_least=bound)


def share_of_a_core(served: Served, address: str) -> float:
    """Return the share of a core that the followers would use, computed from the cost of many of their requests."""
    parent = served.program("web server")
    processes = [parent, *parent.children(recursive=True)]

    def spent() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in processes)

    before, asked = spent(), SECONDS * requests_a_second(address, {})
    return float((spent() - before) / asked * FOLLOWERS / PAUSE)


def length_of(address: str) -> int:
    """Return the length of a response in bytes."""
    with urlopen(address) as answer:
        return len(answer.read())


def known(address: str) -> dict[str, str]:
    """Return the If-None-Match header of a client that already has the response."""
    with urlopen(Request(address)) as answer:
        return {"If-None-Match": str(answer.headers["ETag"])}


def requests_a_second(address: str, headers: Mapping[str, str]) -> float:
    """Return the requests a second that wrk counts; fail if a response is not a success."""
    given = [f"-H{name}: {value}" for name, value in headers.items()]
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}", *given, address]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in said, said
    found = re.search(r"Requests/sec: *([\d.]+)", said)
    assert found, said
    return float(found[1])


@contextmanager
def hello() -> Iterator[str]:
    """Run a minimal application on the same server with as many processes; yield its address.

    Like the programs of `serve`, it has a separate session, because Linux distributes processor time by session.
    """
    port = str(free_port())
    address = f"http://127.0.0.1:{port}/"
    command = [sys.executable, "-m", "granian", "--interface", "rsgi", "--no-ws", "--http", "1", "--workers", "2"]
    command += ["--port", port, "--log-level", "error", "--backlog", "1024", "benchmarks.hello:application"]
    with subprocess.Popen(command, cwd=HOME, env=environment(), start_new_session=True) as process:
        try:
            until(partial(_answers, address), 20)
            yield address
        finally:
            process.terminate()


def _answers(address: str) -> bool:
    try:
        with urlopen(address):
            return True
    except OSError:
        return False


if __name__ == "__main__":
    main()
