"""The places that competitors of a season can still reach in the evenings that are left."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.ranking.numbers import scaled, total
from tournaments.ranking.seasons.cells import Unit, counted_units
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import Number, Who
from tournaments.ranking.seasons.standing import SeasonRow


class LeftEvening(NamedTuple):
    """An evening that is still to be played, with its part, counted from 0, and its factor."""

    part: int
    factor: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class SeasonOutlook:
    """The best and the worst place that are still possible, and the least and the greatest final score.

    `worst` is None for a competitor that may end without a place, because it needs more evenings.
    """

    best: int
    worst: int | None
    least: Number
    most: Number


def season_outlooks(
    declaration: Declaration, parts: Sequence[int], rows: Sequence[SeasonRow], left: Sequence[LeftEvening]
) -> dict[Who, SeasonOutlook]:
    """Return the outlook of each row that has or can get a place; {} if nothing is left or scores have no limit.

    `parts` are those of the evenings played, in order. Whoever is not listed is assumed to stay away. A competitor may
    miss every evening left, or win each of them alone. The rows' best places are exact but for ties; the worst ones
    hold, but competitors cannot always all have their best score at once.
    """
    value = _most_of_an_evening(declaration)
    if value is None or not left:
        return {}
    placed = [row for row in rows if row.ranked.place is not None]
    best_units = [Unit.of(value * evening.factor, at) for at, evening in enumerate(left, len(parts))]
    every_part, coming = [*parts, *(evening.part for evening in left)], declaration.coming * len(left)
    most = {
        row.line.who: total(
            [
                *(unit.value for unit in counted_units(declaration, every_part, [*row.line.units, *best_units])),
                *row.line.added.values(),
                coming,
            ]
        )
        for row in placed
    }
    return _places(declaration, placed, most)


def left_evenings(declaration: Declaration, counted: Iterable[int], known: Iterable[LeftEvening]) -> list[LeftEvening]:
    """Return the evenings left: of each part the planned number less those `counted`, which are given by their part.

    `known` are those of the season that do not count yet; the others have the factor 1.
    """
    counted, known = list(counted), list(known)
    left = []
    for number, part in enumerate(declaration.parts):
        missing = part.evenings - counted.count(number)
        planned = [evening for evening in known if evening.part == number][: max(missing, 0)]
        left += [*planned, *[LeftEvening(number)] * (missing - len(planned))]
    return left


def _most_of_an_evening(declaration: Declaration) -> Fraction | None:
    """Return the highest worth of an evening with the factor 1; None if the declaration does not limit it."""
    if declaration.counts == "share":
        best = [Fraction(100)] * (declaration.of_each_club or 1)
    elif declaration.counts == "points" and declaration.points is not None:
        best = [*declaration.points[: declaration.of_each_club or 1]]
    else:
        return None
    return total(best)


def _places(
    declaration: Declaration, rows: Sequence[SeasonRow], most: Mapping[Who, Number]
) -> dict[Who, SeasonOutlook]:
    """Return the outlooks: nobody's score falls, and only who has enough evenings certainly has a place."""
    is_safe = {row.line.who: len(row.line.places) >= declaration.minimum for row in rows}
    least = {row.line.who: row.ranked.score for row in rows}
    certain = sorted(scaled(score) for who, score in least.items() if is_safe[who])
    possible = sorted(scaled(score) for score in most.values())
    return {
        who: SeasonOutlook(
            best=1 + len(certain) - bisect_right(certain, scaled(most[who])),
            worst=len(possible) - bisect_left(possible, scaled(score)) if is_safe[who] else None,
            least=score,
            most=most[who],
        )
        for who, score in least.items()
    }
