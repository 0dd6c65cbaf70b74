"""Responses as CSV: with commas for programs, or with semicolons for spreadsheets."""

import re
from collections.abc import Iterable

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from tournaments.actions.core.spreadsheets import as_csv

from .conditional import tagged

SEPARATORS = ("comma", "semicolon")
FORMAT = OpenApiParameter("format", str, enum=["json", "csv"])
CSV_PARAMETERS = [
    FORMAT,
    OpenApiParameter(
        "separator",
        str,
        enum=SEPARATORS,
        description="Of CSV; `semicolon` is for spreadsheets: with decimal commas and a byte order mark",
    ),
]
DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+|\(-?[0-9]+\.[0-9]+\)")
"""A decimal; in brackets, the points of an evening that do not count in a season."""
MARK = "\ufeff"


def csv_answer(request: Request, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return the rows as CSV, with the separator that the query parameter chooses."""
    for_spreadsheets = request.query_params.get("separator") == "semicolon"
    text = MARK + as_csv(map(_with_commas, rows), delimiter=";") if for_spreadsheets else as_csv(rows)
    return tagged(text.encode(), "text/csv; charset=utf-8")


def _with_commas(row: Iterable[object]) -> list[object]:
    return [cell.replace(".", ",") if isinstance(cell, str) and DECIMAL.fullmatch(cell) else cell for cell in row]
