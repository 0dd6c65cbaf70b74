"""The original ids of an imported tournament.

An imported tournament is stored with new ids: also the facts of its ledger, its draws and its teams. For hashes and
exports the new ids are replaced by the original ids, so that the original hash chain can be verified and continued
here. A negative id refers to a row that was not imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

from tournaments.models import Tournament

Kind = Literal["club", "tournament", "player", "entry", "penalty", "decision"]
Renumber = Callable[[Kind, int], int]
KINDS: tuple[Kind, ...] = ("club", "tournament", "player", "entry", "penalty", "decision")
OF_ENTRIES = (
    *("entry", "entries", "removed", "replaced_by", "order", "exchanged", "sit_out", "apart", "id", "entrant"),
    *("history", "forbidden", "kept_apart_but_together", "ins", "outs", "new_entries"),
)
OF_PLAYERS = ("player", "coming", "into", "named")
MEMBERS: Mapping[str, Kind] = {
    **dict.fromkeys(OF_ENTRIES, "entry"),
    **dict.fromkeys(OF_PLAYERS, "player"),
    "penalty": "penalty",
    "decision": "decision",
    "club_id": "club",
    "sources": "tournament",
}
"""The members of JSON objects that hold ids, alone or in lists."""
LISTS: Mapping[str, Kind] = {"entrants": "entry", "pairs": "entry", "players": "player"}
"""The members that hold ids if they are lists, otherwise counts."""
ROWS: Mapping[str, tuple[Kind | None, ...]] = {
    "fixed": ("entry", None),
    "meetings": ("entry", "entry"),
    "repeated_pairs": ("entry", "entry"),
    "partners_again": ("entry", "entry"),
    "cuts": (None, None, "entry", "entry"),
    "revisions": ("tournament", None),
    "groups": ("tournament", "entry"),
    "not_in": ("player", None),
}
"""The members that hold rows, with the kind of each cell's id; None for cells without ids."""
OPAQUE = frozenset({"tally", "announced", "options", "scoring", "stage", "clock", "closing"})
"""The members that hold no ids, whatever the names inside them."""


@dataclass(frozen=True, slots=True)
class OriginIds:
    """The original slug of an imported tournament, and for each kind of row its original ids by the new ids.

    `base` is higher than all original ids. A row that was created here is hashed and exported with the id `base` + its
    own.
    """

    slug: str
    base: int
    ids: Mapping[Kind, Mapping[int, int]]

    @classmethod
    def of(cls, tournament: Tournament) -> OriginIds | None:
        """Return a tournament's origin; None if it was not imported."""
        stored = tournament.origin
        if stored is None:
            return None
        return cls(stored["slug"], stored["base"], {kind: dict(stored["ids"][kind]) for kind in KINDS})

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the origin in the form in which it is stored with the tournament."""
        ids = {kind: [list(pair) for pair in self.ids[kind].items()] for kind in KINDS}
        return {"slug": self.slug, "base": self.base, "ids": ids}

    def original(self, kind: Kind, local: int) -> int:
        """Return the id that is hashed and exported for an id in this database."""
        if local < 0:
            return -local
        return self.ids[kind].get(local, self.base + local)


def at_origin(tournament: Tournament, value: Any) -> Any:
    """Return a ledger entry's facts, a draw or teams with the ids to be hashed: the original ids if it was imported."""
    origin = OriginIds.of(tournament)
    return renumbered(value, origin.original) if origin else value


def renumbered(value: Any, number: Renumber) -> Any:
    """Return facts, a draw or teams, with each id replaced by the result of `number(kind, id)`."""
    if isinstance(value, dict):
        return {name: _member(name, inner, number) for name, inner in value.items()}
    return [renumbered(inner, number) for inner in value] if isinstance(value, list | tuple) else value


def _member(name: str, value: Any, number: Renumber) -> Any:
    if name in MEMBERS:
        return _ids(MEMBERS[name], value, number)
    if name == "scores" and isinstance(value, dict):
        return {str(number("entry", int(entry))): score for entry, score in value.items()}
    if name == "standings_taken_back":
        return {after: _rows(("entry",), rows, number) for after, rows in value.items()}
    if not isinstance(value, list | tuple):
        return value if name in OPAQUE else renumbered(value, number)
    if name == "tables":
        return [_ids("entry", seats, number) if isinstance(seats, list | tuple) else seats for seats in value]
    if name in LISTS:
        return _ids(LISTS[name], value, number)
    if name in ROWS:
        return _rows(ROWS[name], value, number)
    return value if name in OPAQUE else renumbered(value, number)


def _rows(kinds: tuple[Kind | None, ...], rows: Iterable[Any], number: Renumber) -> list[Any]:
    """Return lists with replaced ids; `kinds` gives the kind of id in each cell, None for another value.

    A row can also be an object.
    """
    return [
        [_ids(kind, cell, number) if kind else cell for cell, kind in zip_longest(row, kinds[: len(row)])]
        if isinstance(row, list | tuple)
        else renumbered(row, number)
        for row in rows
    ]


def _ids(kind: Kind, value: Any, number: Renumber) -> Any:
    """Return an id, or a list of ids, with each id replaced by `number`.

    In an object, the names of the members say which values are ids.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return number(kind, value)
    if isinstance(value, list | tuple):
        return [_ids(kind, inner, number) for inner in value]
    return renumbered(value, number)
