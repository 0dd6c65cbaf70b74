"""Line charts: totals at a table after each hand, and a player's places over the years."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _

from tournaments.actions.hands.tables import TableInPlay
from tournaments.wording.words import figure

from .drawing import LETTER, SHAPES, SPREAD, WIDTH, Picture, SvgDrawing, apart, breadth, in_lines, path

LEFT, TOP, BOTTOM, HEIGHT, RIGHT = 44, 16, 176, 204, 196
BESIDE = 9
BETWEEN = 7
"""The least distance between the labels of two steps, in units."""
FEW = 4
"""The most lines of a chart in which each name may take two lines of text."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line: the name at its end, and its value at each step."""

    name: str
    values: Sequence[float]


def draw_lines(
    lines: Sequence[ChartLine],
    steps: Sequence[str],
    bounds: tuple[float, float],
    ticks: Sequence[str],
    groups: Sequence[str] = (),
) -> SvgDrawing:
    """Draw lines for values between the two `bounds`, at the bottom and the top, which are labelled with `ticks`.

    Steps can belong to groups, which are labelled below their first step. Lines without names get the whole width that
    the last label leaves.
    """
    drawing = SvgDrawing(HEIGHT + (SPREAD if groups else 0))
    right = RIGHT if any(line.name for line in lines) else WIDTH - max(LETTER, breadth(steps[-1]) / 2)
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
    """The horizontal position of each step."""

    left: float
    right: float
    steps: int

    def x(self, at: int) -> float:
        return self.left + (self.right - self.left) * at / max(self.steps - 1, 1)

    @property
    def apart(self) -> float:
        return (self.right - self.left) / max(self.steps - 1, 1)


def _write_steps(drawing: SvgDrawing, across: _Across, steps: Sequence[str]) -> None:
    """Write the label of every step, or of every nth if there is not enough room."""
    every = ceil((max(map(breadth, steps)) + BETWEEN) / across.apart)
    for at in range(0, len(steps), every):
        drawing.text(steps[at], across.x(at), HEIGHT - 4, LETTER + every * across.apart, kind="soft middle")


def _write_groups(drawing: SvgDrawing, across: _Across, groups: Sequence[str]) -> None:
    """Write the label of each group below its first step, with a line, unless it would overlap the label before."""
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
    """Write the names beside the ends of their lines, one below the other."""
    named = [(line.name, points[-1]) for line, points in zip(lines, placed, strict=True) if points and line.name]
    ends = sorted((y, x, name) for name, (x, y) in named)
    room = WIDTH - RIGHT - 22
    written = [in_lines(name, room) if len(ends) <= FEW else (name,) for *_point, name in ends]
    spread = SPREAD * max(map(len, written), default=1)
    heights = apart([end[0] for end in ends], BOTTOM, spread)
    for (height, x, _name), name, y in zip(ends, written, heights, strict=True):
        drawing.add("line", x1=x + 6, x2=RIGHT + 16, y1=height, y2=y, kind="grid")
        drawing.name(name, RIGHT + 20, y + 4 + SPREAD * (len(name) - 1), room)


LAST_HANDS = 40


def totals_picture(names: Sequence[str], hands: Sequence[Sequence[int | None]]) -> Picture:
    """Return the chart of each side's total after each hand.

    In `hands`, None stands for a side that is out of the game; it adds 0.
    """
    totals = [_sums([hand[side] for hand in hands]) for side in range(len(names))]
    steps = [str(number) for number in range(len(hands) + 1)][-LAST_HANDS:]
    drawn = [ChartLine(name, sums[-LAST_HANDS:]) for name, sums in zip(names, totals, strict=True)]
    every = [value for sums in totals for value in sums[-LAST_HANDS:]]
    bounds = (min(every), max(every))
    title = _("How the table went")
    drawing = draw_lines(drawn, steps, bounds, [figure(bound) for bound in bounds])
    description = ", ".join(f"{name}: {figure(sums[-1])}" for name, sums in zip(names, totals, strict=True))
    return Picture(
        name="totals",
        title=title,
        reading=_("The sum of each player or side after each hand."),
        svg=drawing.svg("totals", title, description),
        columns=[_("Hand"), *names],
        rows=[[str(at), *(figure(sums[at]) for sums in totals)] for at in range(1, len(hands) + 1)],
    )


def picture_of_totals(play: TableInPlay) -> Picture:
    """Return the chart of a table's totals; each side has the names of its players."""
    sides = [" – ".join(seat.name for seat in side) for side in play.sides]
    return totals_picture(sides, [hand.scores for hand in play.hands])


def _sums(scores: Sequence[int | None]) -> list[int]:
    sums = [0]
    for score in scores:
        sums.append(sums[-1] + (score or 0))
    return sums


LAST_TOURNAMENTS = 24


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A player's place in a tournament that is over."""

    tournament: str
    day: str
    year: str
    place: int
    field: int

    @property
    def height(self) -> float:
        """The place as a height in the chart, from 1 for first place to 0 for the last."""
        return 1 - (self.place - 1) / max(self.field - 1, 1)


def years_picture(name: str, results: Sequence[SeasonResult]) -> Picture:
    """Return the chart of the places in the last `LAST_TOURNAMENTS` of these results, which must be oldest first."""
    shown = results[-LAST_TOURNAMENTS:]
    title = _("Places over the years")
    steps = [str(result.place) for result in shown]
    line, years = ChartLine("", [result.height for result in shown]), [result.year for result in shown]
    drawing = draw_lines([line], steps, (0, 1), [_("last"), _("first")], years)
    description = "; ".join(f"{result.tournament}: {_place_of_field(result)}" for result in shown)
    return Picture(
        name="years",
        title=title,
        reading=_(
            "One mark for each tournament, with the place below it if there is room: the higher the mark, the more "
            "players finished behind."
        ),
        svg=drawing.svg("years", title, f"{name}: {description}"),
        columns=[_("Tournament"), _("Day"), _("Place")],
        rows=[[result.tournament, result.day, _place_of_field(result)] for result in shown],
    )


def _place_of_field(result: SeasonResult) -> str:
    return _("%(place)s of %(field)s") % {"place": result.place, "field": result.field}
