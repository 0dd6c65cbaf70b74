"""Score sheets: for each table the seats, room for tally and score of every hand, and lines for signatures."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, HRFlowable, KeepTogether, Spacer, Table, TableStyle

from scoring.fields import Field
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import Round, Seat
from tournaments.wording import words
from tournaments.wording.words import seat_name, translated

from .printing import INK, RULE, PageFrame, Section, cell, look, style, within

WRITTEN, SIGNED = 7.5 * mm, 11 * mm
"""The heights of lines for a hand and for a signature, with room to write by hand."""
HANDS = 12
"""The number of lines if the number of hands is not known."""
SIDE_BY_SIDE = 2
"""The most figures of a side that share a line; if there are more, each has its own line."""
NUMBER, FACT, LABEL = 11 * mm, 20 * mm, 44 * mm
Rows = list[list[Flowable | str]]
Marks = Sequence[tuple[Any, ...]]
TINY, TINY_IN_THE_MIDDLE = style(6.5, soft=True), style(6.5, soft=True, align="center")
HAND_NUMBER = style(10, bold=True, align="center")
HAND_AND_TRUMPS = style(7, bold=True, align="center")


def score_sheets(sheet: PageFrame, round_: Round, tables: Sequence[TableInPlay]) -> Iterator[Section]:
    """Yield a sheet for each table, several on a page. A sheet that needs more pages repeats its heading."""
    short: list[Flowable] = []
    for play in tables:
        title = _("Table %(table)d, round %(round)d") % {"table": play.table.number, "round": round_.number}
        ruled = _ruled(sheet, play)
        if ruled.wrap(sheet.width, 0)[1] <= sheet.column_height(title):
            cut = HRFlowable(width="100%", color=RULE, dash=(2, 3), spaceBefore=5 * mm, spaceAfter=4 * mm)
            short.append(KeepTogether([*sheet.head(title), Spacer(0, 3 * mm), ruled, cut]))
            continue
        if short:
            yield Section(parts=short)
            short = []
        yield Section(title=title, parts=[ruled])
    if short or not tables:
        yield Section(parts=short)


def _ruled(sheet: PageFrame, play: TableInPlay) -> Table:
    tournament, sides = play.table.round.tournament, len(play.sides)
    fields = tournament.rules.line_fields(play.state.options, sides)
    facts = tournament.rules.hand_fields
    score = words.unit(tournament.rules)
    hands = range(1, (play.state.rules.hands or HANDS) + 1)
    make = _hands_down if len(fields) <= SIDE_BY_SIDE else _fields_down
    return make(sheet, play, [*map(_label, fields)], [*map(_label, facts)], score, hands)


def _label(field: Field) -> str:
    return translated(field.short or field.label)


def _hands_down(
    sheet: PageFrame, play: TableInPlay, fields: list[str], facts: list[str], score: str, hands: range
) -> Table:
    """Return a table with a line for each hand, and fields for each number of a side and each fact of the hand."""
    titles = [*fields, score]
    if score in fields:
        titles[-1] = _("Score")
    each, sides = len(titles), len(play.sides)
    wide = (sheet.width - NUMBER - FACT * len(facts)) / (each * sides)
    names: list[Flowable | str] = []
    for side in play.sides:
        names += [_name(side, play, wide * each), *[""] * (each - 1)]
    small = [cell(title, TINY_IN_THE_MIDDLE, wide - 4) for title in titles] * sides
    rows: Rows = [["", *names, *[""] * len(facts)]]
    rows += [[_tiny(_("Hand"), NUMBER), *small, *(_tiny(fact, FACT) for fact in facts)]]
    rows += [[_hand_head(play, hand)] for hand in hands]
    rows += [[_tiny(_("Sum"), NUMBER)], [_tiny(_("Signed"), NUMBER)]]
    blocks = [(1 + at * each, (at + 1) * each) for at in range(sides)]
    spans = [("SPAN", (start, row), (end, row)) for start, end in blocks for row in (0, -2, -1)]
    thick = [("LINEBEFORE", (start, 0), (start, -1), 1, INK) for start, _end in blocks]
    thick += [("LINEAFTER", (blocks[-1][1], 0), (blocks[-1][1], -1), 1, INK)]
    marks = [*spans, *thick, *look(TINY_IN_THE_MIDDLE, (1, 1), (-1, 1)), *look(HAND_NUMBER, (0, 2), (0, -3))]
    return _table(rows, [NUMBER, *[wide] * (each * sides), *[FACT] * len(facts)], marks, heads=2)


def _fields_down(
    sheet: PageFrame, play: TableInPlay, fields: list[str], facts: list[str], score: str, hands: range
) -> Table:
    """Return a table with a column for each side, and for each hand a line per number and one for the score."""
    sides, labels = len(play.sides), [*fields, score]
    wide = (sheet.width - NUMBER - LABEL) / sides
    rows: Rows = [["", "", *(_name(side, play, wide) for side in play.sides)]]
    marks: list[tuple[Any, ...]] = []
    for hand in hands:
        top = len(rows)
        rows += [
            ["" if at else _hand_head(play, hand), cell(label, style(8), LABEL - 4)]
            for at, label in enumerate([*facts, *labels])
        ]
        marks += [("SPAN", (0, top), (0, len(rows) - 1)), ("LINEABOVE", (0, top), (-1, top), 1, INK)]
        marks += [("SPAN", (2, row), (-1, row)) for row in range(top, top + len(facts))]
    marks += [*look(HAND_NUMBER, (0, 1), (0, -3)), *look(style(8), (1, 1), (1, -3))]
    rows += [["", _tiny(_("Sum"), LABEL)], ["", _tiny(_("Signed"), LABEL)]]
    return _table(rows, [NUMBER, LABEL, *[wide] * sides], marks, heads=1, height=6.5 * mm)


def _table(rows: Rows, widths: list[float], marks: Marks, *, heads: int, height: float = WRITTEN) -> Table:
    filled = [[*row, *[""] * (len(widths) - len(row))] for row in rows]
    heights = [*[None] * heads, *[height] * (len(rows) - heads - 1), SIGNED]
    around: Marks = [
        *look(TINY, (0, 0), (-1, -1)),
        ("GRID", (0, 0), (-1, -1), 0.4, RULE),
        ("BOX", (0, 0), (-1, -1), 1, INK),
        ("LINEABOVE", (0, heads), (-1, heads), 1, INK),
        ("LINEABOVE", (0, -2), (-1, -2), 1, INK),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
    ]
    table = Table(filled, colWidths=widths, rowHeights=heights, repeatRows=heads)
    table.setStyle(TableStyle([*around, *marks]))
    return table


def _name(side: Sequence[Seat], play: TableInPlay, width: float) -> Flowable:
    """Return the names of a side, each with its seat."""
    lines = [f"{seat_name(seat.number, len(play.seats))}\n{seat.name}" for seat in side]
    return within("\n".join(lines), style(9, bold=True), width - 4)


def _hand_head(play: TableInPlay, hand: int) -> Flowable | str:
    """Return the number of a hand and, if trumps are fixed before the deal, the trump suit below it."""
    trumps = play.rules.trumps(play.state.rules, hand)
    return within(f"{hand}\n{translated(trumps)}", HAND_AND_TRUMPS, NUMBER - 4) if trumps else str(hand)


def _tiny(words_: str, width: float) -> Flowable | str:
    return cell(words_, TINY, width - 4)
