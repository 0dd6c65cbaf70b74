"""Printed cards for tables, with QR code and short code, and slips with the PINs of entries."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import segno
from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from tournaments.actions.at_table.keys import Card
from tournaments.models import Club, Tournament

from .printing import (
    INK,
    PAGES,
    RULE,
    SOFT,
    PageFrame,
    Section,
    club_line,
    evening,
    face,
    fitted,
    pdf_metadata,
    style,
    text,
    within,
)

ACROSS, DOWN = 2, 2
PADDING = 8 * mm
ON_ONE_LINE = 40
"""The most letters of an address that fit on a line."""
SLIPS_ACROSS = 3
SLIP_HEIGHT = 34 * mm
SLIP_PADDING = 6
SIZES_OF_NAMES = (11, 10, 9, 8, 7, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCards:
    """A PDF of cards, four on a page, for a club or for one tournament.

    `address` is in the QR code, and is printed for phones without a camera. If it `is_unreachable`, each card warns
    that phones cannot open it.
    """

    club: Club
    address: str
    tournament: str = ""
    is_unreachable: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the club's paper."""
        return PAGES[self.club.paper_size]

    @property
    def width(self) -> float:
        """The width of a card."""
        return self.size[0] / ACROSS

    @property
    def height(self) -> float:
        """The height of a card."""
        return self.size[1] / DOWN

    def pdf(self, cards: Iterable[Card]) -> bytes:
        """Return the PDF with these cards."""
        file = io.BytesIO()
        canvas = self._canvas(file)
        for place, card in enumerate(cards, start=1):
            at = (place - 1) % (ACROSS * DOWN)
            if place > 1 and not at:
                canvas.showPage()
            canvas.saveState()
            canvas.translate(at % ACROSS * self.width, self.size[1] - (at // ACROSS + 1) * self.height)
            self._draw(canvas, card)
            canvas.restoreState()
        canvas.save()
        return file.getvalue()

    def _canvas(self, file: io.BytesIO) -> Canvas:
        metadata = pdf_metadata(_("Table cards"), self.club, self.tournament)
        canvas = Canvas(file, pagesize=self.size, lang=metadata.pop("lang"))
        canvas.setTitle(metadata["title"])
        canvas.setAuthor(metadata["author"])
        canvas.setCreator(metadata["creator"])
        canvas.setSubject(metadata["subject"])
        return canvas

    def _draw(self, canvas: Canvas, card: Card) -> None:
        canvas.setStrokeColor(RULE)
        canvas.setDash(2, 3)
        canvas.rect(0, 0, self.width, self.height)
        below = self._owner(canvas)
        self._line(canvas, _("Table %(number)d") % {"number": card.number}, at=below - 12 * mm, size=34, bold=True)
        side = min(62 * mm, below - 62 * mm)
        _draw_code(canvas, f"{self.address}#{card.secret}", left=(self.width - side) / 2, at=48 * mm, side=side)
        self._line(canvas, _("Scan the card, tap your name, enter your results."), at=43 * mm, size=10)
        self._line(canvas, _("Without a camera:"), at=33 * mm, size=9, soft=True)
        self._lines(
            canvas, [(self.address, style(9 if len(self.address) <= ON_ONE_LINE else 7, align="center"))], 31 * mm
        )
        self._line(canvas, f"{card.code[:4]} {card.code[4:]}", at=15 * mm, size=22, bold=True)
        if self.is_unreachable:
            warning = _("No phone can open this address. Print new cards.")
            self._line(canvas, warning, at=7 * mm, size=11, bold=True)

    def _owner(self, canvas: Canvas) -> float:
        """Write the names of tournament and club at the top; return the height of the lowest line."""
        lines = [(self.tournament, style(10, bold=True, align="center"))] if self.tournament else []
        lines += [(club_line(self.club, ""), style(8, soft=True, align="center"))]
        return self._lines(canvas, lines, self.height - 7 * mm)

    def _lines(self, canvas: Canvas, lines: Sequence[tuple[str, ParagraphStyle]], top: float) -> float:
        """Write paragraphs downwards from `top`; return the height of the lowest line."""
        for words, style_ in lines:
            line = text(words, style_)
            _wide, high = line.wrapOn(canvas, self.width - 2 * PADDING, top)
            top -= high
            line.drawOn(canvas, PADDING, top)
        return top

    def _line(
        self, canvas: Canvas, words: str, *, at: float, size: float, bold: bool = False, soft: bool = False
    ) -> None:
        """Write a line in the middle of the card, in smaller type than `size` if it would not fit."""
        name = face(bold=bold)
        canvas.setFillColor(SOFT if soft else INK)
        canvas.setFont(name, fitted(words, name, size, self.width - 2 * PADDING))
        canvas.drawCentredString(self.width / 2, at, words)


def no_cards(tournament: Tournament) -> bytes:
    """Return the PDF for a tournament that has no tables yet."""
    title = _("Table cards")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament))
    return sheet.pdf([Section(title=title, parts=[text(_("Nobody is entered yet."), style())])])


def _draw_code(canvas: Canvas, content: str, *, left: float, at: float, side: float) -> None:
    """Draw the QR code with the margin that scanners need. Adjacent dark modules in a row are one rectangle."""
    rows = tuple(segno.make(content, micro=False, error="m").matrix_iter(border=4))
    module = side / len(rows)
    path = canvas.beginPath()
    for down, row in enumerate(rows, 1):
        across = 0
        for is_dark, run in groupby(row):
            length = len(tuple(run))
            if is_dark:
                # slightly wider than a module, so that printers leave no gap between rectangles
                x, y = left + across * module, at + side - down * module
                path.rect(x, y, (length + 0.02) * module, module * 1.02)
            across += length
    canvas.setFillColor(INK)
    canvas.drawPath(path, stroke=0, fill=1)


def seat_slips(slips: Iterable[tuple[str, str]], tournament: Tournament, *, note: str = "") -> bytes:
    """Return the PDF with slips for these names and PINs."""
    title = _("Seat slips")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament), note=note)
    width = sheet.width / SLIPS_ACROSS
    cells = [_slip(name, pin, tournament, width) for name, pin in slips]
    cells = cells or [[text(_("Nobody is entered yet."), style())]]
    cells += [[] for _missing in range(-len(cells) % SLIPS_ACROSS)]
    rows = [cells[at : at + SLIPS_ACROSS] for at in range(0, len(cells), SLIPS_ACROSS)]
    table = Table(rows, colWidths=[width] * SLIPS_ACROSS, rowHeights=[SLIP_HEIGHT] * len(rows))
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, RULE), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]))
    return sheet.pdf([Section(title=title, parts=[table])])


def _slip(name: str, pin: str, tournament: Tournament, width: float) -> Sequence[Flowable]:
    """Return a slip with the PIN and the whole name, in type as large as the width allows."""
    width -= 2 * SLIP_PADDING
    for size in SIZES_OF_NAMES:
        lines: list[Paragraph] = [
            within(tournament.name, style(min(8, size), soft=True), width),
            within(name, style(size, bold=True), width),
            text(_("PIN %(pin)s") % {"pin": pin}, style(16, bold=True)),
        ]
        if sum(line.wrap(width, SLIP_HEIGHT)[1] for line in lines) <= SLIP_HEIGHT - SLIP_PADDING:
            break
    return lines
