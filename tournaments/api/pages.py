"""Pagination of lists: the parameters `?limit=` and `?cursor=`."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit
from zlib import crc32

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from tournaments.actions.core.refusals import Problem

from .problem_documents import UnknownValue
from .queries import bad_parameter

DEFAULT_SIZE, MAX_SIZE = 100, 200
LONGEST_LIST = 100_000
SIZE = {"type": "integer", "minimum": 1, "maximum": MAX_SIZE}
LIMIT = OpenApiParameter("limit", SIZE)
CURSOR = OpenApiParameter("cursor", str)


def page_size(request: Request, default: int = DEFAULT_SIZE) -> int:
    """Return the number of rows on a page. Raises BadRequest for a limit that is not from 1 to `MAX_SIZE`."""
    limit = request.query_params.get("limit", str(default))
    if not re.fullmatch("[1-9][0-9]{0,2}", limit) or int(limit) > MAX_SIZE:
        raise bad_parameter("limit", "bad_limit", _("Enter a number from 1 to %(most)d."), most=MAX_SIZE)
    return int(limit)


class CursorPages(CursorPagination):
    """Pagination by `?limit=`, at most 200, and `?cursor=` from the previous response.

    The view's `ordering` is the default order, and its `orderings` are the choices of `?ordering=`.
    """

    page_size_query_param = "limit"
    template = None
    offset_cutoff = LONGEST_LIST

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return the query parameters, with the bounds of the limit."""
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = SIZE
        return parameters

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Return the rows of a page. Raises BadRequest for an invalid limit or order, UnknownValue for a cursor."""
        self.base_url = request.build_absolute_uri()
        size, self.ordering = page_size(request), self.get_ordering(request, queryset, view)
        try:
            return self._read(queryset, self.decode_cursor(request), size)
        except (NotFound, ValidationError, ValueError, OverflowError, DataError) as fault:
            if self.cursor_query_param not in request.query_params:
                raise
            raise _bad_cursor() from fault

    def _read(self, rows: QuerySet[Any], cursor: Cursor | None, size: int) -> list[Any]:
        """Return the rows of the page at this cursor. Raises ValueError for a cursor that is not of such a list.

        A cursor has the values of all columns of the order. REST framework's has only the first and counts equal rows,
        which loses some of them on the way back.
        """
        back = cursor is not None and cursor.reverse
        columns = [(name.removeprefix("-"), name.startswith("-") != back) for name in self.ordering]
        if cursor is not None:
            rows = rows.filter(_beyond(columns, str(cursor.position).rsplit("\n", len(columns) - 1)))
        found = list(rows.order_by(*(f"-{name}" if falls else name for name, falls in columns))[: size + 1])
        self.page = found[:size][::-1] if back else found[:size]
        is_more = len(found) > size
        self.has_next, self.has_previous = (True, is_more) if back else (is_more, cursor is not None)
        return self.page

    def get_next_link(self) -> str | None:
        """Return the address of the next page; None on the last page."""
        return self._link_beside(self.page[-1], reverse=False) if self.has_next and self.page else None

    def get_previous_link(self) -> str | None:
        """Return the address of the previous page; None on the first page."""
        return self._link_beside(self.page[0], reverse=True) if self.has_previous and self.page else None

    def _link_beside(self, row: Any, *, reverse: bool) -> str:
        """Return the address of the page after or, if `reverse`, before this row."""
        place: Any = "\n".join(str(getattr(row, name.removeprefix("-"))) for name in self.ordering)
        return self.encode_cursor(Cursor(offset=0, reverse=reverse, position=place))

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the URL of the page at this cursor.

        The cursor is valid only for this list with its filters and order.
        """
        address = str(super().encode_cursor(cursor))
        place = b64decode(parse_qs(urlsplit(address).query, keep_blank_values=True)["cursor"][0])
        marked = b64encode(b"%s&l=%s" % (place, _mark(address))).decode()
        return str(replace_query_param(address, "cursor", marked))

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor in the request. Raises NotFound if it is invalid or belongs to another list."""
        cursor = super().decode_cursor(request)
        if cursor and not b64decode(request.query_params["cursor"]).endswith(b"&l=" + _mark(str(self.base_url))):
            raise NotFound
        return cursor

    def page_of(self, rows: Sequence[Any], request: Request, default: int = DEFAULT_SIZE) -> dict[str, Any]:
        """Return one page of these rows, as in the response.

        Raises BadRequest for an invalid limit, UnknownValue for an invalid cursor.
        """
        self.base_url = request.build_absolute_uri()
        size, start = page_size(request, default), self._start(request)
        before, after = max(start - size, 0), start + size
        return {
            "next": self._link(after) if after < len(rows) else None,
            "previous": self._link(before) if start else None,
            "results": rows[start:after],
        }

    def _start(self, request: Request) -> int:
        """Return the index of the page's first row.

        Raises UnknownValue for a cursor that is invalid or belongs to another list.
        """
        try:
            cursor = self.decode_cursor(request)
        except NotFound as fault:
            raise _bad_cursor() from fault
        if cursor is None:
            return 0
        if cursor.reverse or cursor.position is not None:
            raise _bad_cursor()
        return cursor.offset

    def _link(self, start: int) -> str:
        """Return the address of the page that begins at this index."""
        return self.encode_cursor(Cursor(offset=start, reverse=False, position=None))

    def get_ordering(self, request: Request, _queryset: QuerySet[Any], view: Any) -> Any:
        """Return the requested order, or the default order of the view. Raises BadRequest for an unknown order."""
        orderings: dict[str, Any] = getattr(view, "orderings", {})
        name = request.query_params.get("ordering")
        if name is None or not orderings:
            return view.ordering
        if name not in orderings:
            raise bad_parameter(
                "ordering", "bad_ordering", _("Choose one of: %(choices)s."), choices=", ".join(orderings)
            )
        return orderings[name]


def _beyond(columns: Sequence[tuple[str, bool]], values: Sequence[str]) -> Q:
    """Return the condition for rows after these values, in the order of the columns, each of which may be falling.

    Raises ValueError if there is not one value for each column.
    """
    beyond, same = Q(), Q()
    for (name, falls), value in zip(columns, values, strict=True):
        beyond |= same & Q(**{f"{name}__{'lt' if falls else 'gt'}": value})
        same &= Q(**{name: value})
    return beyond


def _mark(address: str) -> bytes:
    """Return a checksum of a list's URL without cursor and limit; it is the same for all pages of the list."""
    parts = urlsplit(address)
    query = sorted(pair for pair in parse_qsl(parts.query) if pair[0] not in ("cursor", "limit"))
    return b"%08x" % crc32(repr((parts.path, query)).encode())


def _bad_cursor() -> UnknownValue:
    return UnknownValue(Problem("bad_cursor", _("Use the cursor from the previous page.")), parameter="cursor")
