"""The declaration of a season: what is counted, how many results count, and which competitors are listed."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from tournaments.ranking.numbers import ZERO

Counted = Literal["points", "score", "share", "rounds"]
Competitors = Literal["entries", "players", "clubs"]
Listed = Literal["all", "members", "category"]
Better = Literal["high", "low"]
TieBreak = Literal["head_to_head", "difference", "scores", "wins", "best_results", "last_evening", "attended", "lot"]


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A part of a season: how many evenings are planned, and how many results count, None for all."""

    evenings: int
    best: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a season counts.

    `points` are the points for each place in order; if None, a competitor gets one point for each competitor behind it.
    `low_wins` is true if the lowest scores or rounds are best. `coming` are points for attending an evening. `best` is
    how many results count in all parts together, None for all. `minimum` is how many evenings are needed for a place.
    `last_factor` is the factor of the last evening. `category` has the players who are listed, if not all are. The
    first `final_first` of the season, or the first `final_of_part` of each part, qualify for the final if they attended
    at least `final_minimum` evenings. With `final_only_if_needed` there is no final if one competitor wins every part.
    """

    parts: tuple[SeasonPart, ...]
    counts: Counted = "points"
    points: tuple[Fraction, ...] | None = None
    low_wins: bool = False
    coming: Fraction = ZERO
    rounds_each: int | None = None
    best: int | None = None
    minimum: int = 0
    last_factor: Fraction = Fraction(1)
    competitors: Competitors = "entries"
    of_each_club: int | None = None
    listed: Listed = "all"
    category_name: str = ""
    category: frozenset[int] = frozenset()
    tie_breaks: tuple[TieBreak, ...] = ()
    final_first: int | None = None
    final_of_part: int | None = None
    final_minimum: int = 0
    final_only_if_needed: bool = False

    @property
    def evenings(self) -> int:
        """The number of planned evenings in all parts."""
        return sum(part.evenings for part in self.parts)

    def of_part(self, number: int) -> "Declaration":
        """Return the declaration of a part alone, in which one evening is enough for a place."""
        return replace(self, parts=(self.parts[number],), best=None, minimum=1)
