"""The standing of a season: by score, then by each tie-break among the competitors still tied."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.ranking.numbers import scaled
from tournaments.ranking.seasons.cells import SeasonLine, in_part, lines_of
from tournaments.ranking.seasons.declaration import Declaration, TieBreak
from tournaments.ranking.seasons.evenings import RankedEvening, Who, alone
from tournaments.ranking.seasons.ties import TIE_BREAKS, Compared, Values


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place with the score and the tie-breaks that were compared; `place` is None below the minimum of evenings."""

    place: int | None
    score: Fraction
    tie_breaks: Mapping[TieBreak, Fraction | None]


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A competitor's row: the ranking in all, its results with those that count, and the ranking in each part.

    `parts` has None for a part without an evening of the competitor; it is empty in a season of one part. `moved` is
    the number of places gained since the evening before, None without a place in both.
    """

    line: SeasonLine
    ranked: Ranked
    parts: tuple[Ranked | None, ...] = ()
    moved: int | None = None


def rank_season(
    declaration: Declaration, evenings: Sequence[RankedEvening], *, lot_seed: int, earlier: Mapping[Who, int | None]
) -> list[SeasonRow]:
    """Return the standing after these evenings, which are in order of time.

    `earlier` are the places after the evening before. A pure function: the order of results does not matter.
    """
    if declaration.competitors == "players":
        evenings = [alone(evening) for evening in evenings]
    lines = lines_of(declaration, evenings)
    left = max(declaration.evenings - len(evenings), 0)
    placed = {who for who, line in lines.items() if len(line.places) + left >= declaration.minimum}
    ranked = _ranked(declaration, dict(enumerate(evenings)), lines, placed, lot_seed)
    parts = _parts(declaration, evenings, lines, lot_seed)
    return [
        SeasonRow(lines[who], each, tuple(part.get(who) for part in parts), _moved(each.place, earlier.get(who)))
        for who, each in ranked.items()
    ]


def _moved(place: int | None, before: int | None) -> int | None:
    return None if place is None or before is None else before - place


def _parts(
    declaration: Declaration, evenings: Sequence[RankedEvening], lines: Mapping[Who, SeasonLine], lot_seed: int
) -> list[dict[Who, Ranked]]:
    """Return the ranking in each part; [] in a season of one part."""
    ranked = []
    for number in range(len(declaration.parts)) if len(declaration.parts) > 1 else ():
        inside = {at: evening for at, evening in enumerate(evenings) if evening.part == number}
        partial = {who: in_part(declaration, evenings, line, number) for who, line in lines.items()}
        partial = {who: line for who, line in partial.items() if line.places}
        ranked.append(_ranked(declaration, inside, partial, partial.keys(), lot_seed))
    return ranked


def _ranked(
    declaration: Declaration,
    evenings: Mapping[int, RankedEvening],
    lines: Mapping[Who, SeasonLine],
    placed: Iterable[Who],
    lot_seed: int,
) -> dict[Who, Ranked]:
    """Return the competitors in order: those with a place, then the others."""
    compared, low = Compared(evenings, lines, declaration.low_wins, lot_seed), declaration.low_wins
    scores = {who: line.score for who, line in lines.items()}
    placed, result, sign = set(placed), dict[Who, Ranked](), 1 if low else -1
    for inside in (True, False):
        listed = sorted((who for who in lines if (who in placed) == inside), key=_stable)
        keys = {who: (-len(lines[who].counted) if low else 0, sign * scaled(scores[who])) for who in listed}
        listed.sort(key=keys.__getitem__)
        for _key, tied in groupby(listed, key=keys.__getitem__):
            values: dict[Who, dict[TieBreak, Fraction | None]] = {}
            for group in _parted(compared, list(tied), declaration.tie_breaks, values):
                place = len(result) + 1 if inside else None
                result |= {who: Ranked(place, scores[who], values.get(who, {})) for who in group}
    return result


def _parted(
    compared: Compared, tied: list[Who], codes: Sequence[TieBreak], found: dict[Who, dict[TieBreak, Fraction | None]]
) -> list[list[Who]]:
    """Return the groups that share a place, best first; add to `found` the values that were compared."""
    groups = [tied]
    for code in codes:
        groups = [part for group in groups for part in _split(compared, group, code, found)]
    return groups


def _split(
    compared: Compared, group: list[Who], code: TieBreak, found: dict[Who, dict[TieBreak, Fraction | None]]
) -> list[list[Who]]:
    if len(group) < 2:
        return [group]
    values = TIE_BREAKS[code](compared, group)
    for who in group:
        found.setdefault(who, {})[code] = values[who][0] if values[who] else None
    keys = {who: _key(values[who]) for who in group}
    group = sorted(group, key=keys.__getitem__, reverse=True)
    return [list(part) for _key_, part in groupby(group, key=keys.__getitem__)]


def _key(values: Values) -> list[tuple[bool, int | Fraction]]:
    """Return a key by which the best sorts last; None is worse than any number."""
    return [(value is not None, scaled(value) if value else 0) for value in values]


def _stable(who: Who) -> tuple[str, ...] | tuple[int, ...]:
    return (who,) if isinstance(who, str) else who
