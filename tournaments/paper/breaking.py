"""Line breaks at hyphens, for words that are wider than a line."""

import re
from collections.abc import Iterator

from reportlab.pdfbase.pdfmetrics import stringWidth

PARTS = re.compile(r"[^-]*-+|[^-]+")
"""The parts of a word, each with the hyphen after which it may end a line."""
SLACK = 0.01
"""The tolerance for sums of widths, in points."""


def broken(words: str, face: str, size: float, width: float) -> str:
    """Return the text with a line break after hyphens in each word that is wider than a line."""
    lines = (" ".join(_pieces(line, face, size, width)) for line in words.split("\n"))
    return "\n".join(line.replace("\n ", "\n").replace(" \n", "\n").strip("\n") for line in lines)


def widest_part(words: str, face: str, size: float) -> float:
    """Return the width of the widest piece between spaces and hyphens; 0.0 if the text is empty."""
    return max((stringWidth(part, face, size) for word in words.split() for part in PARTS.findall(word)), default=0.0)


def _pieces(line: str, face: str, size: float, width: float) -> Iterator[str]:
    for word in line.split(" "):
        if stringWidth(word, face, size) <= width:
            yield word
        else:
            yield "\n" + "\n".join(_lines(word, face, size, width - SLACK))


def _lines(word: str, face: str, size: float, width: float) -> Iterator[str]:
    """Yield the lines of a word; each has as many pieces as fit."""
    line = ""
    for part in PARTS.findall(word):
        if line and stringWidth(line + part, face, size) > width:
            yield line
            line = ""
        line += part
    yield line
