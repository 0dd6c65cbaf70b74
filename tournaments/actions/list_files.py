"""A list as somebody has it, pasted or in a file: text in any encoding, or a workbook; as rows of cells."""

import codecs
import csv
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - it is one

from django.utils.translation import gettext_noop as _

from .list_columns import is_heading
from .refusals import Invalid, Problem

MAX_ROWS, MAX_CELLS, MAX_CELL = 10_000, 30, 2_000
MAX_UNPACKED = 40 << 20
MAX_SCANNED = 5 * MAX_ROWS
WORKBOOK, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
LIKELY = ("cp1252", "mac_roman", "cp850")
"""What the spreadsheets and editors of western Europe wrote before UTF-8."""
USUAL = frozenset("àèéìòùáíóúñçãõâêôëöüÀÈÉÌÒÙÁÍÓÚÑÇÃÕ’")
LETTERS = USUAL | frozenset("äåæîïøýÿÄÅÂÊÎÏËÔÖÜßœŒ‘“”ªº°–€")
RARE, ENOUGH, FOREIGN = 0.9, 0.85, 128
DELIMITERS = "\t;|"
UNREADABLE = (
    *(BadZipFile, ParseError, ZlibError, EOFError, OSError),
    *(KeyError, IndexError, ValueError, TypeError, AttributeError, NotImplementedError),
)
"""What a broken workbook makes the library raise."""

Rows = list[list[str]]


def read_file(data: bytes) -> Rows:
    """The rows of a workbook's first sheet, or of text in any encoding; raises Invalid for what is neither."""
    if data.startswith(WORKBOOK):
        return _limited(_workbook(data))
    if data.startswith(OLD_WORKBOOK):
        message = _("This is a workbook of an old kind: save it as XLSX or CSV first.")
        raise Invalid(Problem("old_workbook", message, pointer=("file",)))
    return read_text(decoded(data))


def read_text(text: str) -> Rows:
    """The rows of a text; cells are apart by tabs, semicolons or bars, by commas where a comma is in a first line."""
    lines = [line for line in text.replace("\0", " ").splitlines() if line.strip()]
    usual = _delimiter(lines)
    return _limited(_row(line, usual) for line in lines)


def _row(line: str, usual: str | None) -> list[str]:
    """The cells of a line; in a list that has none, a line may have its own."""
    delimiter = usual or next((sign for sign in DELIMITERS if sign in line), None)
    return _cells(line, delimiter) if delimiter else [line[:MAX_CELL]]


def decoded(data: bytes) -> str:
    """The text of these bytes, by their mark, as UTF-8, or as what makes the most of its letters letters."""
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
    """The kind of UTF-16, where every other byte is nothing."""
    if data.count(0) * 3 < len(data) or not data.count(0):
        return None
    return "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"


def _letters(data: bytes, encoding: str) -> float:
    """Which part of what is not ASCII would be letters that names have, the usual ones counted in full."""
    foreign = [sign for sign in data.decode(encoding, "replace") if not sign.isascii()]
    worth = (1.0 if sign in USUAL else RARE if sign in LETTERS else 0.0 for sign in foreign)
    return sum(worth) / len(foreign) if foreign else 1.0


def _delimiter(lines: list[str]) -> str | None:
    """What most lines have between their cells; a comma only where the first line names columns by it."""
    for sign in DELIMITERS:
        if sum(sign in line for line in lines) * 2 >= max(len(lines), 1):
            return sign
    return "," if lines and "," in lines[0] and is_heading(_cells(lines[0], ",")) else None


def _cells(line: str, delimiter: str) -> list[str]:
    """The cells of one line: an unbalanced quote is no reason to swallow the next."""
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


def _workbook(data: bytes) -> Iterator[list[str]]:
    """The rows of the first sheet with their values; a formula gives what was worked out when it was saved."""
    from openpyxl import load_workbook

    try:
        with ZipFile(BytesIO(data)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > MAX_UNPACKED:
            message = _("This workbook is too large: save the list alone as CSV.")
            raise Invalid(Problem("too_large", message, pointer=("file",)))
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        rows = book.worksheets[0].iter_rows(max_col=MAX_CELLS, values_only=True)
        read = [[_value(cell) for cell in row] for row in islice(rows, MAX_SCANNED)]
    except UNREADABLE as fault:
        message = _("This file cannot be read: save the list as XLSX or CSV, or paste it.")
        raise Invalid(Problem("unreadable", message, pointer=("file",))) from fault
    yield from (row for row in read if any(row))


def _value(cell: object) -> str:
    """A cell as it is shown; whole numbers without a fraction."""
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
