"""Text on paper, made to fit."""

from reportlab.pdfbase.pdfmetrics import stringWidth

SMALLEST = 6.0


def fitted(words: str, face: str, size: float, width: float) -> float:
    """The size at which words fit into this width, no larger than `size`."""
    needed = stringWidth(words, face, size)
    return size if needed <= width else max(SMALLEST, size * width / needed)
