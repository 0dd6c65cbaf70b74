"""A chart of how far the tables of a round have played; tables with the fewest hands come first."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .drawing import WIDTH, Picture, SvgDrawing

MOST_TABLES = 20
LEFT, ROW, BAR = 76, 24, 14
LONGEST = WIDTH - LEFT - 78


def tables_picture(hands: Mapping[int, int], whole: int | None, number: int) -> Picture:
    """Return the chart of how many hands each table has played, for at most `MOST_TABLES` tables.

    `whole` is the number of hands that a table plays, None if it is not fixed.
    """
    behind = sorted(hands.items(), key=lambda pair: (pair[1], pair[0]))[:MOST_TABLES]
    title = _("Round %(number)s, table by table") % {"number": number}
    labels = {table: _progress_label(played, whole) for table, played in behind}
    return Picture(
        name="tables",
        title=title,
        reading=_reading(len(hands) - len(behind)),
        svg=_draw(behind, whole).svg(
            "tables", title, "; ".join(f"{_table(t)}: {words}" for t, words in labels.items())
        ),
        columns=[_("Table"), _("Hands")],
        rows=[[str(table), words] for table, words in sorted(labels.items())],
    )


def _reading(left_out: int) -> str:
    words = [_("How many hands each table has played; the tables with the most still to play are at the top.")]
    if left_out:
        labels = ngettext(
            "%(number)d table that is further on is not shown.",
            "%(number)d tables that are further on are not shown.",
            left_out,
        )
        words.append(labels % {"number": left_out})
    return " ".join(words)


def _table(number: int) -> str:
    return _("Table %(number)s") % {"number": number}


def _progress_label(played: int, whole: int | None) -> str:
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
        drawing.text(_progress_label(played, whole), LEFT + LONGEST + 6, y + 12, 72)
    return drawing
