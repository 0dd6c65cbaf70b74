"""Lists with ruled lines for print-outs."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.platypus import Table, TableStyle

from .printing import INK, RULE, Align, cell, look, style, text, within

Command = tuple[Any, ...]

SIDE, ABOVE, BELOW = 4, 2, 3
MOST_LETTERS = 1500
"""The most letters of a note that surely fit on a page below their row; the rest of a longer note is below them."""
LINES = (
    ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("LEFTPADDING", (0, 0), (-1, -1), SIDE),
    ("RIGHTPADDING", (0, 0), (-1, -1), SIDE),
    ("TOPPADDING", (0, 0), (-1, -1), ABOVE),
    ("BOTTOMPADDING", (0, 0), (-1, -1), BELOW),
)


def grid(
    titles: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    widths: Sequence[float],
    numbers: Sequence[int] = (),
    size: float = 10,
    bold: Sequence[int] = (),
    below: Sequence[str] = (),
) -> Table:
    """Return a ruled list. Its titles are repeated on each page; columns in `numbers` are aligned to the right.

    `below` has a note for each row, which is printed under the row from the second column on.
    """
    aligned: list[Align] = ["right" if at in numbers else "left" for at in range(len(titles))]
    heads = [
        within(title, style(8, bold=True, align=align), width - 2 * SIDE)
        for title, align, width in zip(titles, aligned, widths, strict=True)
    ]
    styles = [style(size, bold=at in bold, align=align) for at, align in enumerate(aligned)]
    columns = [(style_, width - 2 * SIDE) for style_, width in zip(styles, widths, strict=True)]
    cells = [[cell(words, *column) for words, column in zip(row, columns, strict=True)] for row in rows]
    looks = [each for at, style_ in enumerate(styles) for each in look(style_, (at, 1), (at, -1))]
    lines, joined = _with_notes(cells, below, size) if any(below) else (cells, [_ruled(1, -1)])
    style_of_all = TableStyle([*LINES, *looks, *joined])
    return Table([heads, *lines], colWidths=list(widths), repeatRows=1, style=style_of_all)


def _ruled(first: int, last: int) -> Command:
    return ("LINEBELOW", (0, first), (-1, last), 0.4, RULE)


def _with_notes(cells: Sequence[list[Any]], below: Sequence[str], size: float) -> tuple[list[list[Any]], list[Command]]:
    """Return the cells with each note below its row, and the style commands that keep both on one page.

    Of a long note, only the beginning is kept on the page of its row.
    """
    lines: list[list[Any]] = []
    joined: list[Command] = []
    for row, note in zip(cells, below, strict=True):
        lines.append(row)
        at = len(lines)
        for part in textwrap.wrap(note, MOST_LETTERS, break_on_hyphens=False, replace_whitespace=False):
            lines.append(["", text(part, style(size - 1, soft=True)), *[""] * (len(row) - 2)])
            last = len(lines)
            joined += [("SPAN", (1, last), (-1, last)), ("TOPPADDING", (0, last), (-1, last), 0)]
        if note:
            joined += [("NOSPLIT", (0, at), (-1, at + 1)), ("BOTTOMPADDING", (0, at), (-1, len(lines) - 1), 0)]
        joined.append(_ruled(len(lines), len(lines)))
    return lines, joined
