"""The printed page: its size, fonts, header and footer."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal

from anyascii import anyascii
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate, Paragraph

from tournaments.models import Club, PaperSize, Round, Season, Tournament

from .breaking import SLACK, broken, widest_part

FONTS = Path(__file__).parent / "fonts"
MARGIN = 15 * mm
FOOT = 8 * mm
GAP = 6 * mm
SMALLEST, LEADING = 6.0, 1.25
INK, SOFT, RULE = HexColor("#000000"), HexColor("#444444"), HexColor("#999999")
PAGES: Mapping[str, tuple[float, float]] = {PaperSize.A4: A4, PaperSize.LETTER: LETTER}
STILL_LARGE = 0.6
"""The smallest factor to which the type size is reduced for a wide word; a word that is still too wide is broken."""
Align = Literal["left", "center", "right"]
ALIGNED: Mapping[Align, Literal[0, 1, 2]] = {"left": 0, "center": 1, "right": 2}
NAMES: Mapping[Any, str] = {number: align.upper() for align, number in ALIGNED.items()}


@cache
def face(*, bold: bool = False) -> str:
    """Return the name of the plain or bold font, registered with reportlab. It has all alphabets of Europe."""
    name = "DejaVuSans-Bold" if bold else "DejaVuSans"
    pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))
    return name


@cache
def style(size: float = 10, *, bold: bool = False, align: Align = "left", soft: bool = False) -> ParagraphStyle:
    """Return the style of a paragraph of this size."""
    return ParagraphStyle(
        "text",
        fontName=face(bold=bold),
        fontSize=size,
        leading=size * LEADING,
        alignment=ALIGNED[align],
        textColor=SOFT if soft else INK,
    )


@cache
def _letters() -> frozenset[int]:
    font: Any = pdfmetrics.getFont(face())
    return frozenset(font.face.charToGlyph)


def printable(words: object) -> str:
    """Return the text; letters that the font lacks are transliterated to Latin letters."""
    letters = _letters()
    text_ = str(words)
    return "".join(
        letter if ord(letter) in letters or letter == "\n" else _transliterated(letter, before)
        for before, letter in zip(f" {text_}", text_, strict=False)
    )


def _transliterated(letter: str, before: str) -> str:
    """Return a letter transliterated to Latin letters.

    Before a fraction after a digit, add a space: 1 1/3, not 11/3.
    """
    return f" {anyascii(letter)}" if letter.isnumeric() and before.isdigit() else anyascii(letter)


def text(words: object, style_: ParagraphStyle) -> Paragraph:
    """Return a text as a paragraph. Markup in it is escaped, and a newline begins a new line."""
    escaped = printable(words).replace("&", "&amp;").replace("<", "&lt;")
    return Paragraph(escaped.replace("\n", "<br/>"), style_)


def within(words: object, style_: ParagraphStyle, width: float) -> Paragraph:
    """Return a text wrapped to this width at spaces and hyphens; in smaller type if a piece is wider than a line."""
    printed = printable(words)
    needed = widest_part(printed, style_.fontName, style_.fontSize)
    size = style_.fontSize * (width - SLACK) / needed if needed > width else style_.fontSize
    if max(SMALLEST, STILL_LARGE * style_.fontSize) <= size < style_.fontSize:
        style_ = style_.clone("smaller", fontSize=size, leading=size * LEADING)
    return text(broken(printed, style_.fontName, style_.fontSize, width), style_)


def cell(words: object, style_: ParagraphStyle, width: float) -> Paragraph | str:
    """Return a text for a cell. If it fits on one line, it is plain text, which takes less time to set."""
    line = printable(words)
    return line if stringWidth(line, style_.fontName, style_.fontSize) <= width else within(line, style_, width)


def look(style_: ParagraphStyle, start: tuple[int, int], end: tuple[int, int]) -> list[tuple[Any, ...]]:
    """Return the style commands of a table for the cells from `start` to `end`."""
    return [
        ("FONT", start, end, style_.fontName, style_.fontSize, style_.leading),
        ("TEXTCOLOR", start, end, style_.textColor),
        ("ALIGN", start, end, NAMES[style_.alignment]),
    ]


def fitted(words: str, face: str, size: float, width: float) -> float:
    """Return the type size at which a text fits into this width: at most `size`, at least `SMALLEST`."""
    needed = stringWidth(words, face, size)
    return size if needed <= width else max(SMALLEST, size * width / needed)


def pdf_metadata(title: str, club: Club, of: str = "") -> dict[str, Any]:
    """Return the metadata of a PDF, for screen readers and searches."""
    title = f"{title} · {of or club.name}"
    language = get_language() or settings.LANGUAGE_CODE
    return {"title": title, "author": "Tavolo", "creator": "Tavolo", "subject": club.name, "lang": language}


def evening(tournament: Tournament, round_: Round | None = None) -> str:
    """Return a date as text: of the round's publication, else of the tournament's start, else of its creation."""
    at = (round_ and round_.published_at) or tournament.starts_at or tournament.created_at
    return date_format(timezone.localtime(at), "DATE_FORMAT")


def club_line(club: Club, day: str) -> str:
    """Return the line with the club, its town and the day."""
    return " · ".join(filter(None, (f"{club.name}, {club.city}" if club.city else club.name, day)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Sheets with one title and a number of columns. With title "", each part has its own heading."""

    parts: Sequence[Flowable]
    title: str = ""
    columns: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """What all sheets of a print-out share: the tournament, club or season, a title, the day, and the footnote."""

    of: Tournament | Season
    title: str
    day: str
    note: str = ""
    landscape: bool = False
    printed_at: datetime = field(default_factory=timezone.localtime)

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the club's paper."""
        across, down = PAGES[self.of.club.paper_size]
        return (down, across) if self.landscape else (across, down)

    @property
    def width(self) -> float:
        """The width available for content."""
        return self.size[0] - 2 * MARGIN

    def column_width(self, columns: int) -> float:
        """Return the width of a column if there are this many."""
        return (self.width - (columns - 1) * GAP) / columns

    def column_height(self, title: str) -> float:
        """Return the height of a column below the header with this title."""
        return self.size[1] - 2 * MARGIN - FOOT - _height(self.head(title), self.width)

    def pdf(self, sections: Sequence[Section]) -> bytes:
        """Return the PDF with these sections. Each begins on a new page, and has as many pages as it needs."""
        file = io.BytesIO()
        document = BaseDocTemplate(file, pagesize=self.size, **pdf_metadata(self.title, self.of.club, self.of.name))
        document.addPageTemplates([self._template(str(at), section) for at, section in enumerate(sections)])
        story: list[Flowable] = []
        for at, section in enumerate(sections):
            story += [NextPageTemplate(str(at)), PageBreak()] if at else []
            story += section.parts
        document.build(story)
        return file.getvalue()

    def _template(self, name: str, section: Section) -> PageTemplate:
        width, height = self.column_width(section.columns), self.column_height(section.title)
        frames = [
            Frame(MARGIN + at * (width + GAP), MARGIN + FOOT, width, height, 0, 0, 0, 0)
            for at in range(section.columns)
        ]

        def around(canvas: Canvas, page: BaseDocTemplate) -> None:
            self._draw_head(canvas, section.title)
            self._draw_foot(canvas, page.page)

        return PageTemplate(name, frames, onPage=around)

    def head(self, title: str) -> list[Paragraph]:
        """Return the lines of the header with this title; `[]` without a title."""
        if not title:
            return []
        lines = [(title, style(17, bold=True)), (self.of.name, style(11, bold=True))]
        return [text(*line) for line in [*lines, (club_line(self.of.club, self.day), style(9, soft=True))]]

    def _draw_head(self, canvas: Canvas, title: str) -> None:
        top = self.size[1] - MARGIN
        for line in self.head(title):
            _width, high = line.wrapOn(canvas, self.width, top)
            top -= high
            line.drawOn(canvas, MARGIN, top)

    def _draw_foot(self, canvas: Canvas, page: int) -> None:
        when = _("printed %(date)s, %(time)s") % {
            "date": date_format(self.printed_at, "SHORT_DATE_FORMAT"),
            "time": date_format(self.printed_at, "H:i"),
        }
        words = printable(" · ".join(filter(None, (when, self.note))))
        canvas.setFillColor(SOFT)
        canvas.setFont(face(), fitted(words, face(), 8, self.width - 15 * mm))
        canvas.drawString(MARGIN, MARGIN, words)
        canvas.drawRightString(MARGIN + self.width, MARGIN, str(page))


def _height(lines: Sequence[Paragraph], width: float) -> float:
    return sum(line.wrap(width, A4[1])[1] for line in lines) + (4 * mm if lines else 0)
