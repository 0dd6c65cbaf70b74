"""The places that competitors of a season can still reach in the remaining evenings."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.ranking.numbers import scaled, total, unscaled
from tournaments.ranking.seasons.cells import SeasonLine, Unit, counted_units, in_part
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import Number, RankedEvening, Who
from tournaments.ranking.seasons.standing import SeasonRow


class LeftEvening(NamedTuple):
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
    declaration: Declaration, evenings: Sequence[RankedEvening], rows: Sequence[SeasonRow], left: Sequence[LeftEvening]
) -> dict[Who, SeasonOutlook]:
    """Return the outlook of each row that has or can get a place; {} if nothing is left or scores have no limit.

    No new competitors are expected, and none that are not listed. A competitor may miss all remaining evenings or win
    all of them. The best places are exact, except for ties and for points that depend on the number of competitors. The
    worst places are certain, but not all competitors can always have their best score at the same time.
    """
    lines = [row.line for row in rows if row.ranked.place is not None]
    parts = [evening.part for evening in evenings]
    return _outlooks(declaration, parts, lines, left, _most_of_an_evening(declaration, evenings))


def part_outlooks(
    declaration: Declaration, evenings: Sequence[RankedEvening], rows: Sequence[SeasonRow], left: Sequence[LeftEvening]
) -> list[dict[Who, SeasonOutlook]]:
    """Return the outlooks in each part; {} for a part that is over. Return [] if the season has one part."""
    value, found = _most_of_an_evening(declaration, evenings), []
    for number, part in enumerate(declaration.parts if len(declaration.parts) > 1 else ()):
        inside = [LeftEvening(0, evening.factor) for evening in left if evening.part == number]
        lines = [in_part(declaration, evenings, row.line, number) for row in rows] if inside else []
        alone = replace(declaration, parts=(part,), best=None, minimum=1)
        found.append(_outlooks(alone, [0] * len(evenings), lines, inside, value))
    return found


def _outlooks(
    declaration: Declaration,
    parts: Sequence[int],
    lines: Sequence[SeasonLine],
    left: Sequence[LeftEvening],
    value: Number | None,
) -> dict[Who, SeasonOutlook]:
    """Return the outlook of each line.

    `parts` has the part of each evening so far, `value` is the most that one gives.
    """
    if value is None or not left:
        return {}
    best_units = [Unit.of(value * evening.factor, at) for at, evening in enumerate(left, len(parts))]
    every_part, coming = [*parts, *(evening.part for evening in left)], scaled(declaration.coming * len(left))
    most = {}
    for line in lines:
        counted = counted_units(declaration, every_part, [*line.counted, *best_units])  # dropped results stay out
        most[line.who] = unscaled(SeasonLine(line.who, added=line.added, counted=counted).scaled_score + coming)
    return _places(declaration, lines, most)


def left_evenings(
    declaration: Declaration, counted: Iterable[int], to_come: Iterable[LeftEvening], *, is_last_there: bool = False
) -> list[LeftEvening]:
    """Return the remaining evenings: in each part, those planned minus those that count.

    `counted` has the part of each evening that counts. `to_come` has evenings of the season that do not count yet. The
    last evening that is not in the season yet gets the declared factor, unless `is_last_there`: then the evening with
    this factor is in the season.
    """
    counted, to_come = list(counted), list(to_come)
    left, not_created = [], []
    for number, part in enumerate(declaration.parts):
        missing = part.evenings - counted.count(number)
        planned = [evening for evening in to_come if evening.part == number][: max(missing, 0)]
        left += [*planned, *[LeftEvening(number)] * (missing - len(planned))]
        not_created += [len(left) - 1] if missing > len(planned) else []
    for last in () if is_last_there else not_created[-1:]:
        left[last] = LeftEvening(left[last].part, declaration.last_factor)
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
    """Return how many competitors have attended any evening; without new ones, no evening can have more."""
    came = set[Who]().union(*(evening.by_competitor for evening in evenings))
    return len({player for who in came for player in who} if declaration.competitors == "players" else came)


def _places(
    declaration: Declaration, lines: Sequence[SeasonLine], most: Mapping[Who, Number]
) -> dict[Who, SeasonOutlook]:
    """Return the outlooks. A score never falls, and only a competitor with enough evenings is certain of a place."""
    is_safe = {line.who: len(line.places) >= declaration.minimum for line in lines}
    least = {line.who: unscaled(line.scaled_score) for line in lines}
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
