"""The places that competitors of a season can still reach in the remaining evenings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.ranking.numbers import total
from tournaments.ranking.seasons.cells import SeasonLine, Unit, counted_units
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import Number, RankedEvening, Who, scaled, unscaled
from tournaments.ranking.seasons.standing import SeasonRow


class RemainingEvening(NamedTuple):
    """An evening still to be played, with the number of its part, from 0, and its factor."""

    part: int
    factor: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class SeasonOutlook:
    """The best and the worst place that a competitor can still get, and its lowest and highest possible final score.

    `worst` is None if the competitor may end without a place, because it still needs evenings.
    """

    best: int
    worst: int | None
    least: Number
    most: Number


def season_outlooks(
    declaration: Declaration,
    evenings: Sequence[RankedEvening],
    rows: Sequence[SeasonRow],
    left: Sequence[RemainingEvening],
) -> dict[Who, SeasonOutlook]:
    """Return the outlook of each row that has or can get a place; {} if nothing is left or scores have no limit.

    New competitors, and competitors that are not listed, are not expected. A competitor may miss all remaining evenings
    or win all of them. The best places are exact, except for ties and for points that depend on the number of
    competitors. The worst places are certain, but not all competitors can always have their best score at the same
    time.
    """
    lines = [row.line for row in rows if row.ranked.place is not None]
    return _outlooks(declaration, evenings, lines, left)


def part_outlooks(
    declaration: Declaration,
    evenings: Sequence[RankedEvening],
    rows: Sequence[SeasonRow],
    left: Sequence[RemainingEvening],
) -> list[dict[Who, SeasonOutlook]]:
    """Return the outlooks in each part; {} for a part that is over. Return [] if the season has one part."""
    found = []
    for number in range(len(declaration.parts)) if len(declaration.parts) > 1 else ():
        inside = [evening for evening in left if evening.part == number]
        ranked = ((row.line.who, row.parts[number]) for row in rows)
        lines = [each.line if each else SeasonLine(who) for who, each in ranked]
        found.append(_outlooks(declaration.of_part(number), evenings, lines, inside))
    return found


def _outlooks(
    declaration: Declaration,
    evenings: Sequence[RankedEvening],
    lines: Sequence[SeasonLine],
    left: Sequence[RemainingEvening],
) -> dict[Who, SeasonOutlook]:
    """Return the outlook of each line after these evenings; {} if nothing is left or scores have no limit."""
    value = _most_of_an_evening(declaration, evenings) if left else None
    if value is None:
        return {}
    best_units = [Unit(scaled(value * each.factor), at) for at, each in enumerate(left, len(evenings))]
    parts = dict(enumerate([*(each.part for each in evenings), *(each.part for each in left)]))
    coming, most = scaled(declaration.coming * len(left)), {}
    for line in lines:
        counted = counted_units(declaration, parts, [*line.counted, *best_units])  # dropped results stay out
        most[line.who] = replace(line, counted=counted).score + coming
    return _places(declaration, lines, most)


def left_evenings(
    declaration: Declaration,
    counted: Iterable[int],
    to_come: Iterable[RemainingEvening],
    *,
    is_last_there: bool = False,
) -> list[RemainingEvening]:
    """Return the remaining evenings: in each part, those planned minus those that count.

    `counted` has the part of each evening that counts. `to_come` has evenings of the season that do not count yet. The
    last evening that is not in the season yet gets the declared factor, unless `is_last_there`: then the evening with
    this factor is already in the season.
    """
    counted, to_come = list(counted), list(to_come)
    left, not_created = [], []
    for number, part in enumerate(declaration.parts):
        missing = part.evenings - counted.count(number)
        planned = [evening for evening in to_come if evening.part == number][: max(missing, 0)]
        left += [*planned, *[RemainingEvening(number)] * (missing - len(planned))]
        not_created += [len(left) - 1] if missing > len(planned) else []
    for last in () if is_last_there else not_created[-1:]:
        left[last] = RemainingEvening(left[last].part, declaration.last_factor)
    return left


def _most_of_an_evening(declaration: Declaration, evenings: Sequence[RankedEvening]) -> Fraction | None:
    """Return the most that an evening with the factor 1 can give; None if the declaration sets no limit."""
    best: Sequence[int | Fraction]
    if declaration.counts == "share":
        best = [Fraction(100)] * (declaration.of_each_club or 1)
    elif declaration.counts == "points":
        best = declaration.points or range(_field(declaration, evenings), 0, -1)
    else:
        return None
    return total(best[: declaration.of_each_club or 1])


def _field(declaration: Declaration, evenings: Sequence[RankedEvening]) -> int:
    """Return how many competitors have attended any evening. If no new competitors come, no evening can have more."""
    came = set[Who]().union(*(evening.by_competitor for evening in evenings))
    return len({player for who in came for player in who} if declaration.competitors == "players" else came)


def _places(
    declaration: Declaration, lines: Sequence[SeasonLine], most: Mapping[Who, Number]
) -> dict[Who, SeasonOutlook]:
    """Return the outlooks; no score can fall, and only a competitor with enough evenings is certain of a place."""
    is_safe = {line.who: len(line.cells) >= declaration.minimum for line in lines}
    least = {line.who: line.score for line in lines}
    certain, possible = sorted(score for who, score in least.items() if is_safe[who]), sorted(most.values())
    return {
        who: SeasonOutlook(
            best=1 + len(certain) - bisect_right(certain, most[who]),
            worst=len(possible) - bisect_left(possible, score) if is_safe[who] else None,
            least=unscaled(score),
            most=unscaled(most[who]),
        )
        for who, score in least.items()
    }
