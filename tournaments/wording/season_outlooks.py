"""The places that are still possible in a season, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from tournaments.actions.standings.outlooks import mark
from tournaments.ranking.seasons import Declaration

Row = Mapping[str, Any]


def outlook_words(declared: Declaration, rows: Sequence[Row], last: int | None = None, *, is_over: bool) -> list[str]:
    """Return for each row what it can still reach; "" if it can get every place, or if the season is over.

    `last` is the worst place that is possible, if these are not all rows.
    """
    if is_over:
        return [""] * len(rows)
    if last is None:
        outlooks = [row["outlook"] for row in rows if "outlook" in row]
        last = max((each["worst"] or len(outlooks) for each in outlooks), default=0)
    return [capfirst("; ".join(_of_row(declared, row, last))) if "outlook" in row else "" for row in rows]


def _of_row(declared: Declaration, row: Row, last: int) -> Iterator[str]:
    best, worst = row["outlook"]["best"], row["outlook"]["worst"] or last
    missing = declared.minimum - row["attended"]
    if missing > 0:
        yield ngettext(
            "%(number)d more evening needed for a place", "%(number)d more evenings needed for a place", missing
        ) % {"number": missing}
    is_safe = row["outlook"]["worst"] is not None
    if words := mark(best, worst, last) if is_safe else _at_best(best):
        yield words
    may_go = is_safe and row["attended"] >= declared.final_minimum
    yield from _final(declared.final_first, best, worst if may_go else None)


def _at_best(best: int) -> str:
    return gettext("at best place %(place)s") % {"place": best} if best > 1 else ""


def _final(first: int | None, best: int, worst: int | None) -> Iterator[str]:
    """Yield whether the final is certain or out of reach."""
    if first is None:
        return
    if best > first:
        yield gettext("the final is out of reach")
    elif worst is not None and worst <= first:
        yield gettext("certainly in the final")


def condition(document: Mapping[str, Any]) -> str:
    """Return the sentence that names the assumptions of the outlook."""
    message = ngettext(
        "These places hold if the last evening is played and nobody new comes; an evening that is not in the season yet"
        " counts once, and ties may break either way.",
        "These places hold if the %(number)d evenings left are played and nobody new comes; evenings that are not in"
        " the season yet count once, and ties may break either way.",
        left := document["planned"] - len(document["evenings"]),
    )
    return message % {"number": left}
