"""Results of tables as they are stored, for a process that starts anew: with the link of the ledger they were read at.

They hold for ever at that link, so it does not matter who stored them, or that others were stored since.
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
"""The code that results follow from: by another they are computed anew."""
SHARE, LEAST = 20, 10
"""One in so many tables is to have changed before all are stored again, and there are to be so many links at least."""


def read_stored(tournament: Tournament) -> CachedResults | None:
    """What is stored of a tournament's tables; None where nothing is, or what other code or rules made."""
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
    """Store the cached results; return them with the link at which they were stored."""
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
    """Whether so much has changed since it was stored that it is worth storing again."""
    tables = sum(map(len, cached.rounds.values()))
    return bool(cached.link[1]) and cached.link[0] - cached.stored_at > max(LEAST, tables // SHARE)


def _maker(tournament: Tournament) -> str:
    """The digest of the code and the rules that results follow from."""
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
