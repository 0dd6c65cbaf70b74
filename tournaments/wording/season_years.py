"""A competitor's year in a season: the points of each evening, and why they count or are dropped."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.ranking.seasons import Declaration

from .season_words import part_name

Row = Mapping[str, Any]
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class YearLine:
    """A competitor's evening: the place, the results, which of them count, and the place in the season afterwards.

    `place` is None for a club, and for an evening that the competitor missed, which has no results.
    """

    number: int
    evening: str
    tournament: str
    place: int | None
    results: Sequence[tuple[str, bool]]
    why: str
    place_after: int | None


def year_of(
    declared: Declaration, document: Document, row: Row, places_after: Iterable[int | None]
) -> Iterator[YearLine]:
    """Yield the evenings of a row in order; `places_after` has the competitor's place in the season after each one."""
    cells = {cell["tournament"]: cell for cell in row["evenings"]}
    counting = _counting(document, cells)
    for number, (evening, after) in enumerate(zip(document["evenings"], places_after, strict=True), 1):
        cell = cells.get(evening["tournament"])
        results = _results(cell) if cell else []
        why = _why(declared, evening["part"], results, counting) if cell else _("absent")
        place = cell["place"] if cell else None
        yield YearLine(number, evening["name"], evening["tournament"], place, results, why, after)


def _results(cell: Row) -> list[tuple[str, bool]]:
    return [(each["points"], each["counts"]) for each in cell.get("rounds") or [cell]]


def _counting(document: Document, cells: Mapping[str, Row]) -> Counter[int]:
    """Return, for each part of the season, how many of the competitor's results count."""
    part = {each["tournament"]: each["part"] for each in document["evenings"]}
    return Counter(part[slug] for slug, cell in cells.items() for _points, counts in _results(cell) if counts)


def _why(declared: Declaration, part: int, results: Sequence[tuple[str, bool]], counting: Counter[int]) -> str:
    """Return a text on why results of an evening count or not, such as that only the best of a part count."""
    if all(counts for _points, counts in results):
        return _("counts")
    best = declared.parts[part - 1].best if part <= len(declared.parts) else None
    if best is not None and counting[part] >= best and len(declared.parts) > 1:
        values = {"best": best, "part": part_name(declared.parts[part - 1], part)}
        return (
            ngettext(
                "dropped: only the best of %(part)s counts", "dropped: only the best %(best)d of %(part)s count", best
            )
            % values
        )
    best = sum(counting.values())
    return ngettext(
        "dropped: only the best of the season counts", "dropped: only the best %(best)d of the season count", best
    ) % {"best": best}
