"""What an evening is worth to each competitor, and which results count. All amounts are times `SCALE`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from tournaments.ranking.numbers import mean
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import (
    CACHED_EVENINGS,
    EveningResult,
    Number,
    RankedEvening,
    Who,
    as_number,
    exact,
    scaled,
)


class Unit(NamedTuple):
    """A result that counts or is dropped: that of a whole evening (`round` is 0), or of one round of it.

    `evening` is the position of the evening in the season.
    """

    value: Number
    evening: int
    round: int = 0


class SeasonCell(NamedTuple):
    """The results of a competitor on an evening, given by its position; `place` is None for a club.

    `added` always counts: points for attending and, if rounds are counted, penalties.
    """

    evening: int
    place: int | None
    units: Sequence[Unit]
    added: Number


VALUE, WHEN = itemgetter(0), itemgetter(1, 2)
UNITS, ADDED = itemgetter(2), itemgetter(3)
Cells = Sequence[tuple[Who, SeasonCell]]


@dataclass(slots=True)
class SeasonLine:
    """The evenings that a competitor attended so far, their results, and which of these count."""

    who: Who
    cells: Sequence[SeasonCell] = ()
    units: Sequence[Unit] = ()
    counted: Sequence[Unit] = ()

    @property
    def score(self) -> Number:
        """The sum of all that counts."""
        score: Number = sum(map(VALUE, self.counted)) + sum(map(ADDED, self.cells))
        return score


def season_lines(declaration: Declaration, parts: Mapping[int, int], cells: Iterable[Cells]) -> list[SeasonLine]:
    """Return the line of each competitor in these evenings; `parts` has the part of each evening of the season."""
    every: dict[Who, list[SeasonCell]] = defaultdict(list)
    for evening in cells:
        for who, cell in evening:
            every[who].append(cell)
    lines = []
    for who, own in every.items():
        units = [*chain.from_iterable(map(UNITS, own))]
        lines.append(SeasonLine(who, own, units, counted_units(declaration, parts, units)))
    return lines


def counted_units(declaration: Declaration, parts: Mapping[int, int], units: list[Unit]) -> list[Unit]:
    """Return the results that count: the best of each part, and of these results the best of all parts together.

    `parts` has the part of each evening; `units` are in order of time.
    """
    low_wins = declaration.low_wins
    if len(declaration.parts) == 1:
        units = _best(units, declaration.parts[0].best, low_wins=low_wins)
    else:
        by_part: dict[int, list[Unit]] = defaultdict(list)
        for unit in units:
            by_part[parts[unit.evening]].append(unit)
        best = [_best(part, declaration.parts[n].best, low_wins=low_wins) for n, part in by_part.items()]
        units = sorted((unit for part in best for unit in part), key=WHEN)
    return _best(units, declaration.best, low_wins=low_wins)


def _best(units: list[Unit], number: int | None, *, low_wins: bool) -> list[Unit]:
    """Return the best `number` of these results, all if it is None; of equal results, the first ones."""
    if number is None or len(units) <= number:
        return units
    return sorted(units, key=VALUE, reverse=not low_wins)[:number]


@lru_cache(maxsize=CACHED_EVENINGS)
def evening_cells(declaration: Declaration, evening: RankedEvening, at: int) -> Cells:
    """Return each listed competitor with its results on an evening; `at` is its position in the season."""
    entries: Iterable[tuple[EveningResult, SeasonCell]] = zip(
        evening.results, _cells_of_entries(declaration, evening, at), strict=True
    )
    if declaration.listed == "members":
        entries = (each for each in entries if not each[0].guest)
    elif declaration.listed == "category":
        entries = (each for each in entries if declaration.category.issuperset(each[0].who))
    if declaration.of_each_club is None:
        return [(result.who, cell) for result, cell in entries]
    of_club: dict[str, list[SeasonCell]] = defaultdict(list)
    for result, cell in entries:
        of_club[result.club].append(cell)
    return [(club, _summed(declaration, cells, at)) for club, cells in of_club.items()]


def _summed(declaration: Declaration, cells: Sequence[SeasonCell], at: int) -> SeasonCell:
    """Return the results of a club on an evening: by round, the sum of the best results of its entries."""
    by_round: dict[int, list[Number]] = defaultdict(list)
    for cell in cells:
        for unit in cell.units:
            by_round[unit.round].append(unit.value)
    best, high = declaration.of_each_club, not declaration.low_wins
    units = [Unit(sum(sorted(by_round[n], reverse=high)[:best]), at, n) for n in sorted(by_round)]
    coming = scaled(declaration.coming)
    return SeasonCell(at, None, units, coming + sum(cell.added - coming for cell in cells))


def _cells_of_entries(declaration: Declaration, evening: RankedEvening, at: int) -> list[SeasonCell]:
    """Return the results of each entry on an evening, in the same order."""
    results, factor, coming = evening.results, as_number(evening.factor), scaled(declaration.coming)
    if declaration.counts == "rounds":
        rounds = [evening.rounds[result.who] for result in results]
        return [
            SeasonCell(
                at,
                result.place,
                [Unit(scaled(exact(each.value) * factor), at, each.number) for each in played],
                coming + scaled(exact(result.apart) * factor),
            )
            for result, played in zip(results, rounds, strict=True)
        ]
    if declaration.counts == "points":
        points = _points_by_place(declaration, evening.entries)
        of_place = {place: _evening_cell(at, place, value * factor, coming) for place, value in points.items()}
        return [of_place[result.place] for result in results]
    share = 100 / evening.most if declaration.counts == "share" and evening.most else 1
    return [_evening_cell(at, each.place, exact(each.score) * share * factor, coming) for each in results]


def _evening_cell(at: int, place: int, value: Number, added: Number) -> SeasonCell:
    return SeasonCell(at, place, (Unit(scaled(value), at),), added)


def _points_by_place(declaration: Declaration, entries: Sequence[EveningResult]) -> dict[int, Number]:
    """Return the points for each place; entries that share places share their points equally."""
    field_size, table = len(entries), declaration.points
    of_place: Sequence[Number] = range(field_size, 0, -1) if table is None else [*table, *[0] * field_size]
    sharing = Counter(entry.place for entry in entries)
    return {
        place: of_place[place - 1] if shared == 1 else as_number(mean(of_place[place - 1 : place - 1 + shared]))
        for place, shared in sharing.items()
    }
