"""Results kept between refreshes: standings in this process's memory, results of tables in the database.

The results as of a ledger entry never change, so any process may store them, even after newer ones were stored.
"""

import hashlib
import json
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import scoring
from tournaments import ranking
from tournaments.models import StoredResults, Tournament

from ..hands import closing, tables
from ..hands.closing import closed_round
from . import results
from .results import CachedResults, basis
from .standing_documents import Rows

SOURCES = (
    Path(scoring.__file__).parent,
    Path(ranking.__file__).parent,
    *(Path(str(module.__file__)) for module in (closing, results, tables)),
    Path(__file__),
)
"""The code on which results depend; if it changes, they are computed anew."""
SHARE, LEAST = 20, 10
"""Results are stored again after more than one ledger entry for every `SHARE` tables, and more than `LEAST` entries."""


def read_stored(tournament: Tournament) -> CachedResults | None:
    """Return a tournament's stored results; None if there are none, or if other code or rules computed them."""
    stored = StoredResults.objects.filter(tournament=tournament, made_by=_digest_of_code_and_rules(tournament)).first()
    if stored is None:
        return None
    try:
        rounds = json.loads(zlib.decompress(bytes(stored.body)))
    except (zlib.error, ValueError):
        return None
    link = (stored.ledger_length, stored.ledger_digest)
    by_round = {int(pk): {row[1]: _table(row) for row in rows} for pk, rows in rounds.items()}
    return CachedResults(link, basis(tournament), by_round, stored_at=link[0])


def store(tournament: Tournament, cached: CachedResults) -> CachedResults:
    """Store these results; return them with the number of the ledger entry at which they were stored."""
    rounds = {pk: [_as_json(table) for table in tables.values()] for pk, tables in cached.rounds.items()}
    StoredResults.objects.update_or_create(
        tournament=tournament,
        defaults={
            "ledger_length": cached.link[0],
            "ledger_digest": cached.link[1],
            "made_by": _digest_of_code_and_rules(tournament),
            "body": zlib.compress(json.dumps(rounds, separators=(",", ":")).encode(), 1),
        },
    )
    return CachedResults(cached.link, cached.basis, cached.rounds, stored_at=cached.link[0])


def is_to_be_stored(cached: CachedResults) -> bool:
    """Whether results should be stored again, because there are enough newer ledger entries."""
    tables = sum(map(len, cached.rounds.values()))
    return bool(cached.link[1]) and cached.link[0] - cached.stored_at > max(LEAST, tables // SHARE)


def _digest_of_code_and_rules(tournament: Tournament) -> str:
    """Return a digest of the code and the rules on which results depend."""
    return hashlib.sha256(f"{_code()} {json.dumps(basis(tournament), sort_keys=True)}".encode()).hexdigest()


@cache
def _code() -> str:
    files = [file for source in SOURCES for file in (sorted(source.rglob("*.py")) if source.is_dir() else [source])]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _as_json(table: ranking.TableResult) -> list[Any]:
    hands = [(hand.scores, hand.card_points) for hand in table.hands]
    closed = table.closed and [str(table.closed.unplayed), table.closed.unfinished]
    state = table.outstanding, table.total_only, closed
    return [table.round, table.table, table.sides, table.totals, table.places, hands, *state]


def _table(row: list[Any]) -> ranking.TableResult:
    number, table, sides, totals, places, hands, outstanding, total_only, closed = row
    return ranking.TableResult(
        round=number,
        table=table,
        sides=tuple(map(tuple, sides)),
        totals=tuple(totals),
        places=tuple(places),
        hands=tuple(ranking.HandResult(tuple(scores), tuple(points)) for scores, points in hands),
        outstanding=outstanding,
        total_only=total_only,
        closed=closed and closed_round(number, {"unplayed": closed[0], "unfinished": closed[1]}),
    )


MOST_SEATS = 400_000
"""The capacity in seats of all rounds: two tournaments of 10,000 entries after 20 rounds."""


@dataclass(frozen=True, slots=True)
class CachedStandings:
    """A tournament's published standings: the results behind them, and the digests of the documents."""

    results: CachedResults
    ranked: ranking.RankingCache
    rows: Rows
    digests: dict[int, str]

    @property
    def seats(self) -> int:
        """The number of seats in all rounds, which measures how much memory is used."""
        return len(self.ranked.results.entrants) * (1 + len(self.ranked.results.rounds))


class StandingsCache:
    """Cached standings by tournament. If there are too many, the least recently published are removed."""

    def __init__(self, most_seats: int = MOST_SEATS) -> None:
        self._most_seats = most_seats
        self._standings: OrderedDict[int, CachedStandings] = OrderedDict()
        self._lock = Lock()

    def take(self, tournament_id: int) -> CachedStandings | None:
        """Remove and return a tournament's cached standings, or None.

        So a refresh that fails leaves none in the cache.
        """
        with self._lock:
            return self._standings.pop(tournament_id, None)

    def put(self, tournament_id: int, cached: CachedStandings) -> None:
        """Add a tournament's standings."""
        with self._lock:
            self._standings[tournament_id] = cached
            while sum(each.seats for each in self._standings.values()) > self._most_seats:
                self._standings.popitem(last=False)

    def clear(self) -> bool:
        """Empty the cache; return whether it held any standings."""
        with self._lock:
            cached, self._standings = self._standings, OrderedDict()
        return bool(cached)
