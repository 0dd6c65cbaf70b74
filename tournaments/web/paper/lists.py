"""Printed lists: seats by name and by table, score sheets, standings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Spacer

from tournaments.actions.family_names import listed_name
from tournaments.actions.names import fold_text
from tournaments.actions.tables import TableInPlay
from tournaments.models import Club, Entry, Round, Tournament
from tournaments.web import words
from tournaments.web.words import Words, seat_name

from .printing import Sheet, grid, heading, style, text

WIDTH = 180 * mm
WRITTEN = 9 * mm
"""High enough for a pen."""
HANDS = 12
"""So many lines where nobody knows how many hands will be played."""
SIDEWAYS_FROM = 4
"""So many tie-breaks need the width of the page lying down."""
FIXED = (22 * mm, 24 * mm, 18 * mm)

Tables = Sequence[TableInPlay]
PAPERS: Mapping[str, Words] = {
    "wall-list": gettext_lazy("Round %(number)d: who sits where"),
    "score-sheets": gettext_lazy("Round %(number)d: score sheets"),
    "everything": gettext_lazy("Round %(number)d on paper"),
}
"""What can be printed of a round; everything is for the day on which the network dies."""


def round_paper(paper: str, round_: Round, tables: Tables, out: Iterable[Entry], *, note: str) -> bytes:
    """The PDF of one of the papers of a round, with a note at the foot of each page."""
    title = str(PAPERS[paper]) % {"number": round_.number}
    parts = _parts(paper, title, round_, tables, out)
    return Sheet(owner=round_.tournament.name, title=title, note=note).pdf(list(parts))


def _parts(paper: str, title: str, round_: Round, tables: Tables, out: Iterable[Entry]) -> Iterator[Flowable]:
    if paper != "score-sheets":
        yield from _by_name(title, tables, out, round_.tournament.club)
        yield from _by_table(tables)
    if paper == "everything":
        yield PageBreak()
    if paper != "wall-list":
        for play in tables:
            yield KeepTogether([*_score_sheet(round_, play), Spacer(0, 12 * mm)])


def _by_name(title: str, tables: Tables, out: Iterable[Entry], club: Club) -> Iterator[Flowable]:
    seated = [
        (listed_name(seat.entry.name, club), play.table.number, seat_name(seat.number, len(play.seats)))
        for play in tables
        for seat in play.seats
    ]
    idle = [(listed_name(entry.name, club), "–", _("sits out")) for entry in out]
    rows = sorted([*seated, *idle], key=lambda row: fold_text(str(row[0])))
    yield from heading(title)
    titles = [_("Player"), _("Table"), _("Seat")]
    yield grid(titles, rows, widths=[WIDTH - 60 * mm, 20 * mm, 40 * mm], numbers=[1])


def _by_table(tables: Tables) -> Iterator[Flowable]:
    yield Spacer(0, 8 * mm)
    yield text(_("By table"), style(14, bold=True))
    yield Spacer(0, 2 * mm)
    rows = [(play.table.number, " · ".join(seat.entry.name for seat in play.seats)) for play in tables]
    yield grid([_("Table"), _("Players")], rows, widths=[20 * mm, WIDTH - 20 * mm], numbers=[0])


def _score_sheet(round_: Round, play: TableInPlay) -> Iterator[Flowable]:
    yield from heading(_("Table %(table)d, round %(round)d") % {"table": play.table.number, "round": round_.number})
    names = [" – ".join(seat.entry.name for seat in side) for side in play.sides]
    lines = play.state.rules.hands or HANDS
    first = 24 * mm
    widths = [first, *[(WIDTH - first) / len(names)] * len(names)]
    rows: list[list[object]] = [[number, *[""] * len(names)] for number in range(1, lines + 1)]
    rows += [[_("Sum"), *[""] * len(names)], [_("Signed"), *[""] * len(names)]]
    yield grid([_("Hand"), *names], rows, widths=widths, height=WRITTEN)


def standings_paper(document: Mapping[str, Any], tournament: Tournament, *, note: str) -> bytes:
    """The PDF of a snapshot of standings."""
    game, scoring, codes = tournament.rules, tournament.scoring, tournament.tie_breaks
    sideways = len(codes) >= SIDEWAYS_FROM
    title = _("Standings after round %(number)d") % {"number": document["after_round"]}
    across = (267 if sideways else 180) * mm
    each = min(28 * mm, (across - sum(FIXED) - 40 * mm) / max(1, len(codes)))
    player = across - sum(FIXED) - each * len(codes)
    criteria = [title for _code, title in words.tie_break_titles(codes)]
    titles = [_("Place"), _("Player"), words.score_title(game, scoring), _("Hands"), *criteria]
    rows = [list(_cells(row, codes)) for row in document["rows"]]
    widths = [FIXED[0], player, *FIXED[1:], *[each] * len(codes)]
    parts = [
        *heading(title, f"{words.order_sentence(game, scoring)} {words.tie_sentence(codes, game)}"),
        text(_state(document), style(9, bold=True)),
        Spacer(0, 2 * mm),
        grid(titles, rows, widths=widths, numbers=[0, *range(2, len(titles))]),
    ]
    return Sheet(owner=tournament.name, title=title, note=note, landscape=sideways).pdf(parts)


def _cells(row: Mapping[str, Any], codes: Sequence[str]) -> Iterator[str]:
    yield "–" if row["place"] is None else str(row["place"])
    remark = _("withdrawn") if row.get("withdrawn") else _("stand-in") if row.get("stand_in") else ""
    yield f"{row['name']} ({remark})" if remark else row["name"]
    yield words.figure(words.score_so_far(row))
    yield words.figure(row["hands"])
    for code in codes:
        yield words.figure(row["tie_breaks"].get(code))


def _state(document: Mapping[str, Any]) -> str:
    """Whether more is to come."""
    if not document["provisional"]:
        return _("Every table has finished.")
    waiting = document["outstanding_tables"]
    sentence = ngettext(
        "Provisional: one table is still playing.", "Provisional: %(tables)d tables are still playing.", waiting
    )
    return sentence % {"tables": waiting}
