"""What every view of the API is, and what it answers; one thing or a list of them in the same request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import GenericViewSet

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.models import Scope, User

from . import conditional
from .fields import StrictSerializer
from .problem_documents import MAX_ERRORS

MAX_AT_ONCE = 2_000


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
        conditional.require_revalidation(self.request, final)
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


@dataclass(frozen=True, slots=True)
class Batch:
    """What was sent, as a list: the values of what could be read by place, and the faults.

    The pointers of the faults begin with the place.
    """

    is_list: bool
    values: dict[int, dict[str, Any]]
    problems: list[Problem]

    @classmethod
    def read(cls, form: type[StrictSerializer], data: object) -> Batch:
        """Read one or a list with this form; Invalid for a list that is empty or too long.

        Beyond the faults that are told at once, nothing is read any more.
        """
        things = data if isinstance(data, list) else [data]
        if not 1 <= len(things) <= MAX_AT_ONCE:
            raise Invalid(Problem("wrong_number", _("Send between 1 and %(most)d at once."), {"most": MAX_AT_ONCE}))
        values: dict[int, dict[str, Any]] = {}
        problems: list[Problem] = []
        for place, thing in enumerate(things):
            read, faults = form.check(thing)
            problems += [fault.under(place) for fault in faults]
            if not faults:
                values[place] = read
            if len(problems) > MAX_ERRORS:
                break  # nobody reads more, and reading them costs
        return cls(is_list=isinstance(data, list), values=values, problems=problems)

    def refuse(self, more: Iterable[Problem]) -> None:
        """Raise Invalid with the faults of the batch and these, in the order of the list."""
        problems = sorted([*self.problems, *more], key=lambda problem: int(problem.pointer[0]))
        if problems:
            raise Invalid(problems)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Refusals in this block point into what was sent: into a list only where there was one."""
        try:
            yield
        except Invalid as refused:
            if self.is_list:
                raise
            raise Invalid([replace(p, pointer=p.pointer[1:]) for p in refused.problems]) from refused

    def answer(self, made: Sequence[Any]) -> Any:
        """What was made, in the same form as what was sent."""
        return made if self.is_list else made[0]
