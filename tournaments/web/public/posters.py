"""Link previews: a picture of 1200 by 630 pixels for messengers and social networks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from tournaments.paper.printing import FONTS, printable

WIDTH, HEIGHT, MARGIN = 1200, 630, 80
BAIZE, PAPER, SOFT, COIN = "#0e5b42", "#f9f8f3", "#cfe0d6", "#e3ab33"
DISPLAY = Path(settings.BASE_DIR) / "tournaments" / "static" / "tavolo" / "fonts" / "young-serif.woff2"
TEXT, BOLD = FONTS / "DejaVuSans.ttf", FONTS / "DejaVuSans-Bold.ttf"
TITLE_SIZES = range(84, 51, -8)
ABOVE, TITLE, FIRST_ROW, ROW, RULE, FOOT = 115, 225, 345, 72, 531, 594
"""The baselines of the texts, the distance between rows, and the y of the rule, in pixels."""
FIRST, LONG_MARK, SCORE = 100, 3, 240
"""The width of the column of marks, the most letters of a mark that fit in it, and the width of the figure."""
MARKS_OF_PRINT = dict.fromkeys(map(ord, "‘’“”–—…"))
CACHE_SIZE, COLOURS = 32, 48
Font = ImageFont.FreeTypeFont


@dataclass(frozen=True, slots=True)
class Poster:
    """What a picture shows: a line above the title, the title, rows of (mark, name, figure), and the state."""

    above: str
    title: str
    rows: tuple[tuple[str, str, str], ...]
    foot: str


@lru_cache(CACHE_SIZE)
def drawn(poster: Poster) -> bytes:
    """Return the picture as PNG; the last `CACHE_SIZE` pictures are cached."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BAIZE)
    pen = ImageDraw.Draw(image)
    room = WIDTH - 2 * MARGIN
    _write(pen, poster.above, (MARGIN, ABOVE), _font(TEXT, 36), room, SOFT)
    _title(pen, printable(poster.title), room)
    indent = FIRST if all(len(mark) <= LONG_MARK for mark, _name, _figure in poster.rows) else 2 * FIRST
    for at, row in enumerate(poster.rows):
        _row(pen, row, FIRST_ROW + at * ROW, indent)
    pen.rectangle((0, RULE, WIDTH, RULE + 6), fill=COIN)
    _write(pen, poster.foot, (MARGIN, FOOT), _font(TEXT, 28), room - SCORE, SOFT)
    pen.text((WIDTH - MARGIN, FOOT), "Tavolo", PAPER, _font(DISPLAY, 40), anchor="rs")
    return _png(image)


def _title(pen: ImageDraw.ImageDraw, title: str, room: int) -> None:
    """Write the title in the largest size that fits on one line; if none fits, shortened in the smallest."""
    fonts = [_font(face(title), size) for size in TITLE_SIZES]
    font = next((font for font in fonts if font.getlength(title) <= room), fonts[-1])
    _write(pen, title, (MARGIN, TITLE), font, room, PAPER)


def _row(pen: ImageDraw.ImageDraw, row: Sequence[str], base: int, indent: int) -> None:
    mark, name, figure = row
    _write(pen, mark, (MARGIN, base), _font(BOLD, 42), indent, COIN)
    room = WIDTH - 2 * MARGIN - indent - (SCORE if figure else 0)
    _write(pen, name, (MARGIN + indent, base), _font(BOLD, 42), room, PAPER)
    pen.text((WIDTH - MARGIN, base), figure, PAPER, _font(TEXT, 42), anchor="rs")


def _write(pen: ImageDraw.ImageDraw, text: str, where: tuple[int, int], font: Font, room: int, colour: str) -> None:
    """Write a text, shortened with an ellipsis to `room` pixels."""
    text = printable(text)
    whole = len(text)
    while text and font.getlength(text + ("…" if len(text) < whole else "")) > room:
        text = text[:-1]
    pen.text(where, text.rstrip() + ("…" if len(text) < whole else ""), colour, font, anchor="ls")


def face(text: str) -> Path:
    """Return the display font if the text has only Latin-1 letters and typographic punctuation, else the bold font."""
    try:
        text.translate(MARKS_OF_PRINT).encode("latin-1")
    except UnicodeEncodeError:
        return BOLD
    return DISPLAY


@cache
def _font(face: Path, size: int) -> Font:
    return ImageFont.truetype(face, size)


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
