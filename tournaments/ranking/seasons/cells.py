"""What an evening is worth to each competitor, and which results count."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from tournaments.ranking.numbers import mean, scaled, total
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import (
    CACHED_EVENINGS,
    EveningResult,
    Number,
    RankedEvening,
    Who,
    exact,
    light,
)


class Unit(NamedTuple):
    """A result that counts or is dropped: that of a whole evening (`round` is 0), or of one round of it.

    `evening` is the position of the evening in the season. `scaled` is the value times `SCALE`; the best results are
    chosen by it, and of equal ones the earlier counts.
    """

    value: Number
    evening: int
    round: int
    scaled: Number

    @classmethod
    def of(cls, value: Number, evening: int, round_: int = 0) -> "Unit":
        """Return the result of an evening, or of one of its rounds, with this value."""
        return cls(value, evening, round_, scaled(value))


SCALED, WHEN = itemgetter(3), itemgetter(1, 2)


@dataclass(slots=True)
class SeasonLine:
    """The results of a competitor in the evenings so far, and which of them count.

    `places` are by evening, None for a club. `added` always counts: points for attending and, if rounds are counted,
    penalties.
    """

    who: Who
    places: dict[int, int | None] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    added: dict[int, Number] = field(default_factory=dict)
    counted: Sequence[Unit] = ()

    @property
    def scaled_score(self) -> Number:
        """The sum of all that counts, times `SCALE`."""
        return sum([unit.scaled for unit in self.counted]) + scaled(sum(self.added.values()))

    def by_evening(self) -> Iterator[tuple[int, list[Unit]]]:
        """Yield (position of the evening, its results) for each evening."""
        units: dict[int, list[Unit]] = {at: [] for at in self.places}
        for unit in self.units:
            units[unit.evening].append(unit)
        yield from units.items()


def add_evening(declaration: Declaration, lines: dict[Who, SeasonLine], evening: RankedEvening, at: int) -> None:
    """Add an evening to the lines of its competitors; `at` is its position in the season.

    After the last evening, call `count_best`.
    """
    coming = light(declaration.coming)
    for who, place, units, apart in worth(declaration, evening, at):
        line = lines.get(who)
        if line is None:
            line = lines[who] = SeasonLine(who)
        line.places[at] = place
        line.units += units
        if added := coming + apart if apart else coming:
            line.added[at] = added


def count_best(declaration: Declaration, evenings: Sequence[RankedEvening], lines: Iterable[SeasonLine]) -> None:
    """Set in each line which results count. Call it after evenings were added."""
    parts = [evening.part for evening in evenings]
    for line in lines:
        line.counted = counted_units(declaration, parts, line.units)


def in_part(declaration: Declaration, evenings: Sequence[RankedEvening], line: SeasonLine, part: int) -> SeasonLine:
    """Return the line for one part of the season; its `counted` are the best results of that part."""
    inside = {at for at in line.places if evenings[at].part == part}
    units = [unit for unit in line.units if unit.evening in inside]
    return SeasonLine(
        line.who,
        {at: line.places[at] for at in inside},
        units,
        {at: added for at, added in line.added.items() if at in inside},
        _best(units, declaration.parts[part].best, low_wins=declaration.low_wins),
    )


def counted_units(declaration: Declaration, parts: Sequence[int], units: list[Unit]) -> list[Unit]:
    """Return the results that count: the best of each part, and the best of these over all parts together.

    `parts` has the part of each evening. Both lists are in order of time.
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
    return sorted(units, key=SCALED, reverse=not low_wins)[:number]


Worth = tuple[Sequence[Unit], Number]
"""The results of a competitor on an evening, and the amount that always counts."""


@lru_cache(maxsize=CACHED_EVENINGS)
def worth(
    declaration: Declaration, evening: RankedEvening, at: int
) -> Sequence[tuple[Who, int | None, Sequence[Unit], Number]]:
    """Return, for each listed competitor, (competitor, place, results, points added) on an evening.

    `at` is the position of the evening in the season.
    """
    entries: Iterable[tuple[EveningResult, Worth]] = zip(
        evening.results, _worth_of_entries(declaration, evening, at), strict=True
    )
    if declaration.listed == "members":
        entries = (each for each in entries if not each[0].guest)
    elif declaration.listed == "category":
        entries = (each for each in entries if declaration.category.issuperset(each[0].who))
    if declaration.of_each_club is None:
        return [(result.who, result.place, units, apart) for result, (units, apart) in entries]
    of_club: dict[str, list[Worth]] = defaultdict(list)
    for result, each in entries:
        of_club[result.club].append(each)
    return [
        (club, None, _summed(declaration, worths, at), total(apart for _units, apart in worths))
        for club, worths in of_club.items()
    ]


def _summed(declaration: Declaration, worths: Iterable[Worth], at: int) -> list[Unit]:
    """Return the results of a club on an evening: by round, the sum of the best results of its entries."""
    by_round: dict[int, list[Number]] = defaultdict(list)
    for units, _apart in worths:
        for unit in units:
            by_round[unit.round].append(unit.value)
    best, high = declaration.of_each_club, not declaration.low_wins
    return [Unit.of(total(sorted(by_round[n], reverse=high)[:best]), at, n) for n in sorted(by_round)]


def _worth_of_entries(declaration: Declaration, evening: RankedEvening, at: int) -> Sequence[Worth]:
    """Return what each result of an evening is worth, in the order of the results."""
    results, factor = evening.results, light(evening.factor)
    if declaration.counts == "rounds":
        rounds = [
            [Unit.of(exact(each.value) * factor, at, each.number) for each in evening.rounds[r.who]] for r in results
        ]
        return [(units, exact(result.apart) * factor) for units, result in zip(rounds, results, strict=True)]
    if declaration.counts == "points":
        points = _points_by_place(declaration, results)
        of_place = {place: ((Unit.of(value * factor, at),), 0) for place, value in points.items()}
        return [of_place[result.place] for result in results]
    share = 100 / evening.most if declaration.counts == "share" and evening.most else 1
    return [((Unit.of(light(exact(result.score) * share * factor), at),), 0) for result in results]


def _points_by_place(declaration: Declaration, results: Sequence[EveningResult]) -> dict[int, Number]:
    """Return the points for each place; competitors that share places share their points equally."""
    field_size, table = len(results), declaration.points
    sharing = Counter(result.place for result in results)
    of_place: list[Number] = [field_size - place for place in range(field_size)]
    if table is not None:
        of_place = [*map(light, table), *[0] * field_size][:field_size]
    return {
        place: of_place[place - 1] if shared == 1 else light(mean(of_place[place - 1 : place - 1 + shared]))
        for place, shared in sharing.items()
    }
