"""The page that everything is printed on: A4, its type, its foot."""

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
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

FONTS = Path(__file__).parent / "fonts"
MARGIN = 15 * mm
FOOT = 8 * mm
INK, SOFT, RULE = HexColor("#000000"), HexColor("#444444"), HexColor("#999999")


@cache
def _fonts() -> tuple[str, str]:
    """The plain and the bold face, known to reportlab; they hold every alphabet of Europe."""
    for name in ("DejaVuSans", "DejaVuSans-Bold"):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))
    return "DejaVuSans", "DejaVuSans-Bold"


def face(*, bold: bool = False) -> str:
    """The name of a face."""
    return _fonts()[bold]


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


def text(words: object, look: ParagraphStyle) -> Paragraph:
    """Words as they are: nothing in a name is markup."""
    plain = str(words).replace("&", "&amp;").replace("<", "&lt;")
    return Paragraph(plain, look)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What stands around whatever is printed: whose it is, its title, and a note for the foot."""

    owner: str
    title: str
    note: str = ""
    landscape: bool = False

    def printed(self, parts: Sequence[Flowable]) -> bytes:
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
