"""The base class of API views, helpers for responses, and request bodies with one object or a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, NoReturn

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponse, HttpResponseBase
from django.utils.translation import gettext_noop as _
from rest_framework.exceptions import MethodNotAllowed, NotAcceptable, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.settings import api_settings
from rest_framework.viewsets import GenericViewSet

from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.models import Scope, User

from . import conditional
from .access import AGREED, AGREED_REASON, AGREEMENT_LENGTH
from .fields import StrictSerializer
from .freshness import REVISION, revision_after
from .pages import CursorPages
from .problem_documents import MAX_ERRORS, BadRequest
from .queries import refuse_unknown_parameters
from .throttles import rate_headers

MAX_AT_ONCE = 2_000


class Resource(GenericViewSet[Any]):
    """The base class of views. Responses have an ETag, and caches must revalidate them.

    `serializer_class` is the shape of responses, `tag` the chapter of the OpenAPI document. With `read_by_all`, public
    data can be read without authentication. A token needs `read_scope` or `write_scope`. A table card permits
    `table_actions`, and after its round is closed `late_actions`. The token of a tournament does not permit
    `actions_beyond`, which affect other tournaments. `more_refusals` has for each action the statuses in addition to
    the usual ones. If-Match is compared with the response of GET at the same address, unless the view
    `compares_versions` itself. A request that replaces a whole list or document must name the version that it
    replaces: `replaced_whole` has for each action the members of GET's response that the action replaces.
    """

    http_method_names = ["get", "head", "options", "post", "put", "patch", "delete"]
    read_by_all: ClassVar[bool] = True
    read_scope: ClassVar[Scope] = Scope.READ
    write_scope: ClassVar[Scope] = Scope.MANAGE
    table_actions: ClassVar[frozenset[str]] = frozenset()
    late_actions: ClassVar[frozenset[str]] = frozenset()
    actions_beyond: ClassVar[frozenset[str]] = frozenset()
    tag: ClassVar[str] = ""
    more_refusals: ClassVar[Mapping[str, frozenset[int]]] = {}
    compares_versions: ClassVar[bool] = False
    replaced_whole: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    ordering: ClassVar[tuple[str, ...]] = ("pk",)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check authentication, permissions, rate limits and parameters.

        Then parse the body, even if it is not used.
        """
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            self.http_method_not_allowed(request)
        refuse_unknown_parameters(request, self)
        if request.method not in SAFE_METHODS:
            _refuse_long_agreement(request)
            conditional.refuse_unused_condition(self, request)
            _ = request.data
        if act := self._conditional_act(request):
            method = str(request.method).lower()
            setattr(self, method, partial(act, self, getattr(self, method)))  # looked up after `initial`

    def _conditional_act(self, request: Request) -> Callable[..., Any] | None:
        """Return a function that compares the stored state before it acts; None if there is nothing to compare."""
        if self.compares_versions or not conditional.takes_if_match(self, request.method):
            return None
        if "If-Match" in request.headers:
            return conditional.act_if_matching
        names_version = isinstance(request.data, dict) and request.data.get("replaces") is not None
        return conditional.act_unless_overwriting if self.action in self.replaced_whole and not names_version else None

    def permission_denied(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse the request. A method that does not exist gives 405 to every client."""
        if str(request.method) not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().permission_denied(request, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        """Return the response to an exception. A refusal without authentication becomes a 401."""
        if isinstance(exc, PermissionDenied) and not isinstance(self.request.user, User) and not self.request.auth:
            exc = NotAuthenticated()
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response, compressed and with its ETag, or a 304."""
        final: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        conditional.require_revalidation(self.request, final)
        for name, value in rate_headers(request, final.status_code).items():
            final[name] = value
        if final.status_code < 300 and (revision := revision_after(self.request)):
            final[REVISION] = str(revision)
        if isinstance(final, Response):
            final.add_post_render_callback(lambda rendered: conditional.finish(request, rendered))
            return final
        return conditional.finish(request, final) if isinstance(final, HttpResponse) else final

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]  # noqa: ARG002
        """Return an empty response whose header `Allow` has the methods of this address."""
        return HttpResponse(status=204)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002 - as in APIView
        """Return the renderer and its media type. An unknown `format` gives 406, like an unknown type in Accept."""
        if not force and request.query_params.get(api_settings.URL_FORMAT_OVERRIDE) == "":
            raise NotAcceptable
        try:
            return super().perform_content_negotiation(request, force=force)
        except Http404:
            raise NotAcceptable from None

    def page(self, rows: QuerySet[Any], **context: Any) -> Response:
        """Return a page of these database rows."""
        shape = self.get_serializer_class()
        return self.get_paginated_response(shape(self.paginate_queryset(rows), many=True, context=context).data)

    def listed(self, rows: Sequence[Any]) -> Response:
        """Return a page of these rows, which are serialized already."""
        return Response(CursorPages().page_of(rows, self.request))


def _refuse_long_agreement(request: Request) -> None:
    """Raise BadRequest if the agreement or the reason is too long."""
    for header in (AGREED, AGREED_REASON):
        if len(request.headers.get(header, "")) > AGREEMENT_LENGTH:
            message = _("Enter at most %(limit)d characters.")
            raise BadRequest(Problem("too_long", message, {"limit": AGREEMENT_LENGTH}), header=header)


def render_many(shape: type[BaseSerializer[Any]], rows: Iterable[Any], **context: Any) -> list[Any]:
    """Return the rows, serialized in this shape."""
    data: Any = shape(rows, many=True, context=context).data
    return list(data)


def created(data: Any, location: str | None = None) -> Response:
    """Return a 201 with the new object and its address."""
    return Response(data, 201, headers={"Location": location} if location else None)


@dataclass(frozen=True, slots=True)
class Batch:
    """A request body read as a list: the values of valid items, by index, and all problems.

    The pointer of each problem begins with the index.
    """

    is_list: bool
    values: dict[int, dict[str, Any]]
    problems: list[Problem]

    @classmethod
    def read(cls, form: type[StrictSerializer], data: object) -> Batch:
        """Read one item or a list with this form. Raises Invalid for a list that is empty or too long.

        It stops reading after more problems than a response can list.
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
                break  # no more problems are listed, and checking takes time
        return cls(is_list=isinstance(data, list), values=values, problems=problems)

    def refuse(self, more: Iterable[Problem]) -> None:
        """Raise Invalid if there are problems in the list or in `more`; they are in the order of the list."""
        problems = sorted([*self.problems, *more], key=lambda problem: int(problem.pointer[0]))
        if problems:
            raise Invalid(problems)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """In this block, if the request was not a list, remove the index from the pointers of Invalid."""
        try:
            yield
        except Invalid as refused:
            if self.is_list:
                raise
            raise Invalid([replace(p, pointer=p.pointer[1:]) for p in refused.problems]) from refused

    def answer(self, made: Sequence[Any]) -> Any:
        """Return the new objects as a list if the request was a list, otherwise the only object."""
        return made if self.is_list else made[0]
