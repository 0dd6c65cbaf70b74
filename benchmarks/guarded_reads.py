"""The number of function calls for a cached response, relative to a minimal response.

A separate process with its own data folder calls the application of `serve` directly, without a web server.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import EVENING
from tests.fixtures.serving import PREPARE
from tests.processes import HOME, environment

PLAYERS, TIMES = 200, 50
PUBLISH = """
from tournaments.actions.standings import standings
standings.refresh(tournament.pk)
"""
SEASON = """
from tests.halls import a_user, by
from tests.season_evenings import DECLARATION
from tournaments.actions.seasons import seasons
seasons.create_season(club, {"name": "Season", "declaration": DECLARATION}, by=by(a_user("dora")))
"""


def calls_from_memory() -> dict[str, float]:
    """Return the function calls of each cached response, divided by those of a minimal response."""
    with TemporaryDirectory() as folder:
        variables = environment(TAVOLO_DATA_DIR=folder, DJANGO_SETTINGS_MODULE="config.settings")
        command = [sys.executable, "-m", "benchmarks.guarded_reads"]
        output = subprocess.run(command, cwd=HOME, env=variables, stdout=subprocess.PIPE, check=True).stdout
    calls = json.loads(output)
    baseline = calls.pop("hello")
    return {name: number / baseline for name, number in calls.items()}


class Protocol:
    """A replacement for the protocol object of the web server; it stores the last response."""

    status, body = 0, b""
    headers: dict[str, str] = {}

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Store the response."""
        self.status, self.headers, self.body = status, {name.lower(): value for name, value in headers}, body


def main() -> None:
    """Print the calls of each response as JSON."""
    import django

    django.setup()
    exec(PREPARE)
    evening: dict[str, Any] = {}
    exec(EVENING % (PLAYERS, PLAYERS) + PUBLISH + SEASON, evening)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    print(json.dumps(asyncio.run(measured(evening["tournament"].slug))))


async def measured(slug: str) -> dict[str, int]:
    """Return the number of function calls for each response that is already cached."""
    from benchmarks.hello import application as hello
    from config.rsgi import application
    from tests.serving.public_answers import ask

    application.__rsgi_init__(asyncio.get_running_loop())
    api, page = f"/api/v1/tournaments/{slug}", f"/tournaments/{slug}/"
    calls = {"hello": await least_calls(hello, ask("/"))}
    season = {"season, page": "/seasons/season/", "season, standings": "/api/v1/seasons/season/standings/"}
    paths = {"live/": f"{api}/live/", "standings": f"{api}/standings/", "page": page, **season}
    for name, path in paths.items():
        whole = Protocol()
        await application.__rsgi__(ask(path), whole)
        calls[name] = await least_calls(application, ask(path))
        calls[f"{name}, gzip"] = await least_calls(application, ask(path, accept_encoding="gzip"))
        known = {"if-none-match": whole.headers["etag"]}
        calls[f"{name}, 304"] = await least_calls(application, ask(path, **known), status=304)
    return calls


async def least_calls(application: Any, scope: object, status: int = 200) -> int:
    """Return the least number of function calls of a response, which excludes work that is done only now and then."""
    numbers = []
    for _time in range(TIMES):
        called, protocol = 0, Protocol()

        def see(_frame: object, event: str, _argument: object) -> None:
            nonlocal called
            called += event in ("call", "c_call")

        sys.setprofile(see)
        await application.__rsgi__(scope, protocol)
        sys.setprofile(None)
        assert protocol.status == status, (scope, protocol.status)
        numbers.append(called)
    return min(numbers)


if __name__ == "__main__":
    main()
