"""What an evening is worth to each competitor, and which results count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tournaments.ranking.numbers import ZERO, mean, scaled, total
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import EveningResult, RankedEvening, Who, exact


class Unit(NamedTuple):
    """A result that counts or is dropped: an evening, by its position, or one round of it; round 0 is a whole evening.

    It begins with the value, by which the best are chosen; of equal values the earlier counts.
    """

    value: Fraction
    evening: int
    round: int = 0


@dataclass(slots=True)
class SeasonLine:
    """The results of a competitor in the evenings so far, and the results that count.

    `places` are by evening, None for a club. `added` counts in any case: the points for coming, and penalties if rounds
    are counted.
    """

    who: Who
    places: dict[int, int | None] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    added: dict[int, Fraction] = field(default_factory=dict)
    counted: Sequence[Unit] = ()

    @property
    def score(self) -> Fraction:
        """The sum of what counts."""
        return total([*(unit.value for unit in self.counted), *self.added.values()])

    def by_evening(self) -> Iterator[tuple[int, list[Unit]]]:
        """Yield each evening, by position, with its results."""
        units: dict[int, list[Unit]] = {at: [] for at in self.places}
        for unit in self.units:
            units[unit.evening].append(unit)
        yield from units.items()


def lines_of(declaration: Declaration, evenings: Sequence[RankedEvening]) -> dict[Who, SeasonLine]:
    """Return the line of each competitor over these evenings."""
    lines, coming = dict[Who, SeasonLine](), declaration.coming
    for at, evening in enumerate(evenings):
        for who, place, values, apart in _worth(declaration, evening):
            line = lines.get(who)
            if line is None:
                line = lines[who] = SeasonLine(who)
            line.places[at] = place
            line.units += [Unit(value, at, number) for number, value in values.items()]
            if added := coming + apart if apart else coming:
                line.added[at] = added
    parts = [evening.part for evening in evenings]
    for line in lines.values():
        line.counted = counted_units(declaration, parts, line.units)
    return lines


def in_part(declaration: Declaration, evenings: Sequence[RankedEvening], line: SeasonLine, part: int) -> SeasonLine:
    """Return the line in one part, in which only the best results of this part count."""
    inside = {at for at in line.places if evenings[at].part == part}
    units = [unit for unit in line.units if unit.evening in inside]
    return SeasonLine(
        line.who,
        {at: line.places[at] for at in inside},
        units,
        {at: added for at, added in line.added.items() if at in inside},
        _best(units, declaration.parts[part].best, low_wins=declaration.low_wins),
    )


def counted_units(declaration: Declaration, parts: Sequence[int], units: Iterable[Unit]) -> list[Unit]:
    """Return the results that count: the best of each part, and of these results the best of all parts together.

    `parts` are those of the evenings, in order.
    """
    by_part: dict[int, list[Unit]] = defaultdict(list)
    for unit in units:
        by_part[parts[unit.evening]].append(unit)
    low_wins = declaration.low_wins
    best = [unit for n, part in by_part.items() for unit in _best(part, declaration.parts[n].best, low_wins=low_wins)]
    return _best(best, declaration.best, low_wins=low_wins)


def _best(units: list[Unit], number: int | None, *, low_wins: bool) -> list[Unit]:
    """Return the best `number` of these results, or all if it is None. Of equal results, the earlier is taken first."""
    if number is None or len(units) <= number:
        return units
    sign = 1 if low_wins else -1
    return sorted(units, key=lambda unit: (sign * scaled(unit.value), *unit[1:]))[:number]


Worth = tuple[Who, int | None, Mapping[int, Fraction], Fraction]
"""A competitor, the place, the values by round, and what is added in any case."""


def _worth(declaration: Declaration, evening: RankedEvening) -> Iterator[Worth]:
    """Yield the worth of an evening to each competitor that is listed."""
    members_only = declaration.listed == "members"
    entries = (each for each in _worth_of_entries(declaration, evening) if not (members_only and each[0].guest))
    if declaration.of_each_club is None:
        for result, values, apart in entries:
            yield result.who, result.place, values, apart
        return
    of_club: dict[str, list[tuple[Mapping[int, Fraction], Fraction]]] = defaultdict(list)
    for result, values, apart in entries:
        of_club[result.club].append((values, apart))
    for club, worths in of_club.items():
        numbers = sorted({number for values, _apart in worths for number in values})
        by_round = {number: [values[number] for values, _apart in worths if number in values] for number in numbers}
        low = declaration.low_wins
        sums = {n: total(sorted(each, reverse=not low)[: declaration.of_each_club]) for n, each in by_round.items()}
        yield club, None, sums, total(apart for _values, apart in worths)


def _worth_of_entries(
    declaration: Declaration, evening: RankedEvening
) -> Iterator[tuple[EveningResult, Mapping[int, Fraction], Fraction]]:
    factor = evening.factor
    if declaration.counts == "rounds":
        for result in evening.results:
            rounds = {each.number: exact(each.value) * factor for each in evening.rounds[result.who]}
            yield result, rounds, exact(result.apart) * factor
        return
    points = _points_by_place(declaration, evening.results) if declaration.counts == "points" else {}
    share = 100 / evening.most if declaration.counts == "share" and evening.most else Fraction(1)
    for result in evening.results:
        value = points[result.place] if points else exact(result.score) * share
        yield result, {0: value if factor == 1 else value * factor}, ZERO


def _points_by_place(declaration: Declaration, results: Sequence[EveningResult]) -> dict[int, Fraction]:
    """Return the points of each place; competitors that share places share the points equally."""
    field_size, table = len(results), declaration.points
    sharing: dict[int, int] = defaultdict(int)
    for result in results:
        sharing[result.place] += 1
    of_place = [Fraction(field_size - place) for place in range(field_size)]
    if table is not None:
        of_place = [*table, *[ZERO] * field_size][:field_size]
    return {
        place: of_place[place - 1] if shared == 1 else mean(of_place[place - 1 : place - 1 + shared])
        for place, shared in sharing.items()
    }
