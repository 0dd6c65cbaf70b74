"""Line breaks inside words that are wider than their line."""

import re
from collections.abc import Iterator

from reportlab.pdfbase.pdfmetrics import stringWidth

PARTS = re.compile(r"[^-]*-+|[^-]+")
"""The parts of a word, each with the hyphen after which it may end a line."""
SLACK = 0.01
"""By so much sums of widths may differ."""


def broken(words: str, face: str, size: float, width: float) -> str:
    """The words, with each that is wider than a line broken at its hyphens."""
    lines = (" ".join(_pieces(line, face, size, width)) for line in words.split("\n"))
    return "\n".join(line.replace("\n ", "\n").replace(" \n", "\n").strip("\n") for line in lines)


def widest_part(words: str, face: str, size: float) -> float:
    """How wide a line must be so that nothing breaks anywhere but at a space or a hyphen."""
    return max((stringWidth(part, face, size) for word in words.split() for part in PARTS.findall(word)), default=0.0)


def _pieces(line: str, face: str, size: float, width: float) -> Iterator[str]:
    for word in line.split(" "):
        if stringWidth(word, face, size) <= width:
            yield word
        else:
            yield "\n" + "\n".join(_lines(word, face, size, width - SLACK))


def _lines(word: str, face: str, size: float, width: float) -> Iterator[str]:
    """As many parts on each line as it holds."""
    line = ""
    for part in PARTS.findall(word):
        if line and stringWidth(line + part, face, size) > width:
            yield line
            line = ""
        line += part
    yield line
