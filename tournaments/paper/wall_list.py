"""The list on the wall: each player's table and seat, in type as large as possible."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Table

from tournaments.actions.hands.tables import TableInPlay
from tournaments.actions.people.family_names import by_family_name, family_first
from tournaments.models import Seat, SitOut
from tournaments.wording.words import seat_name

from .grids import ABOVE, BELOW, SIDE, grid
from .printing import LEADING, PageFrame, Section, face, printable

ON_ONE_SHEET = (30, 26, 22, 20, 18, 16, 14)
"""The type sizes for a list that fits on one sheet, the largest first."""
ON_MANY = (16, 15, 14, 13, 12)
"""The type sizes for a list longer than one sheet, the largest first."""
BY_TABLE = (22, 20, 18, 16, 14, 13, 12, 11)
"""The type sizes for the list by table, the largest first; a list longer than one sheet uses the last."""
NUMBERS = 18 * mm
FILLED, STILL_LARGE = 0.3, 14
"""How much of its last sheet a longer list should fill at least, and the smallest type size chosen to achieve it."""
HEAD, SURELY = 8 * mm, 0.945
"""The height of the titles, and the greatest calculated fraction of a sheet at which a list certainly fits on it."""
MOST_COLUMNS = 4
ON_ONE_LINE = 0.9
"""The fraction of the names that must fit into a column without a line break."""
PADDING = 2 * SIDE + 1
BETWEEN_LINES = ABOVE + BELOW + 0.5
Row = tuple[str, str, str]
Layout = tuple[float, int, list[float]]
Tables = Sequence[TableInPlay]


def wall_list(sheet: PageFrame, title: str, tables: Tables, out: Iterable[SitOut]) -> Iterator[Section]:
    """Return two lists: of seats by family name, and of tables."""
    rows = _rows(tables, out)
    titles = [_("Player"), _("Table"), _("Seat")]
    size, columns, widths = _layout(sheet, title, titles, rows)
    by_name = grid(titles, rows, widths=widths, numbers=[1], size=size, bold=[1])
    yield Section(title=title, columns=columns, parts=[by_name])
    title = _("%(title)s, by table") % {"title": title}
    yield Section(title=title, parts=[_by_table(sheet, title, tables)])


def _layout(sheet: PageFrame, title: str, titles: Sequence[str], rows: Sequence[Row]) -> Layout:
    """Return the type size, the number of columns, and the widths within a column."""
    for size in ON_ONE_SHEET:
        columns, widths = _columns(sheet, titles, rows, size)
        if _sheets(sheet, title, rows, (size, columns, widths)) <= SURELY:
            return size, columns, widths
    return _on_several_sheets(sheet, title, titles, rows)


def _on_several_sheets(sheet: PageFrame, title: str, titles: Sequence[str], rows: Sequence[Row]) -> Layout:
    """Return the layout with the largest type that fills enough of the last sheet; if none does, the largest type."""
    layouts = [(size, *_columns(sheet, titles, rows, size)) for size in ON_MANY]
    in_columns = [layout for layout in layouts if layout[1] > 1] or layouts[-1:]
    filled = (at for at in in_columns if at[0] >= STILL_LARGE and _sheets(sheet, title, rows, at) % 1 >= FILLED)
    return next(filled, in_columns[0])


def _rows(tables: Tables, out: Iterable[SitOut]) -> list[Row]:
    where: dict[Seat | SitOut, tuple[str, str]] = {
        seat: (str(play.table.number), seat_name(seat.number, len(play.seats)))
        for play in tables
        for seat in play.seats
    }
    where |= {sit_out: ("–", _("sits out")) for sit_out in out}
    return [(printable(family_first(each.name)), *where[each]) for each in by_family_name(where)]


def _columns(sheet: PageFrame, titles: Sequence[str], rows: Sequence[Row], size: float) -> tuple[int, list[float]]:
    """Return the largest number of columns in which the names fit in this type, and the widths within a column."""
    names = sorted(stringWidth(row[0], face(), size) + PADDING for row in rows)
    most = names[int(ON_ONE_LINE * (len(names) - 1))] if names else 0.0
    table = _widest([titles[1]], [row[1] for row in rows], size, bold=True)
    seat = _widest([titles[2]], [row[2] for row in rows], size)
    for columns in range(MOST_COLUMNS, 1, -1):
        if sheet.column_width(columns) - table - seat >= most:
            break
    else:
        columns = 1
    return columns, [sheet.column_width(columns) - table - seat, table, seat]


def _widest(titles: Sequence[str], words: Iterable[str], size: float, *, bold: bool = False) -> float:
    heads = [stringWidth(title, face(bold=True), 8) for title in titles]
    return PADDING + max([*heads, *(stringWidth(word, face(bold=bold), size) for word in set(words))])


def _sheets(sheet: PageFrame, title: str, rows: Sequence[Row], layout: Layout) -> float:
    """Return how many sheets the list needs, as a number with a fraction."""
    size, columns, widths = layout
    lines = [-(-stringWidth(row[0], face(), size) // (widths[0] - PADDING)) for row in rows]
    needed = sum(line * size * LEADING + BETWEEN_LINES for line in lines)
    return needed / (columns * (sheet.column_height(title) - HEAD))


def _by_table(sheet: PageFrame, title: str, tables: Tables) -> Table:
    """Return the players by table, in the largest type with which they fit on one sheet, else in the smallest."""
    seats = max((len(play.seats) for play in tables), default=1)
    titles = [_("Table"), *(seat_name(number, seats) for number in range(seats))]
    rows = [
        [play.table.number, *(seat.name for seat in play.seats), *[""] * (seats - len(play.seats))] for play in tables
    ]
    widths = [NUMBERS, *[(sheet.width - NUMBERS) / seats] * seats]
    room = sheet.column_height(title)
    for size in BY_TABLE:
        if len(rows) * (size * LEADING + BETWEEN_LINES) > room:
            continue
        large = grid(titles, rows, widths=widths, numbers=[0], size=size, bold=[0])
        if large.wrap(sheet.width, room)[1] <= room:
            return large
    return grid(titles, rows, widths=widths, numbers=[0], size=BY_TABLE[-1], bold=[0])
