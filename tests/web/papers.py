"""The text of print-outs, read from their PDF."""

import io

from pypdf import PdfReader

PAPERS = ("standings.pdf", "slips.pdf", "cards.pdf", "rounds/1/wall-list.pdf", "rounds/1/score-sheets.pdf")


def pages(answer):
    """The text of each page of a PDF."""
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(content(answer)).pages]


def content(answer):
    return io.BytesIO(answer.content)


def type_of(page, words):
    """Return the font sizes of these words on a page."""
    sizes = []
    page.extract_text(visitor_text=lambda found, _at, _line, _font, size: words in found and sizes.append(size))
    return sizes
