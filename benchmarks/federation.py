"""The cost of a federation, 100,000 players of 500 clubs on PostgreSQL: the processor time of each program.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.federation
The baseline is the same installation with one club of 200 players.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from benchmarks.installations import Installation, on_postgresql
from benchmarks.measuring import QUICK, Client, add_figure
from tests.faults.load import TALLY, YES
from tests.faults.site import HALL

CLUBS, MEMBERS = (10, 200) if QUICK else (500, 200)
TIMES = 20 if QUICK else 200
IDLE = 10  # seconds
PAST_THE_CACHE = {"Cookie": "sessionid=nobody"}
FILL = f"""
from tests.halls import a_club, a_user
from tournaments.models import Player, User
owner = User.objects.first() or a_user()
for number in range({{first}}, {{last}}):
    club = a_club(f"Circolo {{{{number}}}}", owner)
    names = [f"Nome{{{{number}}}} Cognome{{{{n}}}}" for n in range({MEMBERS})]
    Player.objects.bulk_create([Player(club=club, name=name, name_key=name.casefold()) for name in names])
print(club.slug)
"""
SIZE = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT pg_database_size(current_database())")
    print(cursor.fetchone()[0])
"""


def costs(installation: Installation, work: Callable[[int], None], times: int) -> dict[str, float]:
    """Return the milliseconds of processor time of web server, workers and PostgreSQL for each call of `work`."""
    before = installation.cpu_seconds()
    for number in range(1, times + 1):
        work(number)
    time.sleep(2)  # time for the worker to publish
    used = {name: 1000 * (spent - before[name]) / times for name, spent in installation.cpu_seconds().items()}
    workers = sum(spent for name, spent in used.items() if name.startswith("worker"))
    return {"web server": used["web"], "workers": workers, "PostgreSQL": used["postgres"]}


def measure(installation: Installation, club: str) -> dict[str, tuple[float, str]]:
    """Return each figure with its unit."""
    slug, tables = json.loads(installation.run(HALL))
    phones = [Client(installation.address, {"Authorization": f"Table {secret}"}) for secret in tables[0]]
    reader, found = Client(installation.address, PAST_THE_CACHE), dict[str, tuple[float, str]]()
    hands = f"/api/v1/tournaments/{slug}/rounds/1/tables/1/hands"

    def play(number: int) -> None:
        phones[0].ask("PUT", f"{hands}/{number}/", TALLY)
        phones[1].ask("POST", f"{hands}/{number}/confirmations/", YES)

    pages = {"home page": "/", "page of a club": f"/clubs/{club}/", "clubs, API": "/api/v1/clubs/"}
    for name, path in pages.items():
        used = costs(installation, lambda _number, path=path: reader.ask("GET", path), TIMES)
        found |= {f"{name}: {program}": (used[program], "ms CPU") for program in ("web server", "PostgreSQL")}
    found |= {f"a hand: {program}": (spent, "ms CPU") for program, spent in costs(installation, play, TIMES).items()}
    before = installation.cpu_seconds()
    time.sleep(IDLE)
    idle = sum(installation.cpu_seconds().values()) - sum(before.values())
    found["idle: share of a core"] = (100 * idle / IDLE, "%")
    found["size of the database"] = (float(installation.run(SIZE)) / 2**20, "MB")
    found |= {f"memory: {name}": (used, "MB") for name, used in installation.memory().items()}
    return found


def main() -> None:
    """Print the figures of the federation beside those of the single club."""
    with on_postgresql() as installation:
        small = measure(installation, installation.run(FILL.format(first=0, last=1)))
        large = measure(installation, installation.run(FILL.format(first=1, last=CLUBS)))
        for name, (figure, unit) in large.items():
            add_figure(f"{CLUBS} clubs, {name}", figure, unit, baseline=small[name][0], of="one club")


if __name__ == "__main__":
    main()
