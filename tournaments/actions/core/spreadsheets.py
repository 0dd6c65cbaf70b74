"""CSV whose cells no spreadsheet reads as formulas."""

import csv
import re
from collections.abc import Iterable
from io import StringIO

NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
FORMULA_STARTS = (*"=+-@", *"＝＋－＠", "\t", "\r")


def cell(value: object) -> object:
    """Return the value for a CSV cell; a text that looks like a formula gets an apostrophe in front."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return value if NUMBER.fullmatch(value) else f"'{value}"
    return value


def as_csv(rows: Iterable[Iterable[object]], *, delimiter: str = ",") -> str:
    """Return the rows as CSV."""
    out = StringIO()
    csv.writer(out, delimiter=delimiter).writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()
