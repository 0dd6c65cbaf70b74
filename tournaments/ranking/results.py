"""What a standing is made from, as plain values; the order within a tuple never matters."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry in the tournament; `number` is its own there, and draws its lot.

    It is listed from the standing on that its first round, `from_round`, is drawn by.
    """

    id: int
    number: int
    withdrawn: bool = False
    stand_in: bool = False
    from_round: int = 1


@dataclass(frozen=True, slots=True)
class HandResult:
    """A counted hand: by side, its score and its card points, None where it has none."""

    scores: tuple[int | None, ...]
    card_points: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table with the entries of each side and what its counted hands came to.

    `totals` and `places` are the rule set's, by side. A table without a hand that counts is worth nothing yet, and
    `outstanding` while a hand of it is missing, unconfirmed or disputed.
    """

    round: int
    table: int
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    hands: tuple[HandResult, ...] = ()
    outstanding: bool = False


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round that an entry was made to sit out."""

    round: int
    entry: int


@dataclass(frozen=True, slots=True)
class Award:
    """What the director gives an entry for a round, in place of anything else it got there."""

    round: int
    entry: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points, zero or more, that hurt an entry: in one round's standing and later, or in all."""

    entry: int
    amount: Fraction
    round: int | None = None

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise ValueError(f"A penalty cannot help: {self.amount}")


@dataclass(frozen=True, slots=True)
class Results:
    """A tournament's results; tables, sit-outs and awards of rounds whose numbers are not listed are ignored."""

    entrants: tuple[Entrant, ...]
    rounds: tuple[int, ...]
    tables: tuple[TableResult, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()
    awards: tuple[Award, ...] = ()
    penalties: tuple[Penalty, ...] = ()
