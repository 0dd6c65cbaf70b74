"""Lines over steps: the totals at a table hand by hand, a person's places over the years."""

from collections.abc import Sequence
from dataclasses import dataclass

from .drawing import LETTER, SHAPES, WIDTH, Drawing, apart, path

LEFT, TOP, BOTTOM, HEIGHT, RIGHT = 44, 16, 176, 204, 196


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
    below, above = bounds
    for y, tick in zip((BOTTOM, TOP), ticks, strict=True):
        drawing.add("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, kind="grid")
        drawing.text(tick, LEFT - 9, y + 4, LEFT - 9, kind="soft end")
    every = -(-len(steps) * 2 * LETTER // (RIGHT - LEFT)) or 1
    for at in range(0, len(steps), every):
        drawing.text(steps[at], _x(at, len(steps)), HEIGHT - 4, 2 * LETTER * every, kind="soft middle")
    placed = [_points(line, len(steps), below, above) for line in lines]
    for number, points in enumerate(placed):
        _draw_line(drawing, number, points, is_only=len(lines) == 1)
    _names(drawing, lines, placed)
    return drawing


def _x(at: int, steps: int) -> float:
    return LEFT + (RIGHT - LEFT) * at / max(steps - 1, 1)


def _points(line: Line, steps: int, below: float, above: float) -> list[tuple[float, float]]:
    span = above - below or 1
    return [(_x(at, steps), BOTTOM - (BOTTOM - TOP) * (value - below) / span) for at, value in enumerate(line.values)]


def _draw_line(drawing: Drawing, number: int, points: Sequence[tuple[float, float]], *, is_only: bool) -> None:
    if len(points) > 1:
        drawing.add("polyline", points=path(points), kind="marked" if is_only else f"line s{number % SHAPES}")
    for x, y in points:
        drawing.mark(number, x, y, 3.5, "mark full" if number >= SHAPES else "mark")


def _names(drawing: Drawing, lines: Sequence[Line], placed: Sequence[Sequence[tuple[float, float]]]) -> None:
    """The names where the lines end, one below the other."""
    named = [(line.name, points[-1]) for line, points in zip(lines, placed, strict=True) if points and line.name]
    ends = sorted((y, x, name) for name, (x, y) in named)
    for (height, x, name), y in zip(ends, apart([end[0] for end in ends], BOTTOM), strict=True):
        drawing.add("line", x1=x + 6, x2=RIGHT + 16, y1=height, y2=y, kind="grid")
        drawing.text(name, RIGHT + 20, y + 4, WIDTH - RIGHT - 22)
