"""Reading of a workbook: the values of the sheet that contains the list."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from lzma import LZMAError
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - it is one

from django.utils.translation import gettext_noop as _

from ...core.refusals import Invalid, Problem

MAX_UNPACKED = 40 << 20
TIMES_READ = 4
UNREADABLE = (
    *(BadZipFile, ParseError, ZlibError, LZMAError, EOFError, OSError),
    *(KeyError, IndexError, ValueError, TypeError, AttributeError, RuntimeError),
)
"""The exceptions that the library raises for a broken workbook."""


class Metered(BytesIO):
    """A file with a limit on the bytes read from it: a malicious workbook may name one sheet many times."""

    def __init__(self, data: bytes) -> None:
        """Limit the bytes that may be unpacked to four times the file's size.

        Each sheet is read twice, for its dimensions and for its rows.
        """
        super().__init__(data)
        self._left = TIMES_READ * len(data)

    def read(self, size: int | None = -1) -> bytes:
        """Return the next bytes. Raises OSError when the limit is exceeded."""
        data = super().read(size)
        self._left -= len(data)
        if self._left < 0:
            raise OSError
        return data


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The rows of a file.

    If several sheets of a workbook have content, `name` is the sheet read, `others` the others.
    """

    rows: list[list[str]]
    name: str = ""
    others: tuple[str, ...] = ()


def unreadable() -> Invalid:
    """Return the refusal of a file that contains no list."""
    message = _("This file cannot be read: save the list as XLSX or CSV, or paste it.")
    return Invalid(Problem("unreadable", message, pointer=("file",)))


def read_sheet(data: bytes, *, columns: int, rows: int) -> Worksheet:
    """Return the sheet that was open when the workbook was saved; if that is empty, the first sheet with content.

    At most `columns` columns and `rows` rows are read. Raises Invalid for a workbook that is broken or too large.
    """
    try:
        with ZipFile(BytesIO(data)) as packed:
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > MAX_UNPACKED:
            message = _("This workbook is too large: save the list alone as CSV.")
            raise Invalid(Problem("too_large", message, pointer=("file",)))
        return _chosen({sheet.title: list(_rows(sheet, columns, rows)) for sheet in _sheets(data)})
    except UNREADABLE as fault:
        raise unreadable() from fault


def _sheets(data: bytes) -> list[Any]:
    """Return the visible sheets, the open one first; formulas give the values that were saved with them."""
    from openpyxl import load_workbook

    book = load_workbook(Metered(data), read_only=True, data_only=True, keep_links=False)
    seen = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    return sorted(seen, key=lambda sheet: sheet is not book.active)


def _rows(sheet: Any, columns: int, rows: int) -> Iterator[list[str]]:
    read = ([_value(cell) for cell in row] for row in islice(sheet.iter_rows(max_col=columns, values_only=True), rows))
    return filter(any, read)


def _chosen(sheets: dict[str, list[list[str]]]) -> Worksheet:
    filled = {name: rows for name, rows in sheets.items() if rows}
    if len(filled) < 2:
        return Worksheet(next(iter(filled.values()), []))
    name, *others = filled
    return Worksheet(filled[name], name, tuple(others))


def _value(cell: object) -> str:
    """Return the text in a cell; a whole number has no decimal point."""
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
