"""The sheet for the prize giving. The last prize comes first, as winners are called."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.prizes.given import PrizesGiven
from tournaments.models import Tournament
from tournaments.wording.prize_words import PrizeWords, prize_words, rules

from .grids import grid
from .printing import PageFrame, Section, evening, style, text

WHAT, DONE = 52 * mm, 14 * mm
IN_A_ROW = 5
"""The most winners in a row, so that each row fits on a page even with the longest names."""
BOX = "[    ]"
"""The box to tick; the font has no sign for it."""


def prizes_paper(tournament: Tournament, given: PrizesGiven, *, note: str) -> bytes:
    """Return the PDF with each prize, its winners, and a box to tick."""
    title = _("Prize giving") if given.is_final else _("Prize giving, as it stands now")
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament), note=note)
    read_aloud = prize_words(given)[::-1]
    names = (sheet.width - WHAT - DONE) / 2
    rows = [(row, each.by_lot) for each in read_aloud for row in _rows(each)]
    parts = [
        text(" ".join(rules(given)), style(9, soft=True)),
        Spacer(0, 2 * mm),
        grid(
            [_("Prize for"), _("What is won"), _("Winner"), ""],
            [row for row, _by_lot in rows],
            widths=[WHAT, names, names, DONE],
            numbers=[],
            bold=[2],
            below=[_("by lot") if by_lot else "" for _row, by_lot in rows],
        ),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _rows(prize: PrizeWords) -> Iterator[list[str]]:
    """Yield the rows of a prize; winners who do not fit into its first row are in further rows."""
    names = prize.names or ("–",)
    yield [prize.title, prize.text, "\n".join(names[:IN_A_ROW]), BOX]
    for first in range(IN_A_ROW, len(names), IN_A_ROW):
        yield ["", "", "\n".join(names[first : first + IN_A_ROW]), ""]
