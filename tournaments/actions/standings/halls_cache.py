"""A cache of the tables of public rounds in this process. Only tables that newer ledger entries name are read again."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from tournaments.models import Round

from ..core.changed_tables import STANDINGS_UNTOUCHED, ChainPosition, changes_since
from ..hands.tables import TableInPlay, read_hall
from ..ledger_kinds import ERASED

MOST_TABLES = 2_000
"""The capacity in tables of all rounds: about 15 MB."""
HALLS_UNTOUCHED = STANDINGS_UNTOUCHED - {ERASED}
"""Ledger kinds that change no table. Erasures are not included, because a hand's reason may name the person."""


@dataclass(frozen=True, slots=True)
class CachedHall:
    """The tables of a round in order of number, and the ledger entry up to which they include all changes."""

    link: ChainPosition
    tables: tuple[TableInPlay, ...]


class HallsCache:
    """Tables by round. If there are too many, the least recently used rounds are removed."""

    def __init__(self, most_tables: int = MOST_TABLES) -> None:
        self._most_tables = most_tables
        self._halls: OrderedDict[object, CachedHall] = OrderedDict()
        self._lock = Lock()

    def tables_of(self, round_: Round) -> tuple[TableInPlay, ...]:
        """Return a round's current tables, in one query if none has changed. Unchanged tables are the same objects."""
        if not round_.is_public:
            return tuple(read_hall(round_))
        link = (round_.tournament.ledger_length, round_.tournament.ledger_head)
        key = (round_.pk, round_.created_at)  # after a restored backup, the same id can be a different round
        with self._lock:
            cached = self._halls.get(key)
        if cached is None or cached.link != link:
            cached = CachedHall(link, _with_changed_tables(round_, cached))
        self._store(key, cached)
        return cached.tables

    def _store(self, key: object, hall: CachedHall) -> None:
        with self._lock:
            self._halls[key] = hall
            self._halls.move_to_end(key)
            while sum(len(each.tables) for each in self._halls.values()) > self._most_tables:
                self._halls.popitem(last=False)


def _with_changed_tables(round_: Round, cached: CachedHall | None) -> tuple[TableInPlay, ...]:
    changes = changes_since(round_.tournament, cached.link) if cached else None
    if cached is None or changes is None or not changes.others <= HALLS_UNTOUCHED:
        return tuple(read_hall(round_))
    numbers = changes.tables.get(round_.number)
    changed = {play.table.number: play for play in read_hall(round_, numbers)} if numbers else {}
    return tuple(changed.get(play.table.number, play) for play in cached.tables)


HALLS_CACHE = HallsCache()
