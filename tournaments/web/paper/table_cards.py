"""Printed cards for the tables, with QR code and short code, and slips with the entries' PINs."""

import io
from collections.abc import Iterable, Sequence

import segno
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Table, TableStyle

from tournaments.actions.at_table.keys import Card
from tournaments.models import Entry

from .printing import INK, RULE, SOFT, Sheet, face, fitted, style, text

ACROSS, DOWN = 2, 2
WIDTH, HEIGHT = A4[0] / ACROSS, A4[1] / DOWN
QR = 62 * mm
INSIDE = WIDTH - 16 * mm
SLIPS_ACROSS = 3
SLIP_WIDTH, SLIP_HEIGHT = 60 * mm, 32 * mm


def table_cards(cards: Iterable[Card], *, owner: str, address: str, leads_nowhere: bool = False) -> bytes:
    """The PDF with four cards a page; `address` is what a phone without a camera opens.

    Each card says so where the address `leads_nowhere` but to this machine.
    """
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.setTitle(_("Table cards") + f" · {owner}")
    for place, card in enumerate(cards):
        at = place % (ACROSS * DOWN)
        if place and not at:
            canvas.showPage()
        canvas.saveState()
        canvas.translate(at % ACROSS * WIDTH, A4[1] - (at // ACROSS + 1) * HEIGHT)
        _draw(canvas, card, owner=owner, address=address)
        if leads_nowhere:
            _line(canvas, _("Phones cannot open this address. Print new cards."), at=7 * mm, size=11, bold=True)
        canvas.restoreState()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Canvas, card: Card, *, owner: str, address: str) -> None:
    canvas.setStrokeColor(RULE)
    canvas.setDash(2, 3)
    canvas.rect(0, 0, WIDTH, HEIGHT)
    _line(canvas, owner, at=HEIGHT - 14 * mm, size=10, soft=True)
    _line(canvas, _("Table %(number)d") % {"number": card.number}, at=HEIGHT - 29 * mm, size=34, bold=True)
    _code(canvas, f"{address}#{card.secret}", at=HEIGHT - 36 * mm - QR)
    _line(canvas, _("Scan the card, tap your name, enter your hands."), at=43 * mm, size=10)
    _line(canvas, _("Without a camera:"), at=33 * mm, size=9, soft=True)
    _line(canvas, address, at=28 * mm, size=9)
    _line(canvas, f"{card.code[:4]} {card.code[4:]}", at=15 * mm, size=22, bold=True)


def _line(canvas: Canvas, words: str, *, at: float, size: float, bold: bool = False, soft: bool = False) -> None:
    """A line in the middle of the card, smaller where it would not fit."""
    name = face(bold=bold)
    canvas.setFillColor(SOFT if soft else INK)
    canvas.setFont(name, fitted(words, name, size, INSIDE))
    canvas.drawCentredString(WIDTH / 2, at, words)


def _code(canvas: Canvas, content: str, *, at: float) -> None:
    """The QR code with the quiet margin that scanners need."""
    rows = tuple(segno.make(content, micro=False, error="m").matrix_iter(border=4))
    module = QR / len(rows)
    left = (WIDTH - QR) / 2
    canvas.setFillColor(INK)
    for down, row in enumerate(rows, 1):
        for across, is_dark in enumerate(row):
            if is_dark:
                # A hair wider than its place, so that no printer leaves a seam between two.
                x, y = left + across * module, at + QR - down * module
                canvas.rect(x, y, module * 1.02, module * 1.02, stroke=0, fill=1)


def seat_slips(slips: Iterable[tuple[Entry, str]], *, owner: str, note: str = "") -> bytes:
    """The PDF with the slips of these entries and their PINs."""
    cells = [_slip(entry.name, pin, owner) for entry, pin in slips] or [[text(_("Nobody is entered yet."), style())]]
    cells += [[] for _missing in range(-len(cells) % SLIPS_ACROSS)]
    rows = [cells[at : at + SLIPS_ACROSS] for at in range(0, len(cells), SLIPS_ACROSS)]
    table = Table(rows, colWidths=[SLIP_WIDTH] * SLIPS_ACROSS, rowHeights=[SLIP_HEIGHT] * len(rows))
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, RULE), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]))
    return Sheet(owner=owner, title=_("Seat slips"), note=note).pdf([table])


def _slip(name: str, pin: str, owner: str) -> Sequence[Flowable]:
    size = 11 if len(name) <= 40 else 8
    return [
        text(_shortened(owner, 36), style(8, soft=True)),
        text(_shortened(name, 90), style(size, bold=True)),
        text(_("PIN %(pin)s") % {"pin": pin}, style(16, bold=True)),
    ]


def _shortened(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"
