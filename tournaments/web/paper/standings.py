"""The published standings on paper, as the page shows them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.web.words import figure

from .page import Sheet, grid, heading, style, text

SIDEWAYS_FROM = 4
"""So many tie-breaks need the width of the page lying down."""
FIXED = (22 * mm, 24 * mm, 18 * mm)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """How the standings are ordered, in words, with the code and title of each tie-break."""

    score: str
    criteria: Sequence[tuple[str, str]]
    sentences: str


def printed(document: Mapping[str, Any], order: Order, *, owner: str, note: str = "") -> bytes:
    """The PDF of a snapshot of standings."""
    sideways = len(order.criteria) >= SIDEWAYS_FROM
    title = _("Standings after round %(number)d") % {"number": document["after_round"]}
    across = (267 if sideways else 180) * mm
    each = min(28 * mm, (across - sum(FIXED) - 40 * mm) / max(1, len(order.criteria)))
    widths = [FIXED[0], None, *FIXED[1:], *[each] * len(order.criteria)]
    widths[1] = across - sum(width for width in widths if width)
    titles = [_("Place"), _("Player"), order.score, _("Hands"), *(t for _c, t in order.criteria)]
    rows = [list(_cells(row, order)) for row in document["rows"]]
    numbers = [0, *range(2, len(titles))]
    parts = [
        *heading(title, order.sentences),
        text(_state(document), style(9, bold=True)),
        Spacer(0, 2 * mm),
        grid(titles, rows, widths=widths, numbers=numbers),
    ]
    return Sheet(owner=owner, title=title, note=note, landscape=sideways).printed(parts)


def _cells(row: Mapping[str, Any], order: Order) -> Iterator[str]:
    yield "–" if row["place"] is None else str(row["place"])
    yield row["name"] + _remark(row)
    yield figure(row["score"])
    yield figure(row["hands"])
    for code, _title in order.criteria:
        yield figure(row["tie_breaks"].get(code))


def _remark(row: Mapping[str, Any]) -> str:
    if row.get("withdrawn"):
        return f" ({_('withdrawn')})"
    return f" ({_('stand-in')})" if row.get("stand_in") else ""


def _state(document: Mapping[str, Any]) -> str:
    """Whether more is to come."""
    waiting = document["outstanding_tables"]
    if not document["provisional"]:
        return _("Every table has finished.")
    told = ngettext(
        "Provisional: one table is still playing.", "Provisional: %(tables)d tables are still playing.", waiting
    )
    return told % {"tables": waiting}
