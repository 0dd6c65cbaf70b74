"""Lines over steps: the totals at a table hand by hand, a person's places over the years."""

from collections.abc import Sequence
from dataclasses import dataclass

from .drawing import LETTER, SHAPES, SPREAD, WIDTH, Drawing, apart, breadth, in_lines, path

LEFT, TOP, BOTTOM, HEIGHT, RIGHT = 44, 16, 176, 204, 196
BESIDE = 9
FEW = 4
"""Names that may take two lines each."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its name, and what is written at its end."""

    name: str
    values: Sequence[float]


def draw_lines(
    lines: Sequence[Line], steps: Sequence[str], bounds: tuple[float, float], ticks: Sequence[str]
) -> Drawing:
    """Lines between a value that stands below and one that stands above, with what is written beside both."""
    drawing = Drawing(HEIGHT)
    left = max(LEFT, BESIDE + max(map(breadth, ticks)))
    for y, tick in zip((BOTTOM, TOP), ticks, strict=True):
        drawing.add("line", x1=left, x2=RIGHT, y1=y, y2=y, kind="grid")
        drawing.add("text", tick, x=left - BESIDE, y=y + 4, kind="soft end")
    every = -(-len(steps) * 2 * LETTER // (RIGHT - left)) or 1
    for at in range(0, len(steps), int(every)):
        drawing.text(steps[at], _x(left, at, len(steps)), HEIGHT - 4, 2 * LETTER * every, kind="soft middle")
    placed = [_points(line, left, len(steps), bounds) for line in lines]
    for number, points in enumerate(placed):
        _draw_line(drawing, number, points, is_only=len(lines) == 1)
    _names(drawing, lines, placed)
    return drawing


def _x(left: float, at: int, steps: int) -> float:
    return left + (RIGHT - left) * at / max(steps - 1, 1)


def _points(line: Line, left: float, steps: int, bounds: tuple[float, float]) -> list[tuple[float, float]]:
    below, above = bounds
    span = above - below or 1
    return [
        (_x(left, at, steps), BOTTOM - (BOTTOM - TOP) * (value - below) / span) for at, value in enumerate(line.values)
    ]


def _draw_line(drawing: Drawing, number: int, points: Sequence[tuple[float, float]], *, is_only: bool) -> None:
    if len(points) > 1:
        drawing.add("polyline", points=path(points), kind="marked" if is_only else f"line s{number % SHAPES}")
    for x, y in points:
        drawing.mark(number, x, y, 3.5, "mark full" if number >= SHAPES else "mark")


def _names(drawing: Drawing, lines: Sequence[Line], placed: Sequence[Sequence[tuple[float, float]]]) -> None:
    """The names where the lines end, one below the other."""
    named = [(line.name, points[-1]) for line, points in zip(lines, placed, strict=True) if points and line.name]
    ends = sorted((y, x, name) for name, (x, y) in named)
    room = WIDTH - RIGHT - 22
    written = [in_lines(name, room) if len(ends) <= FEW else (name,) for *_point, name in ends]
    spread = SPREAD * max(map(len, written), default=1)
    heights = apart([end[0] for end in ends], BOTTOM, spread)
    for (height, x, _name), name, y in zip(ends, written, heights, strict=True):
        drawing.add("line", x1=x + 6, x2=RIGHT + 16, y1=height, y2=y, kind="grid")
        drawing.name(name, RIGHT + 20, y + 4 + SPREAD * (len(name) - 1), room)
