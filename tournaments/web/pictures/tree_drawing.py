"""The picture of one page of a tree: frames with names, and a line for each player who qualifies.

A line leads to the number of the next table. In a column with few tables it leads to the player's name in the next
column, if all next tables are there.
"""

from collections.abc import Mapping, Sequence

from .drawing import Point, SvgDrawing, path
from .tree_columns import APART, BESIDE, EDGE, INSET, LINE, LINES, NextLabels, TreeBox, TreeColumn, TreeLayout, tall

Points = Mapping[int, Point]
"""The point of each player, by entry."""
BASE, FEW = 4, 4
"""Units from the middle of a line of text to its base; the most tables in a column whose lines lead to names."""


def drawn(page: Sequence[TreeColumn], layout: TreeLayout) -> SvgDrawing:
    """Draw a page, from its last column to its first."""
    drawing = SvgDrawing(max(column.height for column in page), layout.page_width)
    next_names: Points = {}
    for at in reversed(range(len(page))):
        points = _column(drawing, page[at], at * (layout.width + layout.lane), layout)
        led = {each: layout.labels[page[at].round, each] for each in points if (page[at].round, each) in layout.labels}
        if len(page[at].boxes) <= FEW and led.keys() <= next_names.keys():
            for entry in led:
                drawing.add("polyline", points=path([points[entry], next_names[entry]]))
        else:
            _labels(drawing, {points[entry]: label for entry, label in led.items()}, layout.lane - LINES - BESIDE)
        next_names = {entry: (x - layout.width, y) for entry, (x, y) in points.items()}
    return drawing


def described(page: Sequence[TreeColumn], labels: NextLabels) -> str:
    """Return the page as text: the tables with their players, and the next table of each who qualifies."""
    return " ".join(
        f"{column.title}. {' '.join(_in_words(column, box, labels) for box in column.boxes)}" for column in page
    )


def _in_words(column: TreeColumn, box: TreeBox, labels: NextLabels) -> str:
    led = ((each.name, labels.get((column.round, each.entry))) for each in box.players)
    return f"{box.title}: {', '.join(f'{name} → {label}' if label else name for name, label in led)}."


def _column(drawing: SvgDrawing, column: TreeColumn, x: float, layout: TreeLayout) -> Points:
    """Draw the boxes, centred vertically; return the point where each player's line begins."""
    top = (drawing.height - column.height + APART) / 2
    points: dict[int, Point] = {}
    for box in column.boxes:
        height = box.height(layout.width)
        drawing.add("rect", x=x, y=top, width=layout.width, height=height, rx=3, kind="frame")
        drawing.text(box.label, x + INSET, top + EDGE + LINE / 2 + BASE, layout.width, kind="soft")
        points |= _names(drawing, box, (x, top + EDGE), layout.width)
        top += height + APART
    return points


def _names(drawing: SvgDrawing, box: TreeBox, at: Point, width: float) -> Points:
    (x, y), points = at, {}
    for player in box.players:
        lines = box.lines(player, width)
        points[player.entry] = x + width, y + tall(lines) / 2
        first = y + (tall(lines) - LINE * (len(lines) - 1)) / 2 + BASE
        kind = "strong" if player.goes_on else "soft" if player.goes_on is False else None
        for number, line in enumerate(lines):
            drawing.text(line, x + box.indent, first + LINE * number, width - box.indent - INSET, kind=kind)
        y += tall(lines)
    return points


def _labels(drawing: SvgDrawing, labels: Mapping[Point, str], width: float) -> None:
    """Draw a short line from each point to a label in a frame of this width."""
    for (x, y), label in labels.items():
        end = x + LINES
        drawing.add("polyline", points=path([(x, y), (end, y)]))
        drawing.add("rect", x=end, y=y - LINE / 2 + 1, width=width, height=LINE - 2, rx=3, kind="frame")
        drawing.text(label, end + width / 2, y + BASE, width, kind="middle")
