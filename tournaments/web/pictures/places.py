"""A chart of places after each round: a line for each of the leaders, and one for a chosen entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log

from django.utils.translation import gettext as _

from .drawing import LETTER, SHAPES, SPREAD, WIDTH, Picture, SvgDrawing, apart, breadth, in_lines, path

LAST_ROUNDS = 12
LINEAR = 12
"""The greatest number of places on a linear scale; with more places the scale is logarithmic."""
LEFT, RIGHT, TOP, ROW = 26, 172, 14, 22
"""The least x of the first round, the x of the last round, the y of the first place, and the height of a name."""
NAMES = RIGHT + 24
"""The x where the text beside the lines begins: places, then names."""
BESIDE = 9
"""The distance between the number of a place and its line, in units."""
TICKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


@dataclass(frozen=True, slots=True)
class PlaceHistory:
    """An entry with its place after each round; None if it has none."""

    name: str
    places: Sequence[int | None]
    is_marked: bool = False


def places_picture(entries: Sequence[PlaceHistory], rounds: Sequence[int], field: int) -> Picture:
    """Return the chart of these entries' places after each of the last `LAST_ROUNDS` of these rounds."""
    rounds, entries = (
        rounds[-LAST_ROUNDS:],
        [PlaceHistory(w.name, w.places[-LAST_ROUNDS:], w.is_marked) for w in entries],
    )
    title = _("Places, round by round")
    return Picture(
        name="places",
        title=title,
        reading=_reading(len(entries), field, rounds),
        svg=_draw(entries, rounds).svg("places", title, _description(entries, rounds)),
        columns=[_("Player"), *(str(number) for number in rounds)],
        rows=[[entry.name, *map(_place, entry.places)] for entry in entries],
    )


def year_picture(entries: Sequence[PlaceHistory], evenings: Sequence[str], field: int) -> Picture:
    """Return the chart of these competitors' places after each of the last `LAST_ROUNDS` evenings of a season."""
    numbers = [*range(1, len(evenings) + 1)][-LAST_ROUNDS:]
    drawn = [PlaceHistory(each.name, each.places[-LAST_ROUNDS:], each.is_marked) for each in entries]
    title, words = (
        _("Places over the year"),
        [_("A line for each competitor, from evening to evening; first place is at the top.")],
    )
    if field > len(entries):
        words.append(_("It shows %(shown)d of %(field)d.") % {"shown": len(entries), "field": field})
    if numbers[0] > 1:
        words.append(_("It begins with evening %(number)d.") % {"number": numbers[0]})
    return Picture(
        name="year",
        title=title,
        reading=" ".join(words),
        svg=_draw(drawn, numbers).svg("year", title, f"{evenings[-1]}: {_last_places(drawn)}"),
        columns=[_("Evening"), *(each.name for each in entries)],
        rows=[
            [f"{number}. {evening}", *(_place(each.places[number - 1]) for each in entries)]
            for number, evening in enumerate(evenings, 1)
        ],
    )


def _place(place: int | None) -> str:
    return "–" if place is None else str(place)


def _reading(shown: int, field: int, rounds: Sequence[int]) -> str:
    words = [_("A line for each player, from round to round; first place is at the top.")]
    if field > shown:
        words.append(_("It shows %(shown)d of %(field)d.") % {"shown": shown, "field": field})
    if rounds[0] > 1:
        words.append(_("It begins with round %(number)d.") % {"number": rounds[0]})
    return " ".join(words)


def _description(entries: Sequence[PlaceHistory], rounds: Sequence[int]) -> str:
    return _("After round %(number)d: %(names)s") % {"number": rounds[-1], "names": _last_places(entries)}


def _last_places(entries: Sequence[PlaceHistory]) -> str:
    return ", ".join(f"{entry.places[-1]}. {entry.name}" for entry in entries if entry.places[-1] is not None)


def _draw(entries: Sequence[PlaceHistory], rounds: Sequence[int]) -> SvgDrawing:
    lowest = max([place for entry in entries for place in entry.places if place is not None], default=1)
    lines = [in_lines(entry.name, _room(lowest)) for entry in entries]
    row = ROW + SPREAD * (max(map(len, lines), default=1) - 1)
    bottom = TOP + row * max(len(entries), 4)
    drawing, scale = SvgDrawing(bottom + 34), _Scale(lowest, bottom, len(rounds))
    _grid(drawing, scale, rounds)
    for number, entry in reversed([*enumerate(entries)]):
        _line(drawing, scale, number, entry)
    _names(drawing, scale, entries, lines)
    return drawing


