"""The sheet for the prize giving. The last prize comes first, as winners are called."""

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.prizes.given import PrizesGiven
from tournaments.models import Tournament
from tournaments.wording.prize_words import prize_words, rules

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

WHAT, DONE = 52 * mm, 14 * mm


def prizes_paper(tournament: Tournament, given: PrizesGiven, *, note: str) -> bytes:
    """Return the PDF with each prize, its winners, and a box to tick."""
    title = _("Prize giving") if given.is_final else _("Prize giving, as it stands now")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament), note=note)
    read_aloud = prize_words(given)[::-1]
    names = (sheet.width - WHAT - DONE) / 2
    rows = [[each.title, each.text, "\n".join(each.names) or "–", "☐"] for each in read_aloud]
    parts = [
        text(" ".join(rules(given)), style(9, soft=True)),
        Spacer(0, 2 * mm),
        grid(
            [_("Prize for"), _("What is won"), _("Winner"), ""],
            rows,
            widths=[WHAT, names, names, DONE],
            numbers=[],
            bold=[2],
            below=[_("by lot") if each.by_lot else "" for each in read_aloud],
        ),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])
