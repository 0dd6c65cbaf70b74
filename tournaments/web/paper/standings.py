"""The published standings on paper, as the page shows them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.models import Tournament
from tournaments.web import words

from .page import Sheet, grid, heading, style, text

SIDEWAYS_FROM = 4
"""So many tie-breaks need the width of the page lying down."""
FIXED = (22 * mm, 24 * mm, 18 * mm)


def standings_paper(document: Mapping[str, Any], tournament: Tournament, *, note: str) -> bytes:
    """The PDF of a snapshot of standings."""
    game, scoring, codes = tournament.rules, tournament.scoring, tournament.tie_breaks
    sideways = len(codes) >= SIDEWAYS_FROM
    title = _("Standings after round %(number)d") % {"number": document["after_round"]}
    across = (267 if sideways else 180) * mm
    each = min(28 * mm, (across - sum(FIXED) - 40 * mm) / max(1, len(codes)))
    player = across - sum(FIXED) - each * len(codes)
    criteria = [title for _code, title in words.tie_break_titles(codes)]
    titles = [_("Place"), _("Player"), words.score_title(game, scoring), _("Hands"), *criteria]
    rows = [list(_cells(row, codes)) for row in document["rows"]]
    widths = [FIXED[0], player, *FIXED[1:], *[each] * len(codes)]
    parts = [
        *heading(title, f"{words.order_sentence(game, scoring)} {words.tie_sentence(codes, game)}"),
        text(_state(document), style(9, bold=True)),
        Spacer(0, 2 * mm),
        grid(titles, rows, widths=widths, numbers=[0, *range(2, len(titles))]),
    ]
    return Sheet(owner=tournament.name, title=title, note=note, landscape=sideways).pdf(parts)


def _cells(row: Mapping[str, Any], codes: Sequence[str]) -> Iterator[str]:
    yield "–" if row["place"] is None else str(row["place"])
    remark = _("withdrawn") if row.get("withdrawn") else _("stand-in") if row.get("stand_in") else ""
    yield f"{row['name']} ({remark})" if remark else row["name"]
    yield words.figure(row["score"])
    yield words.figure(row["hands"])
    for code in codes:
        yield words.figure(row["tie_breaks"].get(code))


def _state(document: Mapping[str, Any]) -> str:
    """Whether more is to come."""
    if not document["provisional"]:
        return _("Every table has finished.")
    waiting = document["outstanding_tables"]
    sentence = ngettext(
        "Provisional: one table is still playing.", "Provisional: %(tables)d tables are still playing.", waiting
    )
    return sentence % {"tables": waiting}
