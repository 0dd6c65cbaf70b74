"""Cells for a spreadsheet: no text in them is taken for a formula."""

import csv
from collections.abc import Iterable
from io import StringIO

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def cell(value: object) -> object:
    """The value as a cell; a text that a spreadsheet would take for a formula begins with an apostrophe."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        is_number = value.removeprefix("-").replace(".", "", 1).isdecimal()
        return value if is_number else f"'{value}"
    return value


def as_csv(rows: Iterable[Iterable[object]], *, delimiter: str = ",") -> str:
    """The rows as CSV."""
    out = StringIO()
    csv.writer(out, delimiter=delimiter).writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()
