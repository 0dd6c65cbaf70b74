"""Lists on paper: rows under headings that stand again on every page."""

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from .page import INK, RULE, style, text


def heading(title: str, about: str = "") -> list[Flowable]:
    """What a list is called, and what is to be said about it."""
    parts: list[Flowable] = [text(title, style(18, bold=True)), Spacer(0, 2 * mm)]
    if about:
        parts += [text(about, style(9, soft=True)), Spacer(0, 2 * mm)]
    return parts


def grid(
    titles: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    widths: Sequence[float | None],
    numbers: Sequence[int] = (),
    height: float | None = None,
) -> Table:
    """A ruled list, the columns in `numbers` to the right; with a `height` it is for a pen."""
    looks = [style(to_right=at in numbers) for at in range(len(titles))]
    heads = [text(title, style(8, bold=True, to_right=at in numbers)) for at, title in enumerate(titles)]
    cells = [[text(cell, look) for cell, look in zip(row, looks, strict=True)] for row in rows]
    heights = None if height is None else [None, *[height] * len(cells)]
    table = Table([heads, *cells], colWidths=list(widths), rowHeights=heights, repeatRows=1)
    upright = [("INNERGRID", (0, 1), (-1, -1), 0.4, RULE), ("BOX", (0, 1), (-1, -1), 0.4, RULE)]
    table.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, 0), 1, INK),
                ("LINEBELOW", (0, 1), (-1, -1), 0.4, RULE),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
                *(upright if height else ()),
            ]
        )
    )
    return table
