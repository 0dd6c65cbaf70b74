"""The standings of a season: by score, then by each tie-break among the competitors still tied."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from tournaments.ranking.seasons.cells import SeasonLine, evening_cells, season_lines
from tournaments.ranking.seasons.declaration import Declaration, TieBreak
from tournaments.ranking.seasons.evenings import Number, RankedEvening, Who, alone, unscaled
from tournaments.ranking.seasons.ties import NONE, TIE_BREAKS, Compared, Values

WHO = itemgetter(0)


class Ranked(NamedTuple):
    """A competitor's results with its place, its score, and the tie-breaks that were compared.

    The place is None after too few evenings.
    """

    line: SeasonLine
    place: int | None
    score: Number
    tie_breaks: Mapping[TieBreak, Number | None]


class SeasonRow(NamedTuple):
    """A competitor's row: its place in the season with its results, and its place in each part.

    `parts` has None for a part in which the competitor attended no evening; it is empty if the season has one part.
    `moved` is the number of places gained since the evening before, None without a place in both.
    """

    ranked: Ranked
    parts: tuple[Ranked | None, ...] = ()
    moved: int | None = None

    @property
    def line(self) -> SeasonLine:
        """The results of the whole season."""
        return self.ranked.line


def rank_season(declaration: Declaration, evenings: Sequence[RankedEvening], *, lot_seed: int) -> list[SeasonRow]:
    """Return the standings after these evenings, which must be in order of time.

    The order of the results of an evening does not matter.
    """
    rank, every = _ranking(declaration, evenings, lot_seed), range(len(evenings))
    ranked, earlier = rank(declaration, every), rank(declaration, every[:-1])
    parts = [
        rank(declaration.of_part(number), [at for at in every if evenings[at].part == number])
        for number in range(len(declaration.parts))
        if len(declaration.parts) > 1
    ]
    return [
        SeasonRow(each, tuple(part.get(who) for part in parts), _moved(each, earlier.get(who)))
        for who, each in ranked.items()
    ]


def places_after_each(
    declaration: Declaration, evenings: Sequence[RankedEvening], *, lot_seed: int
) -> Iterator[Mapping[Who, int | None]]:
    """Yield the places after each of these evenings, which must be in order of time."""
    rank = _ranking(declaration, evenings, lot_seed)
    for number in range(1, len(evenings) + 1):
        yield {who: each.place for who, each in rank(declaration, range(number)).items()}


def _moved(now: Ranked, before: Ranked | None) -> int | None:
    return None if before is None or now.place is None or before.place is None else before.place - now.place


def _ranking(
    declaration: Declaration, evenings: Sequence[RankedEvening], lot_seed: int
) -> Callable[[Declaration, Sequence[int]], dict[Who, Ranked]]:
    """Return a function that ranks the competitors in some of the evenings, given by their positions."""
    if declaration.competitors == "players":
        evenings = [alone(evening) for evening in evenings]
    cells = [evening_cells(declaration, evening, at) for at, evening in enumerate(evenings)]

    def rank(of: Declaration, inside: Sequence[int]) -> dict[Who, Ranked]:
        played = {at: evenings[at] for at in inside}
        lines = season_lines(of, {at: each.part for at, each in played.items()}, [cells[at] for at in inside])
        return _ranked(of, Compared(played, {line.who: line for line in lines}, of.low_wins, lot_seed))

    return rank


def _ranked(declaration: Declaration, compared: Compared) -> dict[Who, Ranked]:
    """Return the places of the competitors in order, those without a place last."""
    result, lines, sign = dict[Who, Ranked](), compared.lines, 1 if declaration.low_wins else -1
    for (is_out, _fewer, signed_score), tied in sorted(_by_score(declaration, compared, sign).items()):
        values: dict[Who, dict[TieBreak, Number | None]] = {}
        score = unscaled(sign * signed_score)
        for group in _groups_by_tie_breaks(compared, tied, declaration.tie_breaks, values) if len(tied) > 1 else [tied]:
            place = None if is_out else len(result) + 1
            for who in group:
                result[who] = Ranked(lines[who], place, score, values.get(who, {}))
    return result


def _by_score(declaration: Declaration, compared: Compared, sign: int) -> Mapping[tuple[bool, int, Number], list[Who]]:
    """Return the competitors by what is compared first: enough evenings, then fewer results, then score; best first."""
    tied, left = defaultdict[tuple[bool, int, Number], list[Who]](list), declaration.evenings - len(compared.evenings)
    for who, line in sorted(compared.lines.items(), key=WHO):
        is_out = len(line.cells) + max(left, 0) < declaration.minimum
        tied[is_out, -len(line.counted) if declaration.low_wins else 0, sign * line.score].append(who)
    return tied


def _groups_by_tie_breaks(
    compared: Compared, tied: list[Who], codes: Sequence[TieBreak], found: dict[Who, dict[TieBreak, Number | None]]
) -> list[list[Who]]:
    """Return groups of competitors that share a place, best first; add the values compared to `found`."""
    groups = [tied]
    for code in codes:
        groups = [part for group in groups for part in _split(compared, group, code, found)]
    return groups


def _split(
    compared: Compared, group: list[Who], code: TieBreak, found: dict[Who, dict[TieBreak, Number | None]]
) -> list[list[Who]]:
    if len(group) < 2:
        return [group]
    values, parts = TIE_BREAKS[code](compared, group), defaultdict[Values, list[Who]](list)
    for who in group:
        first = [*values[who], NONE][0]
        found.setdefault(who, {})[code] = None if isinstance(first, float) else unscaled(first)
        parts[values[who]].append(who)
    return [parts[value] for value in sorted(parts, reverse=True)]
