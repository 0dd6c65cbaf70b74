"""Reading of a list, pasted or in a file, as rows of cells. A file is a workbook, or text in any encoding."""

import codecs
import csv
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from django.utils.translation import gettext_noop as _

from ...core.refusals import Invalid, Problem
from .columns import MOST_TITLES, is_heading
from .workbooks import Worksheet, read_sheet, unreadable

MAX_ROWS, MAX_CELLS, MAX_CELL = 10_000, 30, 2_000
MAX_SCANNED = 5 * MAX_ROWS
WORKBOOK, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MARKS = (
    *((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")),
)
"""Byte order marks. A mark that begins with a shorter mark comes before it."""
LIKELY = ("cp1252", "mac_roman", "cp850")
"""Encodings of western European spreadsheets and editors before UTF-8."""
USUAL = frozenset("àèéìòùáíóúñçãõâêôëöüÀÈÉÌÒÙÁÍÓÚÑÇÃÕ’")
LETTERS = USUAL | frozenset("äåæîïøýÿÄÅÂÊÎÏËÔÖÜßœŒ‘“”ªº°–€")
RARE, ENOUGH, FOREIGN = 0.9, 0.85, 128
DELIMITERS = "\t;|"
NO_TEXT = re.compile(
    r"[\x01-\x08\x0e-\x19\x1b]|\A\s*(?:%PDF-|\{\\rtf|<(?:\?xml|!doctype|html|head|meta|table)\b)", re.IGNORECASE
)
"""A pattern for files that are not text: control characters, or the beginning of a PDF, an RTF or a web page."""
END_OF_FILE = "\x1a"
"""The character that old programs write after the last line."""

Rows = list[list[str]]


def read_file(data: bytes) -> Worksheet:
    """Return the rows of a workbook's sheet or of a text in any encoding. Raises Invalid for any other file."""
    if data.startswith(WORKBOOK):
        sheet = read_sheet(data, columns=MAX_CELLS, rows=MAX_SCANNED)
        return replace(sheet, rows=_limited(iter(sheet.rows)))
    if data.startswith(OLD_WORKBOOK):
        message = _("This is a workbook of an old kind: save it as XLSX or CSV first.")
        raise Invalid(Problem("old_workbook", message, pointer=("file",)))
    text = decoded(data).rstrip(END_OF_FILE)
    if NO_TEXT.search(text):
        raise unreadable()
    return Worksheet(read_text(text))


def read_text(text: str) -> Rows:
    """Return the rows of a text; cells are separated by tabs, semicolons or bars.

    Commas separate cells only if they separate the columns' titles.
    """
    lines = [line for line in text.replace("\0", " ").splitlines() if line.strip()]
    usual = _delimiter(lines)
    return _limited(_row(line, usual) for line in lines)


def _row(line: str, usual: str | None) -> list[str]:
    """Return the cells of a line, separated by the delimiter `usual`.

    If it is None, the line's own delimiter is used.
    """
    delimiter = usual or next((sign for sign in DELIMITERS if sign in line), None)
    return _cells(line, delimiter) if delimiter else [line[:MAX_CELL]]


def decoded(data: bytes) -> str:
    """Return the text of these bytes.

    The encoding is given by a byte order mark, or is UTF-8, or is guessed from `LIKELY`.
    """
    marked = next((encoding for mark, encoding in MARKS if data.startswith(mark)), None)
    for encoding in filter(None, (marked, "utf-8", _wide(data))):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    best = max(LIKELY, key=lambda encoding: _letters(data, encoding))
    is_latin = sum(byte < FOREIGN for byte in data) * 2 > len(data)
    if is_latin and _letters(data, best) > ENOUGH:
        return data.decode(best, "replace")
    from charset_normalizer import from_bytes

    guessed = from_bytes(data).best()
    return str(guessed) if guessed else data.decode(best, "replace")


def _wide(data: bytes) -> str | None:
    """Return the name of the UTF-16 variant if at least a third of the bytes are zero, else None."""
    if data.count(0) * 3 < len(data) or not data.count(0):
        return None
    return "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"


def _letters(data: bytes, encoding: str) -> float:
    """Return a score from 0 to 1: how likely the non-ASCII characters are letters of names in this encoding."""
    text = data.decode(encoding, "replace")
    foreign = [_worth(sign, before) for before, sign in pairwise(" " + text) if not sign.isascii()]
    return sum(foreign) / len(foreign) if foreign else 1.0


def _worth(sign: str, before: str) -> float:
    """Return how likely a character is in a name, from 0 to 1. A capital after a small letter has 0."""
    if sign.isupper() and before.islower():
        return 0.0
    return 1.0 if sign in USUAL else RARE if sign in LETTERS else 0.0


def _delimiter(lines: list[str]) -> str | None:
    """Return the delimiter that is in at least half of the lines.

    If there is none, return a comma if one of the first `MOST_TITLES` + 1 lines has titles separated by commas,
    otherwise None.
    """
    for sign in DELIMITERS:
        if sum(sign in line for line in lines) * 2 >= max(len(lines), 1):
            return sign
    titles = (line for line in lines[: MOST_TITLES + 1] if "," in line)
    return "," if any(is_heading(_cells(line, ",")) for line in titles) else None


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of one line. A quote that is not closed ends with the line."""
    try:
        return next(csv.reader([line[: MAX_CELLS * MAX_CELL]], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)


def _limited(rows: Iterator[list[str]]) -> Rows:
    read = [[cell[:MAX_CELL] for cell in row[:MAX_CELLS]] for row in islice(rows, MAX_ROWS + 1)]
    if len(read) > MAX_ROWS:
        message = _("The list has more than %(most)d players: import it in parts.")
        raise Invalid(Problem("too_long", message, {"most": MAX_ROWS}, ("list",)))
    return read
