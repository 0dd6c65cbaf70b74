"""The published standings of a season as text."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.ranking.seasons import Declaration, TieBreak

from .season_words import TIE_BREAKS, part_names
from .words import figure, translated


def progress(document: Mapping[str, Any]) -> str:
    """Return the sentence that says how many of the planned evenings the standings include."""
    played = len(document["evenings"])
    text = ngettext("%(played)s of %(planned)s evenings", "%(played)s of %(planned)s evenings", played)
    return text % {"played": played, "planned": document["planned"]}


def row_words(declared: Declaration, document: Mapping[str, Any]) -> list[str]:
    """Return a text for each row: points of each evening (in brackets if dropped), added points, parts, tie-breaks."""
    numbers = {each["tournament"]: number for number, each in enumerate(document["evenings"], 1)}
    parts = part_names(declared)
    return [" · ".join(_row(row, numbers, parts)) for row in document["rows"]]


def _row(row: Mapping[str, Any], numbers: Mapping[str, int], parts: list[str]) -> Iterator[str]:
    for cell in row["evenings"]:
        yield f"{numbers[cell['tournament']]}: {'+'.join(map(_worth, cell.get('rounds') or [cell]))}"
    if "added" in row:
        yield f"{gettext('added')} {figure(row['added'])}"
    for name, part in zip(parts, row.get("parts", ()), strict=False):
        if part:
            about = [f"{gettext('place')} {figure(part['place'])}", figure(part["score"]), *_ties(part["tie_breaks"])]
            yield f"{name}: {', '.join(about)}"
    if row["tie_breaks"]:
        yield f"{gettext('Tie:')} {', '.join(_ties(row['tie_breaks']))}"


def _worth(cell: Mapping[str, Any]) -> str:
    return figure(cell["points"]) if cell["counts"] else f"({figure(cell['points'])})"


def _ties(tie_breaks: Mapping[TieBreak, str | None]) -> Iterator[str]:
    for code, value in tie_breaks.items():
        yield translated(TIE_BREAKS[code]) if code == "lot" else f"{translated(TIE_BREAKS[code])} {figure(value)}"
