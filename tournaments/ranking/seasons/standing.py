"""The standings of a season: by score, then by each tie-break among the competitors still tied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.ranking.numbers import scaled, unscaled
from tournaments.ranking.seasons.cells import SeasonLine, add_evening, count_best, in_part
from tournaments.ranking.seasons.declaration import Declaration, TieBreak
from tournaments.ranking.seasons.evenings import Number, RankedEvening, Who, alone
from tournaments.ranking.seasons.ties import TIE_BREAKS, Compared, Values


@dataclass(frozen=True, slots=True)
class Ranked:
    """A competitor's place, its score, and the tie-breaks that were compared.

    The place is None after too few evenings.
    """

    place: int | None
    score: Number
    tie_breaks: Mapping[TieBreak, Number | None]


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A competitor's row: its place in the season, its results with those that count, and its place in each part.

    `parts` has None for a part in which the competitor attended no evening; it is empty if the season has one part.
    `moved` is the number of places gained since the evening before, None without a place in both.
    """

    line: SeasonLine
    ranked: Ranked
    parts: tuple[Ranked | None, ...] = ()
    moved: int | None = None


def rank_season(declaration: Declaration, evenings: Sequence[RankedEvening], *, lot_seed: int) -> list[SeasonRow]:
    """Return the standings after these evenings, which must be in order of time.

    The order of the results of an evening does not matter.
    """
    if declaration.competitors == "players":
        evenings = [alone(evening) for evening in evenings]
    lines, earlier, ranked = dict[Who, SeasonLine](), dict[Who, Ranked](), dict[Who, Ranked]()
    for at, evening in enumerate(evenings):
        add_evening(declaration, lines, evening, at)
        if at >= len(evenings) - 2:
            earlier, ranked = ranked, _in_all(declaration, evenings[: at + 1], lines, lot_seed)
    parts = _parts(declaration, evenings, lines, lot_seed)
    return [
        SeasonRow(lines[who], each, tuple(part.get(who) for part in parts), _moved(each, earlier.get(who)))
        for who, each in ranked.items()
    ]


def places_after_each(
    declaration: Declaration, evenings: Iterable[RankedEvening], *, lot_seed: int
) -> Iterator[Mapping[Who, int | None]]:
    """Yield the places after each of these evenings, which must be in order of time."""
    played, lines = list[RankedEvening](), dict[Who, SeasonLine]()
    for at, evening in enumerate(evenings):
        played.append(alone(evening) if declaration.competitors == "players" else evening)
        add_evening(declaration, lines, played[-1], at)
        yield {who: each.place for who, each in _in_all(declaration, played, lines, lot_seed).items()}


def _moved(now: Ranked, before: Ranked | None) -> int | None:
    return None if before is None or now.place is None or before.place is None else before.place - now.place


def _in_all(
    declaration: Declaration, evenings: Sequence[RankedEvening], lines: Mapping[Who, SeasonLine], lot_seed: int
) -> dict[Who, Ranked]:
    """Return the places in the season after these evenings; also set in the lines which results count."""
    count_best(declaration, evenings, lines.values())
    left = max(declaration.evenings - len(evenings), 0)
    placed = {who for who, line in lines.items() if len(line.places) + left >= declaration.minimum}
    return _ranked(declaration, dict(enumerate(evenings)), lines, placed, lot_seed)


def _parts(
    declaration: Declaration, evenings: Sequence[RankedEvening], lines: Mapping[Who, SeasonLine], lot_seed: int
) -> list[dict[Who, Ranked]]:
    """Return the places in each part; [] if the season has one part."""
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
    """Return the places of the competitors in order: those in `placed` first, then those without a place."""
    compared, low = Compared(evenings, lines, declaration.low_wins, lot_seed), declaration.low_wins
    scores = {who: line.scaled_score for who, line in lines.items()}
    placed, result, sign = set(placed), dict[Who, Ranked](), 1 if low else -1
    for inside in (True, False):
        listed = sorted((who for who in lines if (who in placed) == inside), key=_stable)
        keys = {who: (-len(lines[who].counted) if low else 0, sign * scores[who]) for who in listed}
        listed.sort(key=keys.__getitem__)
        for _key, tied in groupby(listed, key=keys.__getitem__):
            values: dict[Who, dict[TieBreak, Number | None]] = {}
            for group in _parted(compared, list(tied), declaration.tie_breaks, values):
                place = len(result) + 1 if inside else None
                result |= {who: Ranked(place, unscaled(scores[who]), values.get(who, {})) for who in group}
    return result


def _parted(
    compared: Compared, tied: list[Who], codes: Sequence[TieBreak], found: dict[Who, dict[TieBreak, Number | None]]
) -> list[list[Who]]:
    """Return groups of competitors that share a place, best first; add the values compared to `found`."""
    groups = [tied]
    for code in codes if len(tied) > 1 else ():
        groups = [part for group in groups for part in _split(compared, group, code, found)]
    return groups


def _split(
    compared: Compared, group: list[Who], code: TieBreak, found: dict[Who, dict[TieBreak, Number | None]]
) -> list[list[Who]]:
    if len(group) < 2:
        return [group]
    values = TIE_BREAKS[code](compared, group)
    for who in group:
        found.setdefault(who, {})[code] = values[who][0] if values[who] else None
    keys = {who: _key(values[who]) for who in group}
    group = sorted(group, key=keys.__getitem__, reverse=True)
    return [list(part) for _key_, part in groupby(group, key=keys.__getitem__)]


def _key(values: Values) -> list[tuple[bool, Number]]:
    """Return a sort key that puts the best value last; None is worse than any number."""
    return [(value is not None, scaled(value) if value else 0) for value in values]


def _stable(who: Who) -> tuple[str, ...] | tuple[int, ...]:
    return (who,) if isinstance(who, str) else who
