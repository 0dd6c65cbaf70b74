"""How far each table of a round has come: those that have most still to play, first."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .drawing import WIDTH, Picture, SvgDrawing

MOST_TABLES = 20
LEFT, ROW, BAR = 76, 24, 14
LONGEST = WIDTH - LEFT - 78


def tables_picture(hands: Mapping[int, int], whole: int | None, number: int) -> Picture:
    """The hands that each table has played, of as many as a table plays where that is known."""
    behind = sorted(hands.items(), key=lambda pair: (pair[1], pair[0]))[:MOST_TABLES]
    title = _("Round %(number)s, table by table") % {"number": number}
    told = {table: _told(played, whole) for table, played in behind}
    return Picture(
        name="tables",
        title=title,
        reading=_reading(len(hands) - len(behind)),
        svg=_draw(behind, whole).svg("tables", title, "; ".join(f"{_table(t)}: {words}" for t, words in told.items())),
        columns=[_("Table"), _("Hands")],
        rows=[[str(table), words] for table, words in sorted(told.items())],
    )


def _reading(left_out: int) -> str:
    words = [_("How many hands each table has played; whoever has most still to play stands above.")]
    if left_out:
        told = ngettext("%(number)d table is further.", "%(number)d tables are further.", left_out)
        words.append(told % {"number": left_out})
    return " ".join(words)


def _table(number: int) -> str:
    return _("Table %(number)s") % {"number": number}


def _told(played: int, whole: int | None) -> str:
    if whole:
        return _("%(played)s of %(whole)s") % {"played": played, "whole": whole}
    return str(played)


def _draw(tables: list[tuple[int, int]], whole: int | None) -> SvgDrawing:
    longest = max(whole or 0, *(played for _table, played in tables), 1)
    drawing = SvgDrawing(ROW * len(tables) + 4)
    for at, (number, played) in enumerate(tables):
        y = 2 + ROW * at
        drawing.text(_table(number), 0, y + 12, LEFT - 4)
        drawing.add("rect", x=LEFT, y=y, width=LONGEST, height=BAR, kind="frame")
        if played:
            drawing.add("rect", x=LEFT, y=y, width=LONGEST * played / longest, height=BAR, kind="bar")
        drawing.text(_told(played, whole), LEFT + LONGEST + 6, y + 12, 72)
    return drawing
