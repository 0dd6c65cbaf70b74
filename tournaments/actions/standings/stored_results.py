"""Results of tables, stored in the database with the ledger entry they were read at, for processes that start.

Results at a ledger entry never change, so it does not matter which process stored them, or that newer ones were stored.
"""

import hashlib
import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import scoring
from tournaments import ranking
from tournaments.models import StoredResults, Tournament

from ..hands import closing, tables
from ..hands.closing import closed_round
from . import results
from .results import CachedResults, TableResults, basis

SOURCES = (
    Path(scoring.__file__).parent,
    Path(ranking.__file__).parent,
    *(Path(str(module.__file__)) for module in (closing, results, tables)),
    Path(__file__),
)
"""The code that results depend on: after a change of it they are computed anew."""
SHARE, LEAST = 20, 10
"""Results are stored again after more than one ledger entry for every `SHARE` tables, and more than `LEAST`."""


def read_stored(tournament: Tournament) -> CachedResults | None:
    """Return the stored results of a tournament; None if there are none, or if other code or rules made them."""
    stored = StoredResults.objects.filter(tournament=tournament, made_by=_maker(tournament)).first()
    if stored is None:
        return None
    try:
        rounds = json.loads(zlib.decompress(bytes(stored.body)))
    except (zlib.error, ValueError):
        return None
    link = (stored.ledger_length, stored.ledger_digest)
    return CachedResults(
        link, basis(tournament), {int(pk): _tables(tables) for pk, tables in rounds.items()}, stored_at=link[0]
    )


def store(tournament: Tournament, cached: CachedResults) -> CachedResults:
    """Store the cached results; return them with the number of the ledger entry at which they were stored."""
    rounds = {pk: [_as_json(table) for table in tables.values()] for pk, tables in cached.rounds.items()}
    StoredResults.objects.update_or_create(
        tournament=tournament,
        defaults={
            "ledger_length": cached.link[0],
            "ledger_digest": cached.link[1],
            "made_by": _maker(tournament),
            "body": zlib.compress(json.dumps(rounds, separators=(",", ":")).encode(), 1),
        },
    )
    return CachedResults(cached.link, cached.basis, cached.rounds, stored_at=cached.link[0])


def is_to_be_stored(cached: CachedResults) -> bool:
    """Whether enough ledger entries were added since the results were stored to store them again."""
    tables = sum(map(len, cached.rounds.values()))
    return bool(cached.link[1]) and cached.link[0] - cached.stored_at > max(LEAST, tables // SHARE)


def _maker(tournament: Tournament) -> str:
    """Return the digest of the code and rules that results depend on."""
    return hashlib.sha256(f"{_code()} {json.dumps(basis(tournament), sort_keys=True)}".encode()).hexdigest()


@cache
def _code() -> str:
    files = [file for source in SOURCES for file in (sorted(source.rglob("*.py")) if source.is_dir() else [source])]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _as_json(table: ranking.TableResult) -> list[Any]:
    hands = [(hand.scores, hand.card_points) for hand in table.hands]
    closed = table.closed and [str(table.closed.unplayed), table.closed.unfinished]
    return [table.round, table.table, table.sides, table.totals, table.places, hands, table.outstanding, closed]


def _tables(rows: list[Any]) -> TableResults:
    return {row[1]: _table(*row) for row in rows}


def _table(
    number: int, table: int, sides: Any, totals: Any, places: Any, hands: Any, *more: Any
) -> ranking.TableResult:
    outstanding, closed = more
    return ranking.TableResult(
        round=number,
        table=table,
        sides=tuple(map(tuple, sides)),
        totals=tuple(totals),
        places=tuple(places),
        hands=tuple(ranking.HandResult(tuple(scores), tuple(points)) for scores, points in hands),
        outstanding=outstanding,
        closed=closed and closed_round(number, {"unplayed": closed[0], "unfinished": closed[1]}),
    )
