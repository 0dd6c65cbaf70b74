"""The tie-breaks of a season. Each computes a value by which competitors that are still tied are compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from tournaments.ranking.numbers import total
from tournaments.ranking.seasons.cells import SeasonLine
from tournaments.ranking.seasons.declaration import TieBreak
from tournaments.ranking.seasons.evenings import Number, RankedEvening, Who, exact, scaled

NONE = float("-inf")
"""The value of a tie-break for which a competitor has no result: worse than any number."""
Values = tuple[Number | float, ...]
"""What a tie-break compares, times `SCALE`; the greatest is best."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The evenings that tie-breaks compare, by position in the season, and the lines of competitors in them."""

    evenings: Mapping[int, RankedEvening]
    lines: Mapping[Who, SeasonLine]
    low_wins: bool
    lot_seed: int


Compute = Callable[[Compared, Sequence[Who]], Mapping[Who, Values]]


def _each(value: Callable[[Compared, SeasonLine], Values]) -> Compute:
    """Decorate a function of one line: return the computation of a tie-break.

    Its values do not depend on the other tied competitors.
    """

    def compute(compared: Compared, tied: Sequence[Who]) -> Mapping[Who, Values]:
        return {who: value(compared, compared.lines[who]) for who in tied}

    return compute


def _head_to_head(compared: Compared, tied: Sequence[Who]) -> Mapping[Who, Values]:
    """Return the sum of each competitor's rounds at tables where all tied competitors sat.

    The value is `NONE` if there is no such table. The sum is negated if low scores win.
    """
    met: dict[Who, list[Number]] = {who: [] for who in tied}
    for evening in compared.evenings.values():
        if not all(who in evening.by_competitor for who in tied):
            continue
        rounds = {who: {each.number: each for each in evening.rounds[who] if each.table} for who in tied}
        for number in set[int].intersection(*(set(each) for each in rounds.values())):
            if len({rounds[who][number].table for who in tied}) == 1:
                for who in tied:
                    met[who].append(_signed(exact(rounds[who][number].value), evening))
    return {who: (scaled(total(values)),) if values else (NONE,) for who, values in met.items()}


@_each
def _difference(compared: Compared, line: SeasonLine) -> Values:
    results = (compared.evenings[cell.evening].by_competitor[line.who] for cell in line.cells)
    found = [result.difference for result in results if result.difference is not None]
    return (scaled(total(map(exact, found))),) if found else (NONE,)


@_each
def _scores(compared: Compared, line: SeasonLine) -> Values:
    evenings = [compared.evenings[cell.evening] for cell in line.cells]
    return (scaled(total(_signed(exact(each.by_competitor[line.who].score), each) for each in evenings)),)


@_each
def _wins(compared: Compared, line: SeasonLine) -> Values:
    shared = [compared.evenings[cell.evening].winners for cell in line.cells if cell.place == 1]
    return (scaled(total(Fraction(1, count) for count in shared)),)


@_each
def _best_results(compared: Compared, line: SeasonLine) -> Values:
    """Return the results, best first; they are negated if the lowest is best."""
    return tuple(sorted((_value(compared, unit.value) for unit in line.units), reverse=True))


@_each
def _last_evening(compared: Compared, line: SeasonLine) -> Values:
    """Return what the latest evening was worth, then the one before, and so on; `NONE` for an evening not attended."""
    worths = {cell.evening: _value(compared, sum(unit.value for unit in cell.units)) for cell in line.cells}
    return tuple(worths.get(at, NONE) for at in sorted(compared.evenings, reverse=True))


@_each
def _attended(_compared: Compared, line: SeasonLine) -> Values:
    return (scaled(len(line.cells)),)


@_each
def _lot(compared: Compared, line: SeasonLine) -> Values:
    drawn = sha256(f"{compared.lot_seed} {line.who}".encode()).digest()
    return (scaled(int.from_bytes(drawn[:6])),)


TIE_BREAKS: Mapping[TieBreak, Compute] = {
    "head_to_head": _head_to_head,
    "difference": _difference,
    "scores": _scores,
    "wins": _wins,
    "best_results": _best_results,
    "last_evening": _last_evening,
    "attended": _attended,
    "lot": _lot,
}


def _signed(value: Number, evening: RankedEvening) -> Number:
    return -value if evening.low_wins else value


def _value(compared: Compared, value: Number) -> Number:
    return -value if compared.low_wins else value
