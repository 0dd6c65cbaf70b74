"""What a process keeps of the standings that it published, so that the next are computed from what changed since."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from tournaments import ranking

from .results import Known
from .standing_documents import Rows

MOST_SEATS = 400_000
"""At how many seats of all rounds the memory of a process ends: two tournaments of 10,000 entries after 20 rounds."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament's standings as they were published: what they followed from, and the digests of their documents."""

    known: Known
    ranked: ranking.Ranked
    rows: Rows
    digests: dict[int, str]

    @property
    def seats(self) -> int:
        """How much it is, in seats."""
        return len(self.ranked.results.entrants) * (1 + len(self.ranked.results.rounds))


class Memory:
    """The standings kept, by tournament; those published longest ago make room."""

    def __init__(self, most_seats: int = MOST_SEATS) -> None:
        """Begin with none."""
        self._most_seats = most_seats
        self._kept: OrderedDict[int, Kept] = OrderedDict()
        self._lock = Lock()

    def take(self, tournament_id: int) -> Kept | None:
        """What is kept of a tournament, out of the memory until it is put back: a failed refresh leaves nothing."""
        with self._lock:
            return self._kept.pop(tournament_id, None)

    def put(self, tournament_id: int, kept: Kept) -> None:
        """Keep this."""
        with self._lock:
            self._kept[tournament_id] = kept
            while sum(each.seats for each in self._kept.values()) > self._most_seats:
                self._kept.popitem(last=False)

    def clear(self) -> bool:
        """Keep nothing any more; whether anything was kept."""
        with self._lock:
            kept, self._kept = self._kept, OrderedDict()
        return bool(kept)
