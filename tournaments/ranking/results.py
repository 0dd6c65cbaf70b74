"""The inputs of standings, and the scores of a table: plain values in tuples whose order does not matter."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.victory_points import split
from tournaments.ranking.numbers import ZERO, mean, whole

Method = Literal["total", "places", "victory-points", "match-points"]
Scores = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry in the tournament; its lot depends on its `number` there.

    It takes part from `from_round` to `until_round`, which is the last round of an entry that has left. `gaps` are the
    first and the last round of each earlier absence. `disqualified_from` is the first round in whose standings a
    disqualification counts. An entry that is `away` is left out of draws for a while; only outlooks use this. It starts
    with the points `carried` over from earlier stages.
    """

    id: int
    number: int
    stand_in: bool = False
    from_round: int = 1
    until_round: int | None = None
    gaps: tuple[tuple[int, int], ...] = ()
    disqualified_from: int | None = None
    away: bool = False
    carried: Fraction = ZERO

    def left_after(self, number: int) -> int | None:
        """Return the entry's last round if it has left by the standings after round `number`, else None."""
        after = max(number, 1)
        for first, last in self.gaps:
            if first <= after <= last:
                return first - 1
        return None if self.until_round is None or self.until_round >= after else self.until_round

    def has_left_by(self, number: int) -> bool:
        """Whether it has left before a round."""
        return self.left_after(number) is not None

    def is_disqualified(self, number: int) -> bool:
        """Whether it is disqualified in the standings after a round."""
        return self.disqualified_from is not None and self.disqualified_from <= max(number, 1)

    def out_after(self, number: int) -> int | None:
        """Return the last round that the entry should play, as known after round `number`; None if it has not left."""
        left = self.left_after(number)
        if self.disqualified_from is None or not self.is_disqualified(number):
            return left
        barred = self.disqualified_from - 1
        return barred if left is None else min(left, barred)


@dataclass(frozen=True, slots=True)
class HandResult:
    """A counted hand: by side, the score and the card points; None for a side without a score or card points."""

    scores: tuple[int | None, ...]
    card_points: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """The closing of a round, or of a single table, and the director's decisions on unfinished tables.

    `unplayed` is the score of entries at a table without a counted hand: that of an absence, the average of the round's
    field, or a number. A table with only some of its hands counts "as-played", or "as-unplayed" if a table of the round
    has finished: then its entries get the score of `unplayed`, or their own result if that is worse. The time of the
    tables in `timed` had run out, so that they need no further hand.
    """

    round: int
    unplayed: Literal["absent", "field-average"] | Fraction = "absent"
    unfinished: Literal["as-played", "as-unplayed"] = "as-played"
    timed: frozenset[int] = frozenset()

    def has_finished(self, table: "TableResult") -> bool:
        """Whether a table of the round has a counted hand, and either all its hands or no time left."""
        return bool(table.hands) and (not table.outstanding or table.table in self.timed)


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table with the entries of each side and the results of its counted hands.

    `totals` and `places` are by side, as computed by the rule set. A table without a counted hand has no worth yet. It
    is `outstanding` while a hand is missing, unconfirmed or disputed. If `total_only`, its first hand holds the total
    of all hands, and the number of hands is unknown. `closed` is the decision on a table that was closed before its
    round.
    """

    round: int
    table: int
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    hands: tuple[HandResult, ...] = ()
    outstanding: bool = False
    total_only: bool = False
    closed: ClosedRound | None = None


@dataclass(frozen=True, slots=True)
class RoundSatOut:
    """A sit-out: an entry without a seat in a round."""

    round: int
    entry: int


@dataclass(frozen=True, slots=True)
class Award:
    """A director's decision on the score of an entry's round, which replaces the result.

    If its value is None, a forfeit or absence has the tournament's value for absence. With a forfeit or an absence, the
    hands that the entry played in the round do not count for it.
    """

    round: int
    entry: int
    value: Fraction | None
    kind: Literal["award", "forfeit", "absent"] = "award"

    def __post_init__(self) -> None:
        if self.value is None and self.kind == "award":
            raise ValueError("An award is worth something")


@dataclass(frozen=True, slots=True)
class PenaltyPoints:
    """Points, at least 0, against an entry: in the standings from `round` on, or in all if it is None."""

    entry: int
    amount: Fraction
    round: int | None = None

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise ValueError(f"A penalty cannot help: {self.amount}")


@dataclass(frozen=True, slots=True)
class Results:
    """A tournament's results; tables, sit-outs and awards of rounds that are not listed are ignored.

    In the rounds of `knock_out`, the entries without a seat or a bye are out.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[int, ...]
    tables: tuple[TableResult, ...] = ()
    sit_outs: tuple[RoundSatOut, ...] = ()
    awards: tuple[Award, ...] = ()
    penalties: tuple[PenaltyPoints, ...] = ()
    closed: tuple[ClosedRound, ...] = ()
    knock_out: frozenset[int] = frozenset()

    def open_tables(self, rounds: Collection[int]) -> list[TableResult]:
        """Return the tables of these rounds that are outstanding, and neither closed nor in a closed round."""
        in_play = set(rounds) - {each.round for each in self.closed}
        return [t for t in self.tables if t.outstanding and t.closed is None and t.round in in_play]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a tournament turns tables into scores; `low_wins` says whether low scores win in the rule set.

    Each sit-out adds `sit_out_difference` to the tie-break by difference of totals.
    """

    method: Method = "total"
    low_wins: bool = False
    points: Scores = (Fraction(4), Fraction(3), Fraction(2), Fraction(1))
    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    vp_limits: tuple[int, ...] = ()
    sit_out: Literal["own-average", "field-average"] | Fraction = "own-average"
    sit_out_difference: Fraction = ZERO
    absent: Literal["worst"] | Fraction = "worst"

    @property
    def low_score_wins(self) -> bool:
        """Whether the lower score ranks first; with any method but totals, the higher score does."""
        return self.method == "total" and self.low_wins


def table_scores(table: TableResult, scoring: Scoring) -> Scores:
    """Return the score of each side at a table with counted hands."""
    return _METHODS[scoring.method](table, scoring)


def _total(table: TableResult, _scoring: Scoring) -> Scores:
    return tuple(map(whole, table.totals))


def _by_place(table: TableResult, scoring: Scoring) -> Scores:
    """Return scores by place: sides that share places share their points equally.

    A place beyond the list gets 0, or the lowest points of the list if these are below 0.
    """
    rest = min(ZERO, *scoring.points)
    points = scoring.points + (rest,) * (len(table.sides) - len(scoring.points))
    shared = [points[place - 1 : place - 1 + table.places.count(place)] for place in table.places]
    return tuple(each[0] if len(each) == 1 else mean(each) for each in shared)


def _victory_points(table: TableResult, scoring: Scoring) -> Scores:
    """Return the split of 20 points by the difference of two totals."""
    first, second = table.totals
    difference = second - first if scoring.low_wins else first - second
    return tuple(map(whole, split(scoring.vp_limits, difference)))


def _match_points(table: TableResult, scoring: Scoring) -> Scores:
    best = scoring.win if table.places.count(1) == 1 else scoring.draw
    return tuple(best if place == 1 else scoring.loss for place in table.places)


_METHODS: dict[Method, Callable[[TableResult, Scoring], Scores]] = {
    "total": _total,
    "places": _by_place,
    "victory-points": _victory_points,
    "match-points": _match_points,
}
