"""The inputs of standings, and the scores of a table. They are plain values; the order in tuples does not matter."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.victory_points import SHARED, split
from tournaments.ranking.numbers import ZERO, mean, whole

Method = Literal["total", "places", "victory-points", "match-points"]
Scores = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry in the tournament. Its `number` there decides its lot.

    It takes part from `from_round` to `until_round`, which is set once it has left. `gaps` are the first and last
    rounds of earlier absences. `disqualified_from` is the first round after which a disqualification counts in the
    standings. An entry that is `away` is not drawn for a while; only outlooks use this. It begins with the points
    `carried` over from earlier stages.
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
        """Return the entry's last round if it has left by round `number`, else None."""
        after = max(number, 1)
        for first, last in self.gaps:
            if first <= after <= last:
                return first - 1
        return None if self.until_round is None or self.until_round >= after else self.until_round

    def has_left_by(self, number: int) -> bool:
        """Whether the entry has left before this round."""
        return self.left_after(number) is not None

    def is_disqualified(self, number: int) -> bool:
        """Whether the entry is disqualified in the standings after this round."""
        return self.disqualified_from is not None and self.disqualified_from <= max(number, 1)

    def out_after(self, number: int) -> int | None:
        """Return the last round that the entry should have played, as known after round `number`.

        Return None if it has not left.
        """
        left = self.left_after(number)
        if self.disqualified_from is None or not self.is_disqualified(number):
            return left
        barred = self.disqualified_from - 1
        return barred if left is None else min(left, barred)


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand that counts: the score and card points of each side, None for a side that has none."""

    scores: tuple[int | None, ...]
    card_points: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """How unfinished tables count in a closed round or at a closed table, as the director decided.

    `unplayed` is the score for a table without a counted hand: that of an absence, the average of all entries in the
    round, or a number. A table with only some of its hands counts "as-played" or "as-unplayed". The latter applies only
    if another table of the round has finished; the unfinished table's entries then get the score `unplayed`, or their
    own result if that is worse. Tables in `timed` need no more hands, because their time had run out.
    """

    round: int
    unplayed: Literal["absent", "field-average"] | Fraction = "absent"
    unfinished: Literal["as-played", "as-unplayed"] = "as-played"
    timed: frozenset[int] = frozenset()

    def has_finished(self, table: "TableResult") -> bool:
        """Whether a table of the round is finished: it has a counted hand, and all its hands or no time left."""
        return bool(table.hands) and (not table.outstanding or table.table in self.timed)


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table with the entries of each side, and the results of its counted hands.

    `totals` and `places` are by side, computed by the rule set. A table without a counted hand has no score yet. It is
    `outstanding` while a hand is missing, unconfirmed or disputed. With `total_only`, the only hand holds the total of
    all hands, whose number is unknown. `closed` is the director's decision if the table was closed before its round.
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
    """A director's decision on an entry's score in a round, used instead of its result.

    If `value` is None, a forfeit or an absence has the tournament's score for absences. For a forfeit or an absence,
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
    """Points against an entry, at least 0. They count in the standings from `round` on, or in all if it is None."""

    entry: int
    amount: Fraction
    round: int | None = None

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise ValueError(f"A penalty cannot help: {self.amount}")


@dataclass(frozen=True, slots=True)
class Results:
    """A tournament's results. Tables, sit-outs and awards of rounds that are not in `rounds` are ignored.

    In the rounds in `knock_out`, entries without a seat or a bye are eliminated.
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
        """Return the outstanding tables of these rounds that are not closed, neither alone nor with their round."""
        in_play = set(rounds) - {each.round for each in self.closed}
        return [t for t in self.tables if t.outstanding and t.closed is None and t.round in in_play]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a tournament turns results into scores; `low_wins` says whether low totals win in the rule set.

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
        """Whether the lowest score is the best: only if scores are totals and low totals win."""
        return self.method == "total" and self.low_wins

    @property
    def most_in_a_round(self) -> Fraction | None:
        """The highest score that a table can give; None if totals have no limit."""
        limits = {"places": max(self.points), "victory-points": whole(SHARED), "match-points": self.win}
        return limits.get(self.method)

    @property
    def has_shares(self) -> bool:
        """Whether a score can be stated as a share of the highest one: if there is one, and it is above 0."""
        return self.most_in_a_round is not None and self.most_in_a_round > 0

    @property
    def keeps_shares_within_limits(self) -> bool:
        """Whether no round is worth less than 0, or more than the highest score of a table, without a decision."""
        most = self.most_in_a_round
        if most is None:
            return False
        least = {"places": min(self.points), "match-points": self.loss}.get(self.method, ZERO)
        fixed = [rule for rule in (self.sit_out, self.absent) if isinstance(rule, Fraction)]
        return all(0 <= each <= most for each in (least, *fixed))


def table_scores(table: TableResult, scoring: Scoring) -> Scores:
    """Return the score of each side of a table that has counted hands."""
    return _METHODS[scoring.method](table, scoring)


def _total(table: TableResult, _scoring: Scoring) -> Scores:
    return tuple(map(whole, table.totals))


def _by_place(table: TableResult, scoring: Scoring) -> Scores:
    """Return scores by place; sides that share places share the points of these places equally.

    A place after the end of the list gets 0, or the lowest points of the list if these are negative.
    """
    rest = min(ZERO, *scoring.points)
    points = scoring.points + (rest,) * (len(table.sides) - len(scoring.points))
    shared = [points[place - 1 : place - 1 + table.places.count(place)] for place in table.places]
    return tuple(each[0] if len(each) == 1 else mean(each) for each in shared)


def _victory_points(table: TableResult, scoring: Scoring) -> Scores:
    """Return the victory points of two sides: 20 points, divided by the difference of their totals."""
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
