"""Table 1 of a hall, as its phones speak of it."""

import re

from tests.halls import LEVEL, busca
from tournaments.actions.at_table import keys, seats
from tournaments.api import urls
from tournaments.models import Tournament

ROUND = "tournaments/serata/rounds/1/"
TABLE = ROUND + "tables/1/"
HANDS = TABLE + "hands/"
HAND = HANDS + "1/"
OTHER = [37, 1, 1, 1]


def pin(seat, table=1):
    at = Tournament.objects.get(slug="serata").rounds.last().tables.get(number=table)
    return keys.pin(seats.entry_at(at, seat))


def wrong(right):
    return f"{(int(right) + 1) % 10000:04}"


def entered(points=LEVEL, seat=0, **more):
    return {**busca(points), "seat": seat, **more}


def yes(seat, version=1, **more):
    return {"seat": seat, "version": version, "accept": True, **more}


def addresses(table=1):
    """Every address of the API, filled in for round 1 of a hall and this table of it."""
    known = {"slug": "serata", "number": 1, "table": table, "hand": 1, "seat": 0, "pk": 1, "other": 2, "year": 2026}
    known |= {
        "club": "circolo-del-re",
        "ruleset": "busca-accademia",
        "name": "conflict",
        "game": "scala-40",
        "tournament": "serata",
    }
    for pattern in urls.version_1:
        route = str(pattern.pattern)
        for name, value in known.items():
            route = re.sub(rf"<\w+:{name}>", str(value), route)
        assert "<" not in route
        yield route


def operations(table=1):
    """The same addresses, each with its methods."""
    for address, pattern in zip(addresses(table), urls.version_1, strict=True):
        yield address, sorted(method.upper() for method in pattern.callback.actions.keys() - {"head"})
