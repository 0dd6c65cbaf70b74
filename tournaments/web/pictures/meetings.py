"""A matrix for up to forty entries: which of them met at a table, and which had the better score there."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.actions.standings.figures import MeetingRecord, Meetings

from .drawing import WIDTH, Picture, SvgDrawing

MOST_ENTRIES = 40
MARGIN = 24
LAST = 8
"""The room at the right of the matrix into which the last column's centred number extends, in units."""
EVERY, SOME = 1, 5
TALL, BROAD = 18, 22
"""The least height of a cell with which every row is numbered, and the least width for every column, in units."""
LARGEST = 44
"""The greatest size of a cell in units."""


NEVER = MeetingRecord()


def meetings_picture(names: Sequence[str], meetings: Meetings) -> Picture:
    """Return the matrix. `names` are in order of the standings, and `meetings` refers to their indices."""
    title = _("Who met whom")
    reading = _(
        "Each row compares one player with the others at the tables they shared. Full square: this player had the "
        "better score more often. Empty square: the other player did. Line: level. Row numbers are those of the "
        "standings."
    )
    return Picture(
        name="meetings",
        title=title,
        reading=reading,
        svg=_draw(len(names), meetings).svg("meetings", title, reading),
        columns=[_("Row"), _("Player"), _("Met"), _("Ahead"), _("Behind"), _("Level")],
        rows=[_row(at, name, len(names), meetings) for at, name in enumerate(names)],
    )


def _row(at: int, name: str, field: int, meetings: Meetings) -> list[str]:
    met = [meetings.get((at, other), NEVER) for other in range(field)]
    times, ahead = sum(each.times for each in met), sum(each.ahead for each in met)
    behind, level = sum(each.behind for each in met), sum(each.level for each in met)
    return [str(at + 1), name, *map(str, (times, ahead, behind, level))]


def _draw(field: int, meetings: Meetings) -> SvgDrawing:
    cell = min((WIDTH - MARGIN - LAST) / field, LARGEST)
    drawing = SvgDrawing(MARGIN + cell * field + LAST)
    beside, above = EVERY if cell >= TALL else SOME, EVERY if cell >= BROAD else SOME
    for at in range(field):
        start = MARGIN + at * cell
        if (at + 1) % beside == 0 or at == 0:
            drawing.text(str(at + 1), MARGIN - 6, start + cell / 2 + 4, MARGIN, kind="soft end")
        if (at + 1) % above == 0 or at == 0:
            drawing.text(str(at + 1), start + cell / 2, MARGIN - 8, MARGIN, kind="soft middle")
        drawing.add("rect", x=start, y=start, width=cell, height=cell, kind="self")
    drawing.add("rect", x=MARGIN, y=MARGIN, width=cell * field, height=cell * field, kind="frame")
    for (row, column), met in meetings.items():
        if met.times:
            _cell(drawing, MARGIN + column * cell, MARGIN + row * cell, cell, met.mark)
    return drawing


def _cell(drawing: SvgDrawing, x: float, y: float, cell: float, mark: str) -> None:
    inset = max(cell * 0.15, 0.8)
    size = cell - 2 * inset
    if mark == "level":
        drawing.add("rect", x=x + inset, y=y + cell / 2 - 1, width=size, height=2, kind="bar")
    else:
        drawing.add(
            "rect", x=x + inset, y=y + inset, width=size, height=size, kind="bar" if mark == "ahead" else "hollow"
        )
