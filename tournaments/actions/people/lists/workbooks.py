"""A workbook as somebody saved it: the sheet that holds a list, with its values."""

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
"""What a broken workbook makes the library raise."""


class Metered(BytesIO):
    """A file that is not read again and again, as by a thousand sheets that are one and the same."""

    def __init__(self, data: bytes) -> None:
        """Let it be read a few times over: each sheet is, for its size and for its rows."""
        super().__init__(data)
        self._left = TIMES_READ * len(data)

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes; OSError where too many have been read."""
        data = super().read(size)
        self._left -= len(data)
        if self._left < 0:
            raise OSError
        return data


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The rows of a file; of a workbook with several sheets the name of the one they are from, and the others'."""

    rows: list[list[str]]
    name: str = ""
    others: tuple[str, ...] = ()


def unreadable() -> Invalid:
    """The refusal of a file that is no list."""
    message = _("This file cannot be read: save the list as XLSX or CSV, or paste it.")
    return Invalid(Problem("unreadable", message, pointer=("file",)))


def read_sheet(data: bytes, *, columns: int, rows: int) -> Worksheet:
    """The sheet that was open when the workbook was saved, or the first that has something; at most so much of it."""
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
    """The sheets that can be seen, the open one first; a formula gives what was worked out when it was saved."""
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
    """A cell as it is shown; whole numbers without a fraction."""
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
