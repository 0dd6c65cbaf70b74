"""Ruled lists."""

from collections.abc import Iterable, Sequence

from reportlab.platypus import Table, TableStyle

from .printing import INK, RULE, Align, cell, look, style, text

SIDE, ABOVE, BELOW = 4, 2, 3
LINES = (
    ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
    ("LINEBELOW", (0, 1), (-1, -1), 0.4, RULE),
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
) -> Table:
    """A ruled list whose titles stand above each page of it, the columns in `numbers` to the right."""
    aligned: list[Align] = ["right" if at in numbers else "left" for at in range(len(titles))]
    heads = [text(title, style(8, bold=True, align=align)) for title, align in zip(titles, aligned, strict=True)]
    styles = [style(size, bold=at in bold, align=align) for at, align in enumerate(aligned)]
    columns = [(style_, width - 2 * SIDE) for style_, width in zip(styles, widths, strict=True)]
    cells = [[cell(words, *column) for words, column in zip(row, columns, strict=True)] for row in rows]
    looks = [each for at, style_ in enumerate(styles) for each in look(style_, (at, 1), (at, -1))]
    return Table([heads, *cells], colWidths=list(widths), repeatRows=1, style=TableStyle([*LINES, *looks]))
