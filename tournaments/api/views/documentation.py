"""The OpenAPI document, a page that shows it, and the types of problem."""

from functools import cache
from threading import Lock
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from ..formats import Json
from ..kinds import KINDS, kind_address
from ..resource import Resource

_describing = Lock()


INDEX = ("clubs", "games", "tournaments", "tokens", "table-sessions", "problem-kinds", "schema")


class Index(Resource):
    """The addresses from which everything else is found."""

    @extend_schema(exclude=True)
    def retrieve(self, _request: Request) -> Response:
        """The addresses from which everything else is found, and the page that describes them."""
        return Response({name: reverse(f"api:{name}") for name in (*INDEX, "docs")})


class Schema(Resource):
    """The OpenAPI document."""

    renderer_classes = [Json, OpenApiYamlRenderer, OpenApiYamlRenderer2]

    @extend_schema(exclude=True)
    def retrieve(self, _request: Request) -> Response:
        """The OpenAPI 3.1 document of this API."""
        return Response(describe(get_language()))


def describe(language: str | None) -> Any:
    """The OpenAPI document in the active language; made once for each language, by one thread at a time."""
    with _describing:  # spectacular changes its extensions while it works, which is not thread-safe
        return _generate(language)


@cache
def _generate(_language: str | None) -> Any:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


class KindShape(serializers.Serializer[Any]):
    """A type of problem."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    advice = serializers.CharField()


class ProblemTypes(Resource):
    """A type of problem."""

    tag = "problems"
    serializer_class = KindShape

    def list(self, _request: Request) -> Response:
        """Every type of problem."""
        return self.listed([_described(status) for status in KINDS])

    def retrieve(self, _request: Request, kind: str) -> Response:
        """The type of problem: its title, its status, and advice for the client."""
        for status, known_kind in KINDS.items():
            if known_kind.name == kind:
                return Response(_described(status))
        raise Http404


def _described(status: int) -> dict[str, Any]:
    kind = KINDS[status]
    return {"type": kind_address(kind), "title": gettext(kind.title), "status": status, "advice": gettext(kind.advice)}


@require_safe
@ensure_csrf_cookie  # for signed-in users who try an operation
def pages(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document as a page for people, with a form to try each operation."""
    return render(request, "api/docs.html")


class UnknownAddress(Resource):
    """An address without a resource."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse every method."""
        super().initial(request, *args, **kwargs)
        raise NotFound


@csrf_exempt  # It only redirects or refuses.
def anything_else(request: HttpRequest, path: str) -> HttpResponseBase:
    """Redirect to the address with a trailing slash if it exists, keeping method and body; otherwise 404."""
    if not path.endswith("/") and resolve(f"{request.path}/").func is not anything_else:
        return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True), preserve_request=True)
    return UnknownAddress.as_view({"get": "http_method_not_allowed"})(request)
