"""The input and output of a draw, and its random numbers."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeVar

EntrantId = int | str
Table = tuple[EntrantId, ...]
Tables = tuple[Table, ...]
Seats = list[list[int]]  # the tables of a round while it is made; players are numbers from 0
Rounds = list[Seats]
Report = Mapping[str, object]
OnProgress = Callable[[float], None]  # called with the part of a draw that is done, from 0 to 1
Item = TypeVar("Item")

ONE_ROUND = ("random", "swiss", "interval", "danish", "danish-modified", "knock-out", "scripted")
ALL_ROUNDS = ("schedule", "mitchell", "round-robin", "individual")
BY_STANDING = ("swiss", "interval", "danish", "danish-modified", "knock-out")
METHOD_NAMES = ONE_ROUND + ALL_ROUNDS
METHOD_VERSIONS = dict.fromkeys(METHOD_NAMES, 1) | {
    "random": 2,
    "interval": 2,
    "danish": 2,
    "swiss": 7,
    "danish-modified": 7,
}
"""Each method's version, which is part of each report; raised if a request gives different tables from the previous
release."""
FACE_TO_FACE = ("mitchell", "round-robin")  # methods whose tables have two sides

MIN_SEATS, MAX_SEATS = 2, 8
MAX_ENTRANTS = 10_000
MAX_ROUNDS = 1_000
MAX_SEATINGS = 200_000  # the largest product of rounds and entrants in one draw


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of a draw: a player, or partners who sit as one side.

    `sit_outs` is the number of earlier rounds without a seat, `short_tables` the number of rounds at a table of unusual
    size; if None, they are counted in the history. A participant who is not `active` has left or pauses: it can be in
    the history, but gets no seat.
    """

    id: EntrantId
    score: int | Fraction = 0
    club: str = ""
    sit_outs: int | None = None
    short_tables: int | None = None
    active: bool = True


class PairMeetings(NamedTuple):
    """How often two entrants have met, how often they were partners, and whether they met in the last round."""

    one: EntrantId
    other: EntrantId
    times: int
    as_partners: int = 0
    in_last_round: bool = False


class Cut(NamedTuple):
    """How the cut at a table of a knock-out was decided, if more entries were tied than there were places.

    `ins` and `outs` are the entries concerned: `ins` qualify and `outs` do not. `decided_by` is "score", the code of a
    tie-break, "all" if all tied entries qualify, "left" if `ins` replace `outs` that have left, "back" if `ins` come
    back to fill the final, or "" if they still have to play for it. `table` is 0 for entries that come back.
    """

    table: int
    decided_by: str
    ins: tuple[EntrantId, ...]
    outs: tuple[EntrantId, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the tied entries still have to play for it; as many as there are `ins` will qualify."""
        return not self.decided_by


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest:
    """The complete input of a draw; the same request always gives the same draw.

    `rounds` is used by methods that make all rounds at once; the others draw only the next round. Methods in
    `BY_STANDING` use the score; entrants with equal scores stay in the order given. `sizes` are the possible table
    sizes, the usual one first; `past_sizes` are further sizes in the history. `meetings` has the pairs that met more or
    less often than the history shows. `fixed` gives the number of an entrant's permanent table, from 1. `tables` and
    `sit_out` are chosen by the director, for the method `scripted`. In a `knock-out`, `going_on` players qualify from
    each table (0: half of the largest table); `cuts` are for the report.
    """

    method: str
    seed: int
    entrants: tuple[Participant, ...]
    history: tuple[Tables, ...] = ()
    meetings: tuple[PairMeetings, ...] = ()
    rounds: int = 1
    sizes: tuple[int, ...] = (4,)
    past_sizes: tuple[int, ...] = ()
    low_wins: bool = False
    forbidden: tuple[tuple[EntrantId, EntrantId], ...] = ()
    fixed: Mapping[EntrantId, int] = field(default_factory=dict)
    avoid_same_club: bool = False
    tables: Tables = ()
    sit_out: tuple[EntrantId, ...] = ()
    going_on: int = 0
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The tables of one round in the order of their numbers, each in seat order."""

    tables: Tables
    sit_out: tuple[EntrantId, ...] = ()


def seats_any(tables: Iterable[Table], pairs: Iterable[PairMeetings]) -> bool:
    """Whether one of these pairs sits at one of these tables."""
    named = {frozenset(pair[:2]) for pair in pairs}
    return bool(named) and any(frozenset(two) in named for table in tables for two in combinations(table, 2))


@dataclass(frozen=True, slots=True)
class Draw:
    """The rounds drawn, and a report in plain JSON values.

    `seconds` is how long the draw took; only this differs when the draw is repeated.
    """

    rounds: tuple[DrawnRound, ...]
    report: Report
    seconds: float = field(default=0.0, compare=False)

    @property
    def tables(self) -> Tables:
        """The tables of the first round drawn; most methods draw only one round."""
        return self.rounds[0].tables

    @property
    def sit_out(self) -> tuple[EntrantId, ...]:
        """The entrants who sit out the first round drawn."""
        return self.rounds[0].sit_out


class Rng:
    """Random choices that are the same on every machine and in every version of Python.

    They use only `Random.random`, the only method whose sequence for a seed Python guarantees.
    """

    def __init__(self, seed: int) -> None:
        self.random: Callable[[], float] = random.Random(seed).random  # noqa: S311 - no secrets here

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1."""
        return int(self.random() * bound)

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[int(self.random() * len(items))]

    def shuffle(self, items: list[Item]) -> None:
        """Put the items in a random order, in place."""
        random = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in a random order."""
        mixed = list(items)
        self.shuffle(mixed)
        return mixed
