"""The published standings of a season as text, with the places still possible."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from tournaments.actions.standings.outlooks import mark
from tournaments.ranking.seasons import Declaration, TieBreak

from .season_words import TIE_BREAKS, part_names
from .words import figure, translated

Row = Mapping[str, Any]


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


def outlook_words(
    declared: Declaration, rows: Sequence[Row], last: int | None = None, total: int | None = None, *, is_over: bool
) -> list[str]:
    """Return a text for each row about the places still possible; "" if all are, or if the season is over.

    If `rows` are not all rows, `last` is how many rows have a place, and `total` the number of all rows.
    """
    if is_over:
        return [""] * len(rows)
    if last is None:
        last = sum(row["place"] is not None for row in rows)
    every = (chain(_of_row(declared, row, last), _of_parts(declared, row, total or len(rows))) for row in rows)
    return [capfirst("; ".join(words)) for words in every]


def _of_row(declared: Declaration, row: Row, last: int) -> Iterator[str]:
    if "outlook" not in row:
        return
    best, worst = row["outlook"]["best"], row["outlook"]["worst"]
    missing = declared.minimum - row["attended"]
    if missing > 0:
        yield ngettext(
            "%(number)d more evening needed for a place", "%(number)d more evenings needed for a place", missing
        ) % {"number": missing}
    yield from _reached(best, worst, last)
    may_go = worst is not None and row["attended"] >= declared.final_minimum
    go_if_first = declared.final_minimum <= declared.minimum  # else those in front may have come too seldom
    yield from _final(declared.final_first, best if go_if_first else 1, worst if may_go else None)


def _of_parts(declared: Declaration, row: Row, last: int) -> Iterator[str]:
    """Yield the places still possible in each part of the season that is not over, with the part's name."""
    for name, part in zip(part_names(declared), row.get("parts", ()), strict=False):
        if part and "outlook" in part:
            best, worst = part["outlook"]["best"], part["outlook"]["worst"]
            words = [*_reached(best, worst, last)]
            first = declared.final_of_part
            may_go = row["attended"] >= max(declared.minimum, declared.final_minimum)
            if first and worst is not None and worst <= first and may_go:
                one = gettext("certainly in the final, if there is one")
                words.append(one if declared.final_only_if_needed else gettext("certainly in the final"))
            if words:
                yield f"{name}: {', '.join(words)}"


def _reached(best: int, worst: int | None, last: int) -> Iterator[str]:
    if words := _at_best(best) if worst is None else mark(best, worst, last):
        yield words


def _at_best(best: int) -> str:
    return gettext("at best place %(place)s") % {"place": best} if best > 1 else ""


def _final(first: int | None, best: int, worst: int | None) -> Iterator[str]:
    """Yield the text that the final is certain, or no longer possible; nothing while it is open or without a final."""
    if first is None:
        return
    if best > first:
        yield gettext("the final is out of reach")
    elif worst is not None and worst <= first:
        yield gettext("certainly in the final")


def condition(document: Mapping[str, Any]) -> str:
    """Return the sentence with the conditions under which the places are possible."""
    message = ngettext(
        "These places hold if the last evening is played and nobody new comes; an evening that is not in the season yet"
        " counts as declared, and ties may break either way.",
        "These places hold if the %(number)d evenings left are played and nobody new comes; evenings that are not in"
        " the season yet count as declared, and ties may break either way.",
        left := document["planned"] - len(document["evenings"]),
    )
    return message % {"number": left}
