"""What is printed of a round, and standings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.tables import TableInPlay
from tournaments.models import Entry, Round, Tournament
from tournaments.web import words
from tournaments.web.standing_words import TieBreakWords, remark
from tournaments.web.words import Words

from .grids import grid
from .printing import Section, Sheet, evening, style, text
from .score_sheets import score_sheets
from .wall_list import wall_list

SIDEWAYS_FROM = 4
"""So many tie-breaks need the width of the page lying down."""
FIXED = (18 * mm, 22 * mm, 16 * mm)

PAPERS: Mapping[str, Words] = {
    "wall-list": gettext_lazy("Round %(number)d: who sits where"),
    "score-sheets": gettext_lazy("Round %(number)d: score sheets"),
    "everything": gettext_lazy("Round %(number)d on paper"),
}
"""What can be printed of a round; everything is for the day on which the network dies."""


def round_paper(paper: str, round_: Round, tables: Sequence[TableInPlay], out: Iterable[Entry], *, note: str) -> bytes:
    """The PDF of one of the papers of a round, with a note at the foot of each page."""
    tournament = round_.tournament
    titles = {name: str(title) % {"number": round_.number} for name, title in PAPERS.items()}
    sheet = Sheet(tournament=tournament, title=titles[paper], day=evening(tournament, round_), note=note)
    sections: list[Section] = []
    if paper != "score-sheets":
        sections += wall_list(sheet, titles["wall-list"], tables, out)
    if paper != "wall-list":
        sections.append(Section(parts=list(score_sheets(sheet, round_, tables))))
    return sheet.pdf(sections)


def standings_paper(document: Mapping[str, Any], tournament: Tournament, *, note: str) -> bytes:
    """The PDF of a snapshot of standings."""
    game, scoring, codes = tournament.rules, tournament.scoring, tournament.tie_breaks
    sideways = len(codes) >= SIDEWAYS_FROM
    title = _("Standings after round %(number)d") % {"number": document["after_round"]}
    round_ = tournament.rounds.filter(number=document["after_round"]).first()
    sheet = Sheet(tournament=tournament, title=title, day=evening(tournament, round_), note=note, landscape=sideways)
    across = sheet.width
    each = min(23 * mm, (across - sum(FIXED) - 40 * mm) / max(1, len(codes)))
    player = across - sum(FIXED) - each * len(codes)
    ties = TieBreakWords(codes, game, document["rows"])
    criteria = [title for _code, title in ties.titles]
    titles = [_("Place"), _("Player"), words.score_title(game, scoring), _("Hands"), *criteria]
    rows = [list(_cells(row, ties)) for row in document["rows"]]
    widths = [FIXED[0], player, *FIXED[1:], *[each] * len(codes)]
    parts = [
        text(f"{words.order_sentence(game, scoring)} {ties.sentence}", style(9, soft=True)),
        text(_state(document), style(9, bold=True)),
        Spacer(0, 2 * mm),
        grid(titles, rows, widths=widths, numbers=[0, *range(2, len(titles))], bold=[0, 2]),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _cells(row: Mapping[str, Any], ties: TieBreakWords) -> Iterator[str]:
    yield "–" if row["place"] is None else str(row["place"])
    why = remark(row)
    yield f"{row['name']} ({why})" if why else row["name"]
    yield words.figure(words.score_so_far(row))
    yield words.figure(row["hands"])
    for code, _title in ties.titles:
        yield ties.figure(row, code)


def _state(document: Mapping[str, Any]) -> str:
    """Whether more is to come."""
    if not document["provisional"]:
        return _("Every table has finished.")
    waiting = document["outstanding_tables"]
    sentence = ngettext(
        "Provisional: one table has not finished.", "Provisional: %(tables)d tables have not finished.", waiting
    )
    return sentence % {"tables": waiting}
