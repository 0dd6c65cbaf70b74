"""The first three on their steps."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .drawing import Drawing, in_lines

STEP, GAP, HEIGHT, FLOOR = 88, 4, 104, 100
ORDER = (1, 0, 2)
"""Who stands on which step from the left: the second, the first, the third."""
RISE = {1: 58, 2: 46, 3: 34}


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody with a place and a score, as they are shown."""

    place: int
    name: str
    score: str


def podium(first: Sequence[Placed], name: str) -> SafeString:
    """The steps with the places and names of up to three; who shares a place stands as high."""
    drawing = Drawing(HEIGHT, width=3 * STEP + 2 * GAP)
    for at, number in enumerate(ORDER):
        if number < len(first):
            _step(drawing, at * (STEP + GAP), first[number])
    told = ", ".join(f"{each.place}. {each.name} ({each.score})" for each in first[: len(ORDER)])
    return drawing.svg(name, _("The podium"), told)


def _step(drawing: Drawing, x: float, placed: Placed) -> None:
    rise = RISE.get(placed.place, min(RISE.values()))
    kind = "bar marked" if placed.place == 1 else "bar"
    middle = x + STEP / 2
    drawing.add("rect", x=x, y=FLOOR - rise, width=STEP, height=rise, kind=kind)
    on = "step middle" if placed.place == 1 else "step on middle"
    drawing.text(str(placed.place), middle, FLOOR - rise + 25, STEP, kind=on)
    drawing.name(in_lines(placed.name, STEP), middle, FLOOR - rise - 6, STEP, kind="middle")
