"""The cost of uncached pages: the processor time of requests through the whole WSGI application, and bytes.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.pages
The baseline is the ledger's page of the same tournament, measured in the same run. It has the same frame but no list.
Work that a process does only once is not included.
"""

import gzip
import io
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.big_evenings import database
from benchmarks.measuring import QUICK, SIZES, add_figure, quickest

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.serving.rsgi_to_wsgi import RawResponse

SIZES_OF_PAGES = sorted({*SIZES, 16 if QUICK else 200})
AT_MOST = {200: 30, 1_000: 120}
"""The limit in milliseconds for standings with this many rows."""
SIGNED_IN_AT_MOST, BYTES_AT_MOST = {200: 15}, {200: 50_000}
CARDS = (8, 3, 3, 3, 3, *[1] * 20)
"""The points of a hand's cards and of its last trick."""
FRAME = "a page with no list"


def main() -> None:
    """Print the figures of each size, and the baselines."""
    with database():
        from tournaments.serving.supervisor.data_folder import gather_static_files

        gather_static_files()
        for size in SIZES_OF_PAGES:
            measure(Evening(size))


@dataclass
class Evening:
    """A tournament with a hand at each table of its round, with its standings and with the users who read the pages."""

    size: int

    def __post_init__(self) -> None:
        from tests.halls import a_club, a_round, a_tournament, a_user, play
        from tournaments.actions.standings import standings
        from tournaments.models import Club

        self.dice = random.Random(self.size)
        club = Club.objects.first() or a_club(owner=a_user("dora"))
        plan: dict[str, Any] = {"name": f"Evening {self.size}", "table": {"hands": 8}, "visibility": "public"}
        self.tournament: Tournament = a_tournament(club, players=self.size, **plan)
        round_ = a_round(self.tournament, tables=[range(start, start + 4) for start in range(0, self.size, 4)])
        for table in round_.tables.order_by("number"):
            play(table, points=self._hand())
        standings.refresh(self.tournament.pk)
        self.stranger, self.director = session(a_user("stefania")), session(a_user("dora"))

    def _hand(self) -> list[int]:
        points = [0, 0, 0, 0]
        for value in CARDS:
            points[self.dice.randrange(4)] += value
        return points

    def get(self, page: str = "", query: str = "", who: str = "", **more: object) -> "RawResponse":
        """Request a page of the tournament and return the response; fail if its status is not 200."""
        cookie = {"HTTP_COOKIE": f"sessionid={who}"} if who else {}
        return get(f"/tournaments/{self.tournament.slug}/{page}", query, **cookie, **more)


ENVIRON: Mapping[str, Any] = {
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "8000",
    "REMOTE_ADDR": "127.0.0.1",
    "HTTP_HOST": "localhost",
    "CONTENT_LENGTH": "0",
    "wsgi.url_scheme": "http",
    "wsgi.errors": sys.stderr,
}


def get(path: str, query: str = "", **more: object) -> "RawResponse":
    """Request a page from the WSGI application and return the response; fail if its status is not 200."""
    from config import wsgi
    from tournaments.serving.rsgi_to_wsgi import answer

    environ = {**ENVIRON, "wsgi.input": io.BytesIO(), "PATH_INFO": path, "QUERY_STRING": query, **more}
    got = answer(wsgi.application, environ)
    assert got.status == 200, (path, got.status)
    return got


def session(user: Any) -> str:
    """Return the session cookie of a user."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)


def measure(evening: Evening) -> None:
    """Add all figures of a tournament."""
    from tournaments.http import PART

    frame, size = milliseconds(evening, "ledger/"), evening.size
    of: dict[str, Any] = {"size": size, "baseline": frame, "of": FRAME}
    entry = evening.tournament.entries.earliest("pk").pk
    add_figure("standings", milliseconds(evening), "ms", at_most=AT_MOST.get(size), **of)
    pages = {"standings after round 1": "standings/1/", "round": "rounds/1/", "players": "players/"}
    for name, page in (pages | {"a player": f"players/{entry}/"}).items():
        add_figure(name, milliseconds(evening, page), "ms", **of)
    for page in ("desk", "results", "registration"):
        add_figure(f"{page}, director", milliseconds(evening, f"{page}/", who=evening.director), "ms", **of)
    part = evening.get(query="part=live").body
    add_figure("standings, signed in, all rendered", milliseconds(evening, who=evening.stranger), "ms", **of)
    for name, who in (("a stranger", evening.stranger), ("a director", evening.director)):
        taken = milliseconds(evening, who=who, **{PART: part})
        add_figure(f"standings, {name}, by the shared part", taken, "ms", at_most=SIGNED_IN_AT_MOST.get(size), **of)
    body, bare = content(evening.get()), content(evening.get("ledger/"))
    of |= {"baseline": len(bare)}
    add_figure("standings, plain", len(body), "bytes", at_most=BYTES_AT_MOST.get(size), **of)
    of |= {"baseline": len(gzip.compress(bare))}
    add_figure("standings, compressed", len(gzip.compress(body)), "bytes", **of)
    add_figure("round, plain", len(content(evening.get("rounds/1/"))), "bytes", size=size)


def milliseconds(evening: Evening, page: str = "", **more: Any) -> float:
    """Return the least processor time of several requests, in milliseconds."""
    evening.get(page, **more)
    return 1000 * quickest(lambda: evening.get(page, **more))


def content(answer: "RawResponse") -> bytes:
    """Return the content of a page in bytes."""
    assert isinstance(answer.body, bytes)
    return answer.body


if __name__ == "__main__":
    main()