class _Scale:
    """The positions of rounds and places."""

    def __init__(self, lowest: int, bottom: float, rounds: int) -> None:
        self.lowest, self.bottom, self.rounds = lowest, bottom, rounds
        self.left = max(LEFT, BESIDE + breadth(str(lowest)))

    def x(self, at: int) -> float:
        return self.left + (RIGHT - self.left) * at / max(self.rounds - 1, 1)

    def y(self, place: int) -> float:
        if self.lowest < 2:
            return TOP
        part = (place - 1) / (self.lowest - 1) if self.lowest <= LINEAR else log(place) / log(self.lowest)
        return TOP + (self.bottom - TOP) * part

    @property
    def ticks(self) -> list[int]:
        """The places with a label: the lowest, and those in `TICKS` whose labels do not overlap."""
        chosen = [self.lowest]
        for place in reversed([tick for tick in TICKS if tick < self.lowest]):
            if self.y(chosen[-1]) - self.y(place) >= LETTER:
                chosen.append(place)
        return chosen


def _grid(drawing: SvgDrawing, scale: _Scale, rounds: Sequence[int]) -> None:
    for place in scale.ticks:
        drawing.add("line", x1=scale.left, x2=RIGHT, y1=scale.y(place), y2=scale.y(place), kind="grid")
        drawing.text(str(place), scale.left - BESIDE, scale.y(place) + 4, scale.left, kind="soft end")
    for at, number in enumerate(rounds):
        drawing.text(str(number), scale.x(at), scale.bottom + 28, LEFT, kind="soft middle")


def _line(drawing: SvgDrawing, scale: _Scale, number: int, entry: PlaceHistory) -> None:
    """Draw the line of an entry in its own style of strokes and marks; it is interrupted at rounds without a place."""
    kind = "marked" if entry.is_marked else f"line s{number % SHAPES}"
    points = [(scale.x(at), place and scale.y(place)) for at, place in enumerate(entry.places)]
    for has_place, run in groupby(points, key=lambda point: point[1] is not None):
        drawn = [(x, y) for x, y in run if y is not None]
        if has_place and len(drawn) > 1:
            drawing.add("polyline", points=path(drawn), kind=kind)
        for x, y in drawn:
            drawing.mark(number, x, y, 5 if entry.is_marked else 3.5, _kind_of_marks(number, entry))


def _kind_of_marks(number: int, entry: PlaceHistory) -> str:
    """Return the class of an entry's marks; from the fifth entry on they are filled, so that lines differ."""
    return "mark marked" if entry.is_marked else "mark full" if number >= SHAPES else "mark"


def _room(lowest: int) -> float:
    """Return the width for a name beside its place, in units."""
    return WIDTH - NAMES - breadth(str(lowest)) - BESIDE / 2 - 2


def _names(drawing: SvgDrawing, scale: _Scale, entries: Sequence[PlaceHistory], lines: Sequence[Sequence[str]]) -> None:
    """Write places and names beside the ends of the lines, without overlap; each is joined to its line."""
    ended = [
        (entry.places[-1] or 1, entry, name) for entry, name in zip(entries, lines, strict=True) if entry.places[-1]
    ]
    ended.sort(key=lambda end: end[0])
    heights = [scale.y(place) for place, *_entry in ended]
    spread = SPREAD * max((len(name) for *_entry, name in ended), default=1)
    room = _room(scale.lowest)
    for (place, entry, name), height, y in zip(ended, heights, apart(heights, scale.bottom, spread), strict=True):
        drawing.add("line", x1=RIGHT + 7, x2=NAMES - 4, y1=height, y2=y, kind="grid")
        strong = "strong" if entry.is_marked else ""
        drawing.text(str(place), WIDTH - room - BESIDE / 2, y + 4, WIDTH, kind=f"end {strong}".rstrip())
        drawing.name(name, WIDTH - room, y + 4 + SPREAD * (len(name) - 1), room, kind=strong or None)
