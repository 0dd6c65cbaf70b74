"""A request for a draw as a JSON document: read whole, or refused with all that is wrong."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.pairing.core import (
    ALL_ROUNDS,
    FACE_TO_FACE,
    DrawRequest,
    Entrant,
    EntrantId,
    Problem,
    Table,
    Tables,
    _,
)
from tournaments.pairing.entrant_facts import ABOUT, exact, is_id

KEYS = (
    "method", "seed", "entrants", "history", "rounds", "sizes", "past_sizes", "short_tables",
    "low_wins", "forbidden", "fixed", "avoid_same_club", "tables", "sit_out",
)  # fmt: skip
SHORT = 3  # seats of the tables that `short_tables` allows beside those of four


def read_request(document: object) -> DrawRequest | list[Problem]:
    """The request that a document makes, or every reason why it makes none."""
    if not isinstance(document, dict):
        return [Problem("bad_request", _("A request is an object: {...}"), {})]
    reading = _Reading(document)
    request = reading.request()
    return reading.problems or request


class _Reading:
    """A document, and the problems found so far."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.problems: list[Problem] = []

    def request(self) -> DrawRequest:
        """What the document asks for, as far as it could be read."""
        self._refuse_unknown(self.document, KEYS, "")
        method = self._method()
        entrants = self._entrants()
        return DrawRequest(
            method=method,
            seed=self._whole("seed", 0),
            entrants=entrants,
            history=tuple(
                self._tables("history", tables) for tables in self._items("history", self.document)
            ),
            rounds=self._rounds(method),
            sizes=self._sizes(method),
            past_sizes=self._numbers("past_sizes"),
            low_wins=self._flag("low_wins"),
            forbidden=self._pairs(),
            fixed=self._fixed({entrant.id for entrant in entrants}),
            avoid_same_club=self._flag("avoid_same_club"),
            tables=self._tables("tables", self.document.get("tables", [])),
            sit_out=self._ids("sit_out", self.document.get("sit_out", [])),
        )

    def _refuse(self, field: str, message: str, **params: object) -> None:
        self.problems.append(Problem("bad_option", message, params, field))

    def _refuse_unknown(self, given: Mapping[str, Any], known: Sequence[str], field: str) -> None:
        for name in given:
            if name not in known:
                message = _("There is no “%(name)s” here; there are %(known)s.")
                self._refuse(field or name, message, name=name, known=", ".join(known))

    def _method(self) -> str:
        method = self.document.get("method")
        if isinstance(method, str):
            return method
        self._refuse("method", _("Name the method by which tables are made."))
        return ""

    def _rounds(self, method: str) -> int:
        if method in ALL_ROUNDS and "rounds" not in self.document:
            self._refuse("rounds", _("Say how many rounds are to be drawn."))
        return self._whole("rounds", 1)

    def _whole(self, name: str, default: int) -> int:
        value = self.document.get(name, default)
        if type(value) is int:
            return value
        self._refuse(name, _("“%(name)s” is a whole number."), name=name)
        return default

    def _flag(self, name: str) -> bool:
        value = self.document.get(name, False)
        if not isinstance(value, bool):
            self._refuse(name, _("“%(name)s” is true or false."), name=name)
        return value is True

    def _sizes(self, method: str) -> tuple[int, ...]:
        usual = (2,) if method in FACE_TO_FACE else (4,)
        sizes = self._numbers("sizes") if "sizes" in self.document else usual
        return tuple(dict.fromkeys((*sizes, SHORT) if self._flag("short_tables") else sizes))

    def _items(self, name: str, holder: Mapping[str, Any]) -> list[Any]:
        value = holder.get(name, [])
        if isinstance(value, list):
            return value
        self._refuse(name, _("“%(name)s” is a list: [...]"), name=name)
        return []

    def _numbers(self, name: str) -> tuple[int, ...]:
        numbers = self._items(name, self.document)
        if not all(type(number) is int for number in numbers):
            self._refuse(name, _("“%(name)s” holds whole numbers."), name=name)
            return ()
        return tuple(dict.fromkeys(numbers))

    def _ids(self, name: str, value: object) -> Table:
        if isinstance(value, list) and all(map(is_id, value)):
            return tuple(value)
        message = _("“%(name)s” holds lists of entrants' ids, which are whole numbers or texts.")
        self._refuse(name, message, name=name)
        return ()

    def _tables(self, name: str, value: object) -> Tables:
        if isinstance(value, list):
            return tuple(self._ids(name, table) for table in value)
        self._refuse(name, _("A round is a list of tables: [[...], ...]"))
        return ()

    def _pairs(self) -> tuple[tuple[EntrantId, EntrantId], ...]:
        pairs = []
        for pair in self._items("forbidden", self.document):
            if isinstance(pair, list) and len(pair) == 2 and all(map(is_id, pair)):
                pairs.append((pair[0], pair[1]))
            else:
                self._refuse("forbidden", _("“forbidden” holds pairs of entrants' ids."))
        return tuple(pairs)

    def _fixed(self, known: set[EntrantId]) -> dict[EntrantId, int]:
        """Tables by entrant; JSON writes every name as text, those of numbers too."""
        given = self.document.get("fixed", {})
        if isinstance(given, dict) and all(type(table) is int for table in given.values()):
            texts_last = sorted(known, key=lambda id_: isinstance(id_, str))
            by_text = {str(id_): id_ for id_ in texts_last}
            return {by_text.get(str(name), str(name)): table for name, table in given.items()}
        self._refuse("fixed", _("“fixed” holds the number of a table for each entrant in it."))
        return {}

    def _entrants(self) -> tuple[Entrant, ...]:
        if "entrants" not in self.document:
            self._refuse("entrants", _("Say who is to be seated."))
        given = self._items("entrants", self.document)
        return tuple(self._entrant(number, entrant) for number, entrant in enumerate(given, 1))

    def _entrant(self, number: int, given: object) -> Entrant:
        if isinstance(given, int | str) and is_id(given):
            return Entrant(given)
        if not isinstance(given, dict) or not is_id(given.get("id")):
            message = _('Entrant %(number)s is an id, or an object with one: {"id": 1, ...}')
            self._refuse("entrants", message, number=number)
            return Entrant(0)
        self._refuse_unknown(given, ("id", *ABOUT), "entrants")
        for name, (accepts, message) in ABOUT.items():
            if not accepts(given.get(name)):
                self._refuse("entrants", message, entrant=given["id"])
        return Entrant(
            id=given["id"],
            score=exact(given.get("score")) or 0,
            club=given.get("club") or "",
            sit_outs=given.get("sit_outs"),
            short_tables=given.get("short_tables"),
            active=given.get("active") is not False,
        )
