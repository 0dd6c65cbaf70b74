"""The values that all games share: tallies, scores and the state of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import cast

from scoring.fields import Value

Line = Mapping[str, Value]
"""The values for one side, or for the whole hand, by field name."""

Options = Mapping[str, Value]
"""Every option of a rule set with its value."""

ALL_LINES = ("lines",)
"""The pointer of a problem that concerns all lines together."""


class Checks(IntEnum):
    """How strictly a tally is checked, in increasing order.

    STORED is for a recorded hand, which an earlier version with fewer checks may have accepted: it checks only what the
    score requires. CARDS is for computing a score. PLAY is for a hand that will be recorded.
    """

    STORED = 1
    CARDS = 2
    PLAY = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """The input for one hand: a line for each side, and the facts of the hand.

    The line of a side that is out of the game is None. Refused values are left out; `refused` has their pointers.
    """

    lines: tuple[Line | None, ...]
    facts: Line
    options: Options
    refused: frozenset[tuple[str | int, ...]] = frozenset()

    def sides(self) -> list[tuple[int, Line]]:
        """Return the sides that are in the game with their lines."""
        return [(side, line) for side, line in enumerate(self.lines) if line is not None]

    def column(self, name: str) -> list[int] | None:
        """Return the number in this field for each side in the game; None if any is missing."""
        try:
            return [cast("int", line[name]) for line in self.lines if line is not None]
        except KeyError:
            return None

    def words(self, name: str) -> list[str] | None:
        """Return the choice in this field for each side in the game; None if any is missing."""
        return cast("list[str] | None", self.column(name))

    def number(self, side: int, name: str) -> int | None:
        """Return the number in this field of a side's line; None if it is missing."""
        line = self.lines[side]
        return None if line is None else cast("int | None", line.get(name))

    def fact(self, name: str) -> int | None:
        """Return the number in this fact of the hand; None if it is missing."""
        return cast("int | None", self.facts.get(name))

    def mentions(self, name: str) -> bool:
        """Return whether any side has a value in this field."""
        return True in [name in line for line in self.lines if line is not None]

    def silent(self, name: str) -> list[int]:
        """Return the sides without a value in this field; sides whose value was refused are not included."""
        out = [side for side, line in self.sides() if name not in line]
        return [s for s in out if self.refused.isdisjoint({("lines", s), ("lines", s, name)})]

    def as_json(self) -> dict[str, object]:
        """Return the tally as JSON with every default written out, so that equal tallies give equal JSON."""
        lines = [None if line is None else dict(line) for line in self.lines]
        return {"lines": lines, "hand": dict(self.facts)}


@dataclass(frozen=True, slots=True)
class HandScore:
    """A hand that was played and scored. `scores` has a number for each side.

    A side that is out of the game has None.
    """

    scores: tuple[int | None, ...]
    tally: Tally

    @classmethod
    def from_json(cls, scores: Sequence[int | None], tally: Mapping[str, object], options: Options) -> "HandScore":
        """Return a stored hand without checking it again; `tally` comes from `Tally.as_json()`."""
        lines = cast("list[Line | None]", tally["lines"])
        facts = cast("Line", tally.get("hand", {}))
        return cls(tuple(scores), Tally(tuple(lines), facts, options))


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules agreed for a table before its first hand.

    The table ends when a total reaches `target` or after `hands` hands, whichever comes first. A `timed` table can also
    end by the clock. `first_lead` is the side drawn to lead; `sides` is the number of sides. Both may be None.
    """

    target: int | None = None
    hands: int | None = None
    first_lead: int | None = None
    sides: int | None = None
    timed: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table after `hands` hands.

    `places` counts from 1; equal sides share a place. `ended` is the reason for the end, None while the table goes on.
    `victories` has the number of hands that each side won, in games in which hands have a winner. `next_lead` is the
    side that leads the next hand. It is None at the end of the table, or if the rules leave it open; in this case
    `lead_note` is the text for the players. `removed` has for each side the hand after which it left the game, or None.
    """

    rules: TableRules
    options: Options
    hands: int
    totals: tuple[int, ...]
    card_points: tuple[int, ...]
    victories: tuple[int, ...]
    removed: tuple[int | None, ...]
    places: tuple[int, ...]
    ended: str | None = None
    next_lead: int | None = None
    lead_note: str = ""

    @property
    def over(self) -> bool:
        """Return whether the table accepts no more hands."""
        return self.ended is not None

    @property
    def sides(self) -> int:
        """Return the number of the table's sides, including sides that are out of the game."""
        return len(self.totals)
