"""Lines over steps: the totals at a table hand by hand, a person's places over the years."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from .drawing import LETTER, SHAPES, SPREAD, WIDTH, SvgDrawing, apart, breadth, in_lines, path

LEFT, TOP, BOTTOM, HEIGHT, RIGHT = 44, 16, 176, 204, 196
BESIDE = 9
BETWEEN = 7
"""Units between what is written below one step and below the next."""
FEW = 4
"""Names that may take two lines each."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line with its name and the label at its end."""

    name: str
    values: Sequence[float]


def draw_lines(
    lines: Sequence[ChartLine],
    steps: Sequence[str],
    bounds: tuple[float, float],
    ticks: Sequence[str],
    groups: Sequence[str] = (),
) -> SvgDrawing:
    """Draw lines between a bottom and a top value, with labels at both.

    Steps may belong to groups, labelled below their first step. Lines without names use the whole width.
    """
    drawing = SvgDrawing(HEIGHT + (SPREAD if groups else 0))
    right = RIGHT if any(line.name for line in lines) else WIDTH - LETTER
    across = _Across(max(LEFT, BESIDE + max(map(breadth, ticks))), right, len(steps))
    for y, tick in zip((BOTTOM, TOP), ticks, strict=True):
        drawing.add("line", x1=across.left, x2=right, y1=y, y2=y, kind="grid")
        drawing.add("text", tick, x=across.left - BESIDE, y=y + 4, kind="soft end")
    _write_steps(drawing, across, steps)
    _write_groups(drawing, across, groups)
    placed = [_points(line, across, bounds) for line in lines]
    for number, points in enumerate(placed):
        _draw_line(drawing, number, points, is_only=len(lines) == 1)
    _names(drawing, lines, placed)
    return drawing


@dataclass(frozen=True, slots=True)
class _Across:
    """The horizontal positions of the steps."""

    left: float
    right: float
    steps: int

    def x(self, at: int) -> float:
        return self.left + (self.right - self.left) * at / max(self.steps - 1, 1)

    @property
    def apart(self) -> float:
        return (self.right - self.left) / max(self.steps - 1, 1)


def _write_steps(drawing: SvgDrawing, across: _Across, steps: Sequence[str]) -> None:
    """All of them, or as many as there is room for, one as far from the next as any other."""
    every = ceil((max(map(breadth, steps)) + BETWEEN) / across.apart)
    for at in range(0, len(steps), every):
        drawing.text(steps[at], across.x(at), HEIGHT - 4, LETTER + every * across.apart, kind="soft middle")


def _write_groups(drawing: SvgDrawing, across: _Across, groups: Sequence[str]) -> None:
    """Write each group below its first step with a line to it, unless it overlaps the one before."""
    end = 0.0
    for at, group in enumerate(groups):
        x = min(across.x(at) - BETWEEN, WIDTH - breadth(group))
        if group and group not in groups[:at] and x >= end:
            drawing.add("line", x1=across.x(at), x2=across.x(at), y1=TOP, y2=BOTTOM, kind="grid")
            drawing.add("text", group, x=x, y=HEIGHT + SPREAD - 4, kind="soft")
            end = x + breadth(group) + BETWEEN


def _points(line: ChartLine, across: _Across, bounds: tuple[float, float]) -> list[tuple[float, float]]:
    below, above = bounds
    span = above - below or 1
    return [(across.x(at), BOTTOM - (BOTTOM - TOP) * (value - below) / span) for at, value in enumerate(line.values)]


def _draw_line(drawing: SvgDrawing, number: int, points: Sequence[tuple[float, float]], *, is_only: bool) -> None:
    if len(points) > 1:
        drawing.add("polyline", points=path(points), kind="marked" if is_only else f"line s{number % SHAPES}")
    for x, y in points:
        drawing.mark(number, x, y, 3.5, "mark full" if number >= SHAPES else "mark")


def _names(drawing: SvgDrawing, lines: Sequence[ChartLine], placed: Sequence[Sequence[tuple[float, float]]]) -> None:
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
