"""The tree of tables in a knock-out, from published standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TreePlayer:
    """An entry at a table of the tree, with its score in the round.

    `goes_on` says whether it qualifies, None while open. The standings may say this before the next round is drawn, if
    they show what is still possible.
    """

    entry: int
    name: str
    score: str | None
    goes_on: bool | None


@dataclass(frozen=True, slots=True)
class TreeTable:
    """A table with its entries: first those that qualified, then the others in order of the standings."""

    table: int
    players: Sequence[TreePlayer]


@dataclass(frozen=True, slots=True)
class TreeRound:
    """A round of a knock-out: its tables by number, and the entries with a bye."""

    round: int
    tables: Sequence[TreeTable]
    byes: Sequence[TreePlayer]


def tree_of(document: Mapping[str, Any]) -> list[TreeRound]:
    """Return the rounds of the knock-out in these standings; [] if there are none."""
    rounds = document.get("knock_out", ())
    return [_round(document["rows"], number, is_last=number + 1 not in rounds) for number in rounds]


def _round(rows: Sequence[Mapping[str, Any]], number: int, *, is_last: bool) -> TreeRound:
    tables: dict[int, list[TreePlayer]] = {}
    byes = []
    for row in rows:
        played = _played(row, number)
        if played is None:
            continue
        goes_on = row.get("goes_on") if is_last else _played(row, number + 1) is not None
        player = TreePlayer(row["entry"], row["name"], played["score"], goes_on)
        if "table" in played:
            tables.setdefault(played["table"], []).append(player)
        else:
            byes.append(player)
    return TreeRound(number, [TreeTable(table, players) for table, players in sorted(tables.items())], byes)


def _played(row: Mapping[str, Any], number: int) -> Mapping[str, Any] | None:
    """Return the row's score in a round of a knock-out; None if the entry was eliminated before."""
    rounds = row["rounds"] if row.get("reached", 0) >= number else ()
    return next((each for each in rounds if each["round"] == number), None)
