"""The printed page: A4, fonts, footer, and the tables on it."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table, TableStyle

FONTS = Path(__file__).parent / "fonts"
MARGIN = 15 * mm
FOOT = 8 * mm
SMALLEST = 6.0
INK, SOFT, RULE = HexColor("#000000"), HexColor("#444444"), HexColor("#999999")


@cache
def face(*, bold: bool = False) -> str:
    """The name of the plain or the bold face, known to reportlab; it holds every alphabet of Europe."""
    name = "DejaVuSans-Bold" if bold else "DejaVuSans"
    pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))
    return name


def style(size: float = 10, *, bold: bool = False, to_right: bool = False, soft: bool = False) -> ParagraphStyle:
    """How a paragraph of this size looks."""
    return ParagraphStyle(
        "text",
        fontName=face(bold=bold),
        fontSize=size,
        leading=size * 1.25,
        alignment=TA_RIGHT if to_right else TA_LEFT,
        textColor=SOFT if soft else INK,
    )


def text(words: object, style_: ParagraphStyle) -> Paragraph:
    """Words as they are: nothing in a name is markup."""
    return Paragraph(str(words).replace("&", "&amp;").replace("<", "&lt;"), style_)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What stands around whatever is printed: whose it is, its title, and a note for the foot."""

    owner: str
    title: str
    note: str = ""
    landscape: bool = False

    def pdf(self, parts: Sequence[Flowable]) -> bytes:
        """The PDF with these parts, one after the other over as many pages as they need."""
        file = io.BytesIO()
        size = (A4[1], A4[0]) if self.landscape else A4
        document = BaseDocTemplate(file, pagesize=size, title=f"{self.title} · {self.owner}", author="Tavolo")
        width, height = size
        frame = Frame(MARGIN, MARGIN + FOOT, width - 2 * MARGIN, height - 2 * MARGIN - FOOT, 0, 0, 0, 0)
        at = timezone.localtime()

        def foot(canvas: Canvas, page: BaseDocTemplate) -> None:
            self._foot(canvas, at, page=page.page, right=width - MARGIN)

        document.addPageTemplates([PageTemplate(frames=[frame], onPage=foot)])
        document.build(list(parts))
        return file.getvalue()

    def _foot(self, canvas: Canvas, at: datetime, *, page: int, right: float) -> None:
        when = _("printed %(date)s, %(time)s") % {
            "date": date_format(at, "SHORT_DATE_FORMAT"),
            "time": date_format(at, "H:i"),
        }
        canvas.setFont(face(), 8)
        canvas.setFillColor(SOFT)
        canvas.drawString(MARGIN, MARGIN, " · ".join(filter(None, (self.owner, when, self.note))))
        canvas.drawRightString(right, MARGIN, str(page))


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
    styles = [style(to_right=at in numbers) for at in range(len(titles))]
    heads = [text(title, style(8, bold=True, to_right=at in numbers)) for at, title in enumerate(titles)]
    cells = [[text(cell, style_) for cell, style_ in zip(row, styles, strict=True)] for row in rows]
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


def fitted(words: str, face: str, size: float, width: float) -> float:
    """The size at which words fit into this width, no larger than `size`."""
    needed = stringWidth(words, face, size)
    return size if needed <= width else max(SMALLEST, size * width / needed)
