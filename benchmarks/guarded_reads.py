"""What an answer from memory costs the web server, in hellos: processor time of both, in turns, the least of each."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from urllib.request import urlopen

import psutil

from benchmarks.measuring import make_evening, serving
from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.processes import HOME, environment

TURNS, SECONDS, CONNECTIONS, PLAYERS = 2, 1, 16, 200
PUBLISH = """
from tournaments.actions import standings
standings.refresh(tournament.pk)
print(tournament.slug)
"""


class Reads:
    """A Tavolo and a bare hello beside it, while it is entered."""

    def __enter__(self) -> Reads:
        self._stack = ExitStack()
        served, (bare, address) = self._stack.enter_context(serving()), self._stack.enter_context(_hello())
        slug = make_evening(served, PLAYERS, PUBLISH)
        page = f"{served.address}/tournaments/{slug}/"
        standings, live = (f"{served.address}/api/v1/tournaments/{slug}/{path}/" for path in ("standings", "live"))
        web = psutil.Process(served.program("web server").pid)
        self._reads: dict[str, tuple[psutil.Process, str, Mapping[str, str]]] = {
            "hello": (bare, address, {}),
            "live/": (web, live, {}),
            "live/, 304": (web, live, _known(live)),
            "standings of 200 rows, 304": (web, standings, _known(standings)),
            "page of 200 rows, 304": (web, page, _known(page)),
        }
        return self

    def __exit__(self, *_fault: object) -> None:
        self._stack.close()

    def hellos(self, least: dict[str, float]) -> dict[str, float]:
        """How many hellos each answer costs, after a few turns more."""
        for _turn in range(TURNS):
            for name, read in self._reads.items():
                least[name] = min(least.get(name, float("inf")), _cost(*read))
        return {name: seconds / least["hello"] for name, seconds in least.items() if name != "hello"}


def _known(address: str) -> dict[str, str]:
    with urlopen(address) as answer:
        return {"If-None-Match": str(answer.headers["ETag"])}


def _cost(server: psutil.Process, address: str, headers: Mapping[str, str]) -> float:
    """The server's processor time for an answer, in seconds."""
    given = [f"-H{name}: {value}" for name, value in headers.items()]
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}", *given, address]
    before = _spent(server)
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = _spent(server)
    assert "Non-2xx" not in said, said
    answered = re.search(r"(\d+) requests in", said)
    assert answered, said
    return (after - before) / int(answered[1])


def _spent(server: psutil.Process) -> float:
    return sum(float(sum(process.cpu_times()[:2])) for process in [server, *server.children(recursive=True)])


@contextmanager
def _hello() -> Iterator[tuple[psutil.Process, str]]:
    """A bare hello of the same server, with its address."""
    port = str(free_port())
    command = [sys.executable, "-m", "granian", "--interface", "rsgi", "--no-ws", "--http", "1", "--workers", "2"]
    command += ["--port", port, "--log-level", "error", "benchmarks.hello:application"]
    with subprocess.Popen(command, cwd=HOME, env=environment()) as process:
        address = f"http://127.0.0.1:{port}/"
        until(lambda: _answers(address), 20)
        yield psutil.Process(process.pid), address
        process.terminate()


def _answers(address: str) -> bool:
    with suppress(OSError), urlopen(address):
        return True
    return False
