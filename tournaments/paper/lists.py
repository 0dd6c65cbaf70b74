"""Print-outs of a round and of standings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.standings.outlooks import condition, marks
from tournaments.models import Round, ShownStandings, SitOut, Tournament
from tournaments.wording import words
from tournaments.wording.stage_words import with_cut
from tournaments.wording.standing_states import StandingsCode, State, state_of
from tournaments.wording.standing_words import PlayedNow, TieBreakWords, remark
from tournaments.wording.why_words import notes
from tournaments.wording.words import Words

from .grids import grid
from .printing import PageFrame, Section, evening, style, text
from .score_sheets import score_sheets
from .wall_list import wall_list

SIDEWAYS_FROM = 4
"""With at least this number of tie-breaks, the page is in landscape."""
FIXED, SO_FAR, NARROWEST = (18 * mm, 22 * mm, 16 * mm), 26 * mm, 46 * mm
UNPLACED: Mapping[str, Any] = {"rows": [], "after_round": 0}
"""The standings before the first round is complete."""

PAPERS: Mapping[str, Words] = {
    "wall-list": gettext_lazy("Round %(number)d: who sits where"),
    "score-sheets": gettext_lazy("Round %(number)d: score sheets"),
    "everything": gettext_lazy("Round %(number)d on paper"),
}
"""The titles of a round's print-outs. `everything` has both others in one file, to be printed in case the network
fails.
"""


def round_paper(paper: str, round_: Round, tables: Sequence[TableInPlay], out: Iterable[SitOut], *, note: str) -> bytes:
    """Return the PDF of a print-out of a round, with a note at the foot of each page."""
    tournament = round_.tournament
    titles = {name: str(title) % {"number": round_.number} for name, title in PAPERS.items()}
    sheet = PageFrame(of=tournament, title=titles[paper], day=evening(tournament, round_), note=note)
    sections: list[Section] = []
    if paper != "score-sheets":
        sections += wall_list(sheet, titles["wall-list"], tables, out)
    if paper != "wall-list":
        sections += score_sheets(sheet, round_, tables)
    return sheet.pdf(sections)


def standings_paper(shown: ShownStandings, tournament: Tournament, *, hidden: bool, note: str) -> bytes:
    """Return the PDF of the latest full standings, with the director's reasons and a column for the round in play."""
    now = PlayedNow(shown.in_play.document if shown.in_play else None, after_round=shown.after_round)
    document = shown.standing.document if shown.standing else {**UNPLACED}
    rows = [*document["rows"], *now.newcomers(document["rows"])]
    ties = TieBreakWords(tournament.tie_breaks, tournament.rules, document)
    number = shown.after_round or now.round or 0
    state = state_of(tournament, shown, hidden=hidden)
    title = _title(state) if shown.after_round else now.title
    round_ = tournament.rounds.filter(number=number).first()
    sideways = len(ties.titles) >= SIDEWAYS_FROM
    sheet = PageFrame(of=tournament, title=title, day=evening(tournament, round_), note=note, landscape=sideways)
    reasons = notes(tournament, document, after_round=shown.after_round)
    latest = shown.latest.document if tournament.outlook and shown.latest else {"rows": []}
    possible = with_cut(tournament, latest, marks(latest["rows"])) if latest["rows"] else {}
    counts_hands = any(row["hands"] for row in document["rows"])
    columns = _columns(sheet, tournament, ties, now, counts_hands=counts_hands)
    parts = [
        text(ties.order(words.order_sentence(tournament.rules, tournament.scoring)), style(9, soft=True)),
        text(f"{state.text} {now.places}" if now else state.text, style(9, bold=True)),
        *([text(condition(tournament.rounds_planned, latest["rows"]), style(9, soft=True))] if possible else []),
        Spacer(0, 2 * mm),
        grid(
            [title for title, _width in columns],
            [list(_cells(row, ties, now, counts_hands=counts_hands)) for row in rows],
            widths=[width for _title, width in columns],
            numbers=[0, *range(2, len(columns))],
            bold=[0, 2],
            below=[" · ".join(filter(None, (possible.get(r["entry"]), reasons.get(r["entry"])))) for r in rows],
        ),
    ]
    return sheet.pdf([Section(title=title, parts=parts)])


def _columns(
    sheet: PageFrame, tournament: Tournament, ties: TieBreakWords, now: PlayedNow, *, counts_hands: bool
) -> list[tuple[str, float]]:
    """Return the title and width of each column; names get the width that remains.

    Before the first full round there are no places and sums, only results so far.
    """
    place, score, hands = FIXED
    if not now.leads_after:
        return [(_("Place"), place), (_("Player"), sheet.width - place - 2 * SO_FAR), (now.title, 2 * SO_FAR)]
    columns = [(words.score_title(tournament.rules, tournament.scoring), score)]
    columns += [(now.title, SO_FAR)] if now else []
    columns += [(_("Hands"), hands)] if counts_hands else []
    left = sheet.width - place - sum(width for _title, width in columns)
    each = min(23 * mm, (left - NARROWEST) / max(1, len(ties.titles)))
    columns += [(title, each) for _code, title in ties.titles]
    return [(_("Place"), place), (_("Player"), left - each * len(ties.titles)), *columns]


def _cells(row: Mapping[str, Any], ties: TieBreakWords, now: PlayedNow, *, counts_hands: bool) -> Iterator[str]:
    yield "–" if row["place"] is None else str(row["place"])
    why = remark(row)
    yield f"{row['name']} ({why})" if why else row["name"]
    if now.leads_after:
        yield words.figure(words.score_so_far(row))
    if now:
        yield now.words(row["entry"])
    if not now.leads_after:
        return
    if counts_hands:
        yield words.figure(row["hands"])
    for code, _title in ties.titles:
        yield ties.figure(row, code)


def _title(state: State) -> str:
    if state.code == StandingsCode.FINAL:
        return _("Final standings")
    return _("Standings after round %(number)d") % {"number": state.number}
