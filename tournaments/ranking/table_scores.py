"""What a table's result is worth to its sides."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.victory_points import split
from tournaments.ranking.numbers import ZERO, mean, whole
from tournaments.ranking.results import TableResult

Method = Literal["total", "places", "victory-points", "match-points"]
Scores = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a tournament turns tables into scores; `low_wins` is the rule set's direction."""

    method: Method = "total"
    low_wins: bool = False
    points: Scores = (Fraction(4), Fraction(3), Fraction(2), Fraction(1))
    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    vp_limits: tuple[int, ...] = ()
    sit_out: Literal["own-average", "field-average"] | Fraction = "own-average"
    absent: Literal["worst"] | Fraction = "worst"

    @property
    def low_score_wins(self) -> bool:
        """Whether the lower score ranks first: only totals keep the rule set's direction."""
        return self.method == "total" and self.low_wins


def table_scores(table: TableResult, scoring: Scoring) -> Scores:
    """What a table with counted hands is worth to each of its sides."""
    return _METHODS[scoring.method](table, scoring)


def _total(table: TableResult, _scoring: Scoring) -> Scores:
    return tuple(map(whole, table.totals))


def _by_place(table: TableResult, scoring: Scoring) -> Scores:
    """Sides that share places share their points equally; places beyond the list get 0, or its least below 0."""
    rest = min(ZERO, *scoring.points)
    points = scoring.points + (rest,) * (len(table.sides) - len(scoring.points))
    shared = [points[place - 1 : place - 1 + table.places.count(place)] for place in table.places]
    return tuple(each[0] if len(each) == 1 else mean(each) for each in shared)


def _victory_points(table: TableResult, scoring: Scoring) -> Scores:
    """The split of 20 points by the difference of two totals."""
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
