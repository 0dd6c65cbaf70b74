"""A slip for each entry with its name and its PIN, to be cut out."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table, TableStyle

from tournaments.models import Entry

from .page import RULE, Sheet, style, text

ACROSS = 3
WIDTH, HEIGHT = 60 * mm, 32 * mm


def printed(slips: Iterable[tuple[Entry, str]], *, owner: str, note: str = "") -> bytes:
    """The PDF with the slips of these entries and their PINs."""
    cells = [_slip(entry.name, pin, owner) for entry, pin in slips] or [_nobody()]
    cells += [[] for _missing in range(-len(cells) % ACROSS)]
    rows = [cells[at : at + ACROSS] for at in range(0, len(cells), ACROSS)]
    table = Table(rows, colWidths=[WIDTH] * ACROSS, rowHeights=[HEIGHT] * len(rows))
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, RULE), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]))
    return Sheet(owner=owner, title=_("Seat slips"), note=note).printed([table])


def _slip(name: str, pin: str, owner: str) -> Sequence[Flowable]:
    size = 11 if len(name) <= 40 else 8
    return [
        text(_shortened(owner, 36), style(8, soft=True)),
        text(_shortened(name, 90), style(size, bold=True)),
        text(_("PIN %(pin)s") % {"pin": pin}, style(16, bold=True)),
    ]


def _nobody() -> Sequence[Flowable]:
    return [text(_("Nobody is entered yet."), style())]


def _shortened(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"
