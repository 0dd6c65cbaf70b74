"""A process's cache of the standings that it published; the next ones are computed from them."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from tournaments import ranking

from .results import CachedResults
from .standing_documents import Rows

MOST_SEATS = 400_000
"""The capacity in seats of all rounds: two tournaments of 10,000 entries after 20 rounds."""


@dataclass(frozen=True, slots=True)
class CachedStandings:
    """A tournament's published standings: the results they were computed from, and the digests of their documents."""

    results: CachedResults
    ranked: ranking.Ranked
    rows: Rows
    digests: dict[int, str]

    @property
    def seats(self) -> int:
        """The size, in seats of all rounds."""
        return len(self.ranked.results.entrants) * (1 + len(self.ranked.results.rounds))


class StandingsCache:
    """Cached standings by tournament; the least recently published are evicted."""

    def __init__(self, most_seats: int = MOST_SEATS) -> None:
        """Start empty."""
        self._most_seats = most_seats
        self._standings: OrderedDict[int, CachedStandings] = OrderedDict()
        self._lock = Lock()

    def take(self, tournament_id: int) -> CachedStandings | None:
        """Remove and return a tournament's cached standings, so that a failed refresh leaves none."""
        with self._lock:
            return self._standings.pop(tournament_id, None)

    def put(self, tournament_id: int, cached: CachedStandings) -> None:
        """Add a tournament's standings."""
        with self._lock:
            self._standings[tournament_id] = cached
            while sum(each.seats for each in self._standings.values()) > self._most_seats:
                self._standings.popitem(last=False)

    def clear(self) -> bool:
        """Empty the cache; return whether it held anything."""
        with self._lock:
            cached, self._standings = self._standings, OrderedDict()
        return bool(cached)
