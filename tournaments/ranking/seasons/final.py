"""The final of a season: which competitors qualify by the declaration, in order, and why others are skipped."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple

from tournaments.ranking.qualifying import through
from tournaments.ranking.seasons.declaration import Declaration
from tournaments.ranking.seasons.evenings import Who

Skipped = Literal["", "qualified", "out", "too_few", "level"]
"""Why a competitor does not qualify: it qualified in an earlier part, cannot or will not come, attended too few
evenings, or shares a place with more competitors than can qualify; "" for one that qualifies."""


class Placed(NamedTuple):
    """A competitor in the last standings: its place in the season and in each part, and how many evenings it attended.

    `parts` is empty if the season has one part.
    """

    who: Who
    place: int | None
    attended: int
    parts: Sequence[int | None] = ()


@dataclass(frozen=True, slots=True)
class FinalContender:
    """A competitor that may qualify for the final.

    `part` is the part by which it would qualify, None for the whole season.
    """

    who: Who
    place: int
    part: int | None
    skipped: Skipped = ""


@dataclass(frozen=True, slots=True)
class Finalists:
    """The competitors that may qualify for the final, in order, and how many places are still free.

    `champion` is the competitor that won every part, so that there is no final; None if there is none.
    """

    contenders: Sequence[FinalContender] = ()
    missing: int = 0
    champion: Who | None = None


def finalists(
    declaration: Declaration, standing: Sequence[Placed], *, out: Collection[Who] = (), chosen: Collection[Who] = ()
) -> Finalists:
    """Return the finalists by the declaration; none if it has no final.

    Competitors in `out` are skipped, and the next in order qualify. Of competitors tied for the last place that
    qualifies, those in `chosen` qualify; the others are skipped as level. No player qualifies twice, not even with
    another partner.
    """
    if declaration.final_only_if_needed and (winner := _winner_of_all_parts(standing)):
        return Finalists(champion=winner)
    count = declaration.final_first or declaration.final_of_part or 0
    if not count:
        return Finalists()
    parts = [None] if declaration.final_first else [*range(len(declaration.parts))]
    selection = _Selection(declaration.final_minimum, out, chosen)
    missing = sum(selection.take(standing, part, count) for part in parts)
    return Finalists(selection.contenders, missing)


def members(who: Who) -> Collection[object]:
    """Return the players of a competitor; if it is a club, the club itself."""
    return (who,) if isinstance(who, str) else who


def _winner_of_all_parts(standing: Sequence[Placed]) -> Who | None:
    """Return the competitor that won every part alone; None if there is none."""
    parts = range(len(standing[0].parts)) if standing else ()
    winners = {tuple(row.who for row in standing if row.parts[part] == 1) for part in parts}
    only = winners.pop() if len(winners) == 1 else ()
    return only[0] if len(only) == 1 else None


@dataclass(slots=True)
class _Selection:
    """The competitors considered so far, and the players of those that qualify."""

    minimum: int
    out: Collection[Who]
    chosen: Collection[Who]
    contenders: list[FinalContender] = field(default_factory=list)
    gone: set[object] = field(default_factory=set)

    def take(self, standing: Sequence[Placed], part: int | None, count: int) -> int:
        """Consider the first `count` competitors of the season or of a part; return how many places stay free."""
        for place, level in groupby(_in_order(standing, part), key=itemgetter(0)):
            rows = sorted((row for _place, row in level), key=lambda row: row.who not in self.chosen)
            able = [row for row in rows if not self._reason(row)]
            fit = len(able) <= count
            going = through(able, count, "decide", chosen=lambda row: row.who in self.chosen, lot=itemgetter(0))
            for row in rows:
                skipped = self._reason(row) or ("" if row in going else "level")
                self.contenders.append(FinalContender(row.who, place, part, skipped))
                if not skipped:
                    self.gone |= {*members(row.who)}
                    count -= 1
            if count == 0 or not fit:
                break
        return count

    def _reason(self, row: Placed) -> Skipped:
        if not self.gone.isdisjoint(members(row.who)):
            return "qualified"
        if row.who in self.out:
            return "out"
        return "too_few" if row.place is None or row.attended < self.minimum else ""


def _in_order(standing: Sequence[Placed], part: int | None) -> list[tuple[int, Placed]]:
    """Return (place, row) for the rows with a place in the season or in a part, in order."""
    places = [(_place(row, part), row) for row in standing]
    return sorted(((place, row) for place, row in places if place is not None), key=itemgetter(0))


def _place(row: Placed, part: int | None) -> int | None:
    """Return the place in the season or in a part; None if the part has no standings yet."""
    if part is None or not row.parts:
        return row.place
    return row.parts[part] if part < len(row.parts) else None
