"""What every view of the API is."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NoReturn

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import GenericViewSet

from tournaments.models import Scope, User

from . import conditional


class Resource(GenericViewSet[Any]):
    """A resource: what it answers is tagged, and never kept by a cache without asking again.

    `serializer_class` is the shape of its answers, `tag` the chapter of the description, `read_by_all` whether it needs
    nobody in particular to read what is public, `read_scope` and `write_scope` are what a token must open to read and
    to write here, `table_actions` what the card of a table opens, `late_actions` what is left of that once its round is
    closed, `more_refusals` the statuses with which few other actions refuse.
    """

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    read_by_all: ClassVar[bool] = True
    read_scope: ClassVar[Scope] = Scope.READ
    write_scope: ClassVar[Scope] = Scope.MANAGE
    table_actions: ClassVar[frozenset[str]] = frozenset()
    late_actions: ClassVar[frozenset[str]] = frozenset()
    tag: ClassVar[str] = ""
    more_refusals: ClassVar[Mapping[str, frozenset[int]]] = {}
    ordering: ClassVar[tuple[str, ...]] = ("pk",)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Ask what everybody is asked; then a body must be one, also where nobody looks at it."""
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            _ = request.data

    def permission_denied(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        """Say who may not; a method that there is not, nobody may."""
        if str(request.method) not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().permission_denied(request, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        """The answer to what went wrong; who may not, and did not say who he is, is asked to."""
        if isinstance(exc, PermissionDenied) and not isinstance(self.request.user, User):
            exc = NotAuthenticated()
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """The response with its ETag, or a 304."""
        final: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        conditional.keep_fresh(self.request, final)
        if isinstance(final, Response):
            conditional.tag_when_rendered(request, final)
        return final

    def page(self, rows: QuerySet[Any], **context: Any) -> Response:
        """A page of these rows."""
        shape = self.get_serializer_class()
        return self.get_paginated_response(shape(self.paginate_queryset(rows), many=True, context=context).data)


def render_many(shape: type[BaseSerializer[Any]], rows: Iterable[Any], **context: Any) -> list[Any]:
    """Rows in this shape."""
    data: Any = shape(rows, many=True, context=context).data
    return list(data)


def created(data: Any, location: str | None = None) -> Response:
    """201 with what was made and where it is."""
    return Response(data, 201, headers={"Location": location} if location else None)


def listed(rows: list[Any]) -> Response:
    """A short list, in the same envelope as a page of a long one."""
    return Response({"next": None, "previous": None, "results": rows})
