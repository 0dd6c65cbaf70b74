"""SVG written element by element. Content is escaped, and texts are shortened to the room that they have.

A name may have several lines; the tooltip of a shortened name has the full name. Colours, strokes and fonts are defined
in `css/pictures.css`, so a chart follows the theme of its page.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

import segno
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

WIDTH = 340
"""The width of a chart in units: about a phone's width in pixels, so that its letters are as large as the page's."""
LETTER = 13
"""The height of a letter in units."""
SPREAD = 16
"""The distance between two lines of text in units."""
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NARROW, WIDE = "fijlrtI|!.,:;'’()[] -", "mwMWQO@%&—"
BETWEEN = " – "
"""The text between the names of partners."""
SHAPES = 4
"""The number of shapes: circle, square, triangle, lozenge."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart with its title, its description, its figures as a table, and perhaps a larger version for wide pages."""

    name: str
    title: str
    reading: str
    svg: SafeString
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    large: SafeString | None = None


class SvgDrawing:
    """An SVG to which elements are added."""

    def __init__(self, height: float, width: float = WIDTH) -> None:
        """Start with an empty drawing of this size."""
        self.width, self.height = width, height
        self._elements: list[str] = []

    def add(self, element: str, text: str = "", whole: str = "", **attributes: object) -> None:
        """Add an element. `kind` is its class and `whole` its tooltip; numbers are rounded to one decimal."""
        written = "".join(
            f' {_name(name)}="{_value(value)}"' for name, value in attributes.items() if value is not None
        )
        title = f"<title>{_clean(whole)}</title>" if whole else ""
        self._elements.append(f"<{element}{written}>{_clean(text)}{title}</{element}>")

    def text(self, words: str, x: float, y: float, room: float, **attributes: object) -> None:
        """Write a text at a point, shortened to `room` units; if it is shortened, its tooltip has the full text."""
        short = shortened(words, room)
        self.add("text", short, whole="" if short == words else words, x=x, y=y, **attributes)

    def name(
        self, lines: Sequence[str], x: float, y: float, room: float, whole: str = "", **attributes: object
    ) -> None:
        """Write a name on lines, the last one at `y`; if one is shortened, the tooltip has the name `whole`."""
        whole = whole or " ".join(lines)
        fits = all(shortened(line, room) == line for line in lines)
        for above, line in enumerate(reversed(lines)):
            short = shortened(line, room)
            self.add("text", short, whole="" if fits else whole, x=x, y=y - above * SPREAD, **attributes)

    def mark(self, shape: int, x: float, y: float, radius: float = 4, kind: str = "mark") -> None:
        """Draw one of the shapes by which lines differ without colours."""
        if shape % SHAPES == 0:
            self.add("circle", cx=x, cy=y, r=radius, kind=kind)
        else:
            points = OUTLINES[shape % SHAPES - 1](x, y, radius)
            self.add("polygon", points=path(points), kind=kind)

    def svg(self, name: str, title: str, description: str) -> SafeString:
        """Return the picture as SVG, with title and description for screen readers.

        `name` must be unique on the page.
        """
        head = (
            f'<svg class="picture" translate="no" viewBox="0 0 {_value(self.width)} {_value(self.height)}" role="img" '
            f'xmlns="http://www.w3.org/2000/svg" aria-labelledby="{escape(name)}-title" '
            f'aria-describedby="{escape(name)}-desc">'
            f'<title id="{escape(name)}-title">{_clean(title)}</title>'
            f'<desc id="{escape(name)}-desc">{_clean(description)}</desc>'
        )
        return mark_safe(f"{head}{''.join(self._elements)}</svg>")  # noqa: S308 - all that is in it was escaped


Point = tuple[float, float]
OUTLINES: Sequence[Callable[[float, float, float], Sequence[Point]]] = (
    lambda x, y, r: ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)),
    lambda x, y, r: ((x, y - r), (x + r, y + r), (x - r, y + r)),
    lambda x, y, r: ((x, y - r), (x + r, y), (x, y + r), (x - r, y)),
)


def path(points: Sequence[Point]) -> str:
    """Return the points in the format of SVG polygons and polylines."""
    return " ".join(f"{_value(x)},{_value(y)}" for x, y in points)


def apart(heights: Sequence[float], lowest: float, spread: float = SPREAD) -> list[float]:
    """Return ascending y coordinates that are at least `spread` apart; if possible, none is greater than `lowest`."""
    moved: list[float] = []
    for at, height in enumerate(heights):
        highest = moved[-1] + spread if moved else 0
        moved.append(max(min(height, lowest - spread * (len(heights) - 1 - at)), highest))
    return moved


def in_lines(name: str, room: float) -> Sequence[str]:
    """Return a name in one line or, if it is too long, in two: one for each partner, or as even as possible."""
    if shortened(name, room) == name:
        return (name,)
    one, between, other = name.partition(BETWEEN)
    if between and BETWEEN not in other:
        return (f"{one}{between}".rstrip(), other)
    words = name.split()
    parted = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(parted, key=lambda lines: max(map(breadth, lines)), default=(name,))


def wrapped(words: str, room: float) -> Sequence[str]:
    """Return the full text in lines of at most `room` units; a word wider than a line is divided."""
    return _filled([part for word in words.split() for part in _filled(word, "", room)], " ", room)


def _filled(parts: Iterable[str], between: str, room: float) -> Sequence[str]:
    """Return these parts joined to as few lines as possible; each has at least one part, even if it is too wide."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}{between}{part}"
        if not lines[-1]:
            lines[-1] = part
        elif breadth(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def shortened(words: str, room: float) -> str:
    """Return a text, shortened with an ellipsis if it is wider than `room` units."""
    taken = 0.0
    ends = 0
    for at, letter in enumerate(words):
        if taken <= room - LETTER:
            ends = at
        taken += breadth(letter)
        if taken > room:
            return f"{words[:ends].rstrip()}…"
    return words


def breadth(words: str) -> float:
    """Return the greatest width of a text in the usual fonts, in units."""
    return LETTER * sum(map(_breadth, words))


def _breadth(letter: str) -> float:
    """Return the width of a letter as a fraction of its height."""
    if east_asian_width(letter) in "WF" or letter in WIDE:
        return 1.0
    return 0.4 if letter in NARROW else 0.78 if letter.isupper() else 0.65


def _name(attribute: str) -> str:
    return "class" if attribute == "kind" else attribute.replace("_", "-")


def _value(value: object) -> str:
    return escape(f"{value:.1f}".removesuffix(".0")) if isinstance(value, int | float) else _clean(str(value))


def _clean(text: str) -> str:
    return escape(NOT_XML.sub("", text))


def code_of(link: str) -> SafeString:
    """Return the QR code of a link as SVG."""
    code = segno.make(link, micro=False, error="m")
    svg = code.svg_inline(scale=5, border=4, dark="#000", light="#fff", title=_("QR code of the link"))
    return mark_safe(svg)  # noqa: S308 - segno has made it and escapes the title
