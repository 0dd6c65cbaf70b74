"""The tables of public rounds as this process knows them: read again are those alone that the ledger tells of."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from tournaments.models import Round

from ..core.changed_tables import STANDINGS_UNTOUCHED, Link, changes_since
from ..core.ledger_kinds import ERASED
from ..hands.tables import TableInPlay, read_hall

MOST_TABLES = 2_000
"""Of all rounds together: about 15 MB."""
HALLS_UNTOUCHED = STANDINGS_UNTOUCHED - {ERASED}
"""What leaves a hall as it was; a reason that names an erased person stands with its hand, and in no standing."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables of a round by number as they stood at a link of the ledger, or later."""

    link: Link
    tables: tuple[TableInPlay, ...]


class KnownHalls:
    """Halls by their rounds; those asked for longest ago make room."""

    def __init__(self, most_tables: int = MOST_TABLES) -> None:
        """Begin with none."""
        self._most_tables = most_tables
        self._halls: OrderedDict[object, Hall] = OrderedDict()
        self._lock = Lock()

    def tables_of(self, round_: Round) -> tuple[TableInPlay, ...]:
        """The tables as they stand now, in one query where none has changed; one that has not is the same object."""
        if not round_.is_public:
            return tuple(read_hall(round_))
        link = (round_.tournament.ledger_length, round_.tournament.ledger_head)
        key = (round_.pk, round_.created_at)  # in a database put in place of another the number alone may be another's
        with self._lock:
            known = self._halls.get(key)
        if known is None or known.link != link:
            known = Hall(link, _brought_up(round_, known))
        self._keep(key, known)
        return known.tables

    def _keep(self, key: object, hall: Hall) -> None:
        with self._lock:
            self._halls[key] = hall
            self._halls.move_to_end(key)
            while sum(len(each.tables) for each in self._halls.values()) > self._most_tables:
                self._halls.popitem(last=False)


def _brought_up(round_: Round, known: Hall | None) -> tuple[TableInPlay, ...]:
    changes = changes_since(round_.tournament, known.link) if known else None
    if known is None or changes is None or not changes.others <= HALLS_UNTOUCHED:
        return tuple(read_hall(round_))
    numbers = changes.tables.get(round_.number)
    changed = {play.table.number: play for play in read_hall(round_, numbers)} if numbers else {}
    return tuple(changed.get(play.table.number, play) for play in known.tables)


KNOWN = KnownHalls()
