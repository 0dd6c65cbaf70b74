"""How often a second what everybody may read is answered, beside a bare hello of the same server in the same run.

Run from the root of the repository, in the environment of the tests, with wrk: python -m benchmarks.public_reads
Hello and the reads take turns, and the best turn of each counts, so that what else the machine does disturbs little.
`bare` is hello with as many bytes: the most that could be had.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.request import Request, urlopen

from benchmarks.measuring import make_evening, report, serving
from tests.fixtures.serving import Served, until
from tests.processes import HOME, environment

PLAYERS = 200
ROUNDS, SECONDS, CONNECTIONS = 6, 1, 32
FOLLOWERS, PAUSE = 2_000, 10  # seconds
HELLO = "http://127.0.0.1:8979/"
PUBLISH = """
from tests.halls import play
from tournaments.actions import standings
for table in round_.tables.all():
    play(table)
standings.refresh(tournament.pk)
print(tournament.slug)
"""
GZIP = {"Accept-Encoding": "gzip"}


def main() -> None:
    """Print the figures, the baseline first."""
    with serving() as served, hello():
        slug = make_evening(served, PLAYERS, PUBLISH)
        page = f"{served.address}/tournaments/{slug}/"
        standings = f"{served.address}/api/v1/tournaments/{slug}/standings/"
        live = f"{served.address}/api/v1/tournaments/{slug}/live/"
        reads: dict[str, tuple[str, Mapping[str, str]]] = {
            "baseline: hello": (HELLO, {}),
            "bare, as long as the standings": (f"{HELLO}{length_of(standings)}", {}),
            "standings, JSON": (standings, {}),
            "standings, JSON, gzip": (standings, GZIP),
            "standings, JSON, 304": (standings, {"If-None-Match": etag_of(standings)}),
            "live/": (live, {}),
            "live/, 304": (live, {"If-None-Match": etag_of(live)}),
            "bare, as long as the page": (f"{HELLO}{length_of(page)}", {}),
            "page": (page, {}),
            "page, gzip": (page, GZIP),
            "page, 304": (page, {"If-None-Match": etag_of(page)}),
            "the part of it that is followed, gzip": (f"{page}?part=live", GZIP),
        }
        print_table(reads)
        report(
            f"{FOLLOWERS} followers of live/, one question each {PAUSE} s",
            f"{share_of_a_core(served, live):8.1%} of a core",
        )
        report("the page with a query that is never cached", f"{requests_a_second(f'{page}?anew', GZIP):8.0f}")


def print_table(reads: Mapping[str, tuple[str, Mapping[str, str]]]) -> None:
    """A line for each read: requests a second, and how many for one hello."""
    figures: dict[str, list[float]] = {name: [] for name in reads}
    for _round in range(ROUNDS):
        for name, (address, headers) in reads.items():
            figures[name].append(requests_a_second(address, headers))
    baseline = max(figures["baseline: hello"])
    report(f"requests/s, {PLAYERS} rows, {CONNECTIONS} connections", "    best  of hello")
    for name, each in figures.items():
        report(name, f"{max(each):8.0f}  {max(each) / baseline:8.3f}")


def share_of_a_core(served: Served, address: str) -> float:
    """What the followers take of the web processes' time, from as many questions as they get asked."""
    parent = served.program("web server")
    processes = [parent, *parent.children(recursive=True)]

    def spent() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in processes)

    before, asked = spent(), SECONDS * requests_a_second(address, {})
    return float((spent() - before) / asked * FOLLOWERS / PAUSE)


def length_of(address: str) -> int:
    """The bytes of the answer."""
    with urlopen(address) as answer:
        return len(answer.read())


def etag_of(address: str) -> str:
    """The ETag by which the answer is known."""
    with urlopen(Request(address)) as answer:
        return str(answer.headers["ETag"])


def requests_a_second(address: str, headers: Mapping[str, str]) -> float:
    """What wrk counts, when every answer is a good one."""
    given = [f"-H{name}: {value}" for name, value in headers.items()]
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}", *given, address]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in said, said
    found = re.search(r"Requests/sec: *([\d.]+)", said)
    assert found, said
    return float(found[1])


@contextmanager
def hello() -> Iterator[None]:
    """A bare hello of the same server with as many processes."""
    command = [sys.executable, "-m", "granian", "--interface", "rsgi", "--no-ws", "--http", "1", "--workers", "2"]
    command += ["--port", "8979", "--log-level", "error", "--backlog", "1024", "benchmarks.hello:application"]
    with subprocess.Popen(command, cwd=HOME, env=environment()) as process:
        until(_answers, 20)
        yield
        process.terminate()


def _answers() -> bool:
    try:
        with urlopen(HELLO):
            return True
    except OSError:
        return False


if __name__ == "__main__":
    main()
