"""The cost of the desk with 256 tables: the page, the update after a hand, and a response 304.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.desk
The baseline is the ledger's page of the same tournament, measured in the same run. It has the same frame but no list.
"""

import gzip
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from benchmarks.big_evenings import HANDS, database, make_tournament
from benchmarks.measuring import QUICK, add_figure, cpu, quickest

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

    from tournaments.models import Table, Tournament

TABLES = 64 if QUICK else 256
PROCESSES = 2 if QUICK else 6
MILLISECONDS, QUERIES, PAGE, REFRESH = 60, 20, 60_000, 5_000
"""The limits for the desk: milliseconds, queries, and compressed bytes of the page and of its update after a hand."""


def main() -> None:
    """Print all figures for a tournament in the middle of a round."""
    with database():
        from tournaments.serving.supervisor.data_folder import gather_static_files

        gather_static_files()
        measure(make_tournament(4 * TABLES, 1, unplayed=TABLES // 2), size=4 * TABLES)


def measure(tournament: "Tournament", *, size: int) -> None:
    """Add all figures, as a director of the club gets the pages."""
    from django.test import Client

    from tests.halls import a_user

    director = Client(headers={"host": "localhost", "accept-language": "it"})
    director.force_login(a_user("dora"))
    desk = f"/tournaments/{tournament.slug}/desk/"
    add_first_desk(tournament, director.cookies["sessionid"].value, size=size)
    bare = milliseconds(director, f"/tournaments/{tournament.slug}/ledger/")
    of: dict[str, Any] = {"size": size, "baseline": bare, "of": "a page with no list"}
    add_figure("the desk", milliseconds(director, desk), "ms", at_most=MILLISECONDS, **of)
    add_figure("the desk, queries", queries(director, desk), "", at_most=QUERIES, size=size)
    page = director.get(desk)
    add_figure("the desk, compressed", compressed(page), "bytes", at_most=PAGE, size=size)
    asked = f"{desk}?part=live&known={known(page)}"
    mark = {"If-None-Match": director.get(asked).headers["ETag"]}
    add_figure("nothing has changed", milliseconds(director, asked, headers=mark), "ms", **of)
    add_figure("what comes after a hand", after_hands(director, asked, tournament), "ms", at_most=MILLISECONDS, **of)
    add_figure("the same, compressed", compressed(director.get(asked)), "bytes", at_most=REFRESH, size=size)


def add_first_desk(tournament: "Tournament", session: str, *, size: int) -> None:
    """Add the time of the desk as the first page of a new process: the thread's least time in several runs."""
    command = [sys.executable, "-m", "benchmarks.first_desk", tournament.slug, session]
    answers = [subprocess.run(command, check=True, capture_output=True, text=True) for _run in range(PROCESSES)]
    bare, desk = (min(times) for times in zip(*(json.loads(one.stdout) for one in answers), strict=True))
    of: dict[str, Any] = {"size": size, "baseline": bare, "of": "a page with no list"}
    add_figure("the first desk of a process", desk, "ms", at_most=MILLISECONDS, **of)


def milliseconds(director: "Client", address: str, **more: Any) -> float:
    """Return the least processor time of several requests, in milliseconds."""
    director.get(address, **more)
    return 1000 * quickest(lambda: director.get(address, **more))


def after_hands(director: "Client", address: str, tournament: "Tournament") -> float:
    """Return the least processor time of several requests in milliseconds; each follows a hand at a different table."""
    tables = tournament.rounds.get().tables.order_by("number")[:9]
    return 1000 * min(after_a_hand(director, address, table) for table in tables)


def after_a_hand(director: "Client", address: str, table: "Table") -> float:
    """Return the processor time of a request after the last hand of a table was recorded."""
    from tests.halls import play

    play(table, HANDS)
    return cpu(lambda: director.get(address))


def queries(director: "Client", address: str) -> int:
    """Return the number of database queries of a request."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        director.get(address)
    return len(captured)


def compressed(page: "HttpResponse") -> int:
    """Return the size of the compressed response in bytes."""
    assert page.status_code == 200, page.status_code
    return len(gzip.compress(page.content, 6))


def known(page: "HttpResponse") -> str:
    """Return the names of the page's parts with their digests, as a browser sends them."""
    parts = re.findall(r'data-part="([\w-]+)" data-digest="(\w+)"', page.content.decode())
    return "_".join(f"{name}.{digest}" for name, digest in parts)


if __name__ == "__main__":
    main()
