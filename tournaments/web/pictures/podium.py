"""A podium with the first three places."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .drawing import BETWEEN, Picture, SvgDrawing, in_lines

WIDTH, GAP, HEIGHT, FLOOR = 304, 4, 104, 100
FEWEST_STEPS, MOST_STEPS = 3, 5
"""The fewest steps of a podium, and the most whose names are readable."""
PLACES = 3
"""The number of places that have a step."""
RISE = {1: 58, 2: 46, 3: 34}


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """An entry with its place and score as text."""

    place: int
    name: str
    score: str


def podium(first: Sequence[PodiumPlace], name: str) -> SafeString:
    """Return the podium as SVG with names; shared places have the same height.

    Return "" for more than `MOST_STEPS` entries.
    """
    if len(first) > MOST_STEPS:
        return SafeString("")
    drawing = SvgDrawing(HEIGHT, width=WIDTH)
    order = _from_the_left(max(len(first), FEWEST_STEPS))
    step = (WIDTH + GAP) / len(order)
    for at, number in enumerate(order):
        if number < len(first):
            _step(drawing, at * step, step - GAP, first[number])
    description = ", ".join(f"{each.place}. {each.name} ({each.score})" for each in first)
    return drawing.svg(name, _("The podium"), description)


def podium_picture(first: Sequence[PodiumPlace], score_title: str) -> Picture:
    """Return the podium of a finished tournament, with a table of places and scores."""
    return Picture(
        name="podium",
        title=_("The podium"),
        reading=_("The first three places; players with the same place stand at the same height."),
        svg=podium(first, "podium"),
        columns=[_("Place"), _("Player"), score_title],
        rows=[[str(each.place), each.name, each.score] for each in first],
    )


def _from_the_left(steps: int) -> list[int]:
    """Return the order of the steps from left to right, as indices: second, first, third."""
    return [*reversed(range(1, steps, 2)), *range(0, steps, 2)]


def _step(drawing: SvgDrawing, x: float, width: float, placed: PodiumPlace) -> None:
    rise = RISE.get(placed.place, min(RISE.values()))
    kind = "bar marked" if placed.place == 1 else "bar"
    middle = x + width / 2
    drawing.add("rect", x=x, y=FLOOR - rise, width=width, height=rise, kind=kind)
    on = "step middle" if placed.place == 1 else "step on middle"
    drawing.text(str(placed.place), middle, FLOOR - rise + 25, width, kind=on)
    drawing.name(_lines(placed.name, width), middle, FLOOR - rise - 6, width, whole=placed.name, kind="middle")


def _lines(name: str, room: float) -> Sequence[str]:
    """Return a name on lines for a step; partners have a line each if one line would be too long."""
    first, *others = in_lines(name, room)
    return (first.removesuffix(BETWEEN.rstrip()), *others) if others else (first,)
