"""Long lists in pages, each with the address of the next."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from tournaments.actions.problems import Problem

from .problems import BadRequest

DEFAULT_SIZE, MAX_SIZE = 100, 200


class Pages(CursorPagination):
    """`?limit=`, at most 200, and `?cursor=` as the answer before gave it.

    The view names its `ordering`, and in `orderings` those that `?ordering=` may choose.
    """

    page_size = DEFAULT_SIZE
    max_page_size = MAX_SIZE
    page_size_query_param = "limit"
    template = None

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameters of the query, with the bounds of the limit."""
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = {"type": "integer", "minimum": 1, "maximum": MAX_SIZE}
        return parameters

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The page; BadRequest for a limit, an order or a cursor that there is not."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError, OverflowError, DataError) as fault:
            raise _bad("cursor", _("Use the cursor from the previous page.")) from fault

    def get_page_size(self, request: Request) -> int | None:
        """How many to show."""
        wanted = request.query_params.get("limit", str(DEFAULT_SIZE))
        if not re.fullmatch("[1-9][0-9]{0,2}", wanted) or int(wanted) > MAX_SIZE:
            raise _bad("limit", _("Enter a number from 1 to %(most)d."), most=MAX_SIZE)
        return int(wanted)

    def get_ordering(self, request: Request, _queryset: QuerySet[Any], view: Any) -> Any:
        """The order: the view's own, or the one asked for."""
        orderings: dict[str, Any] = getattr(view, "orderings", {})
        wanted = request.query_params.get("ordering")
        if wanted is None or not orderings:
            return view.ordering
        if wanted not in orderings:
            known = ", ".join(orderings)
            raise _bad("ordering", _("Choose one of: %(choices)s."), choices=known)
        return orderings[wanted]


def _bad(parameter: str, message: str, **params: object) -> BadRequest:
    return BadRequest(Problem(f"bad_{parameter}", message, params), parameter=parameter)
