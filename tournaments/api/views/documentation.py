"""The guide, the OpenAPI document, and a page that shows it."""

from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.wording.markdown import document

from ..formats import Json
from ..resource import Resource

_describing = Lock()


INDEX = ("clubs", "games", "tournaments", "tokens", "table-sessions", "problem-kinds", "schema")


class Index(Resource):
    """The addresses from which a client finds everything else."""

    @extend_schema(exclude=True)
    def retrieve(self, _request: Request) -> Response:
        """The addresses from which a client finds everything else, and the pages that describe them."""
        return Response({name: reverse(f"api:{name}") for name in (*INDEX, "docs", "guide")})


class Schema(Resource):
    """The OpenAPI document."""

    renderer_classes = [Json, OpenApiYamlRenderer, OpenApiYamlRenderer2]

    @extend_schema(exclude=True)
    def retrieve(self, _request: Request) -> Response:
        """The OpenAPI 3.1 document of this API."""
        return Response(describe(get_language()))


def describe(language: str | None) -> Any:
    """Return the OpenAPI document in this language; it is made once, by one thread at a time."""
    with _describing:  # drf-spectacular changes its own extensions while it runs, so it is not thread-safe
        return _generate(language)


@cache
def _generate(_language: str | None) -> Any:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@require_safe
@ensure_csrf_cookie  # a signed-in user who tries an operation needs the cookie
def pages(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document as a page for people, with a form to try each operation."""
    return render(request, "api/docs.html")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """The guide for developers, docs/api.md, as a page."""
    return render(request, "api/guide.html", {"guide": document("api")})


class UnknownAddress(Resource):
    """An address without a resource."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002 - as in Resource
        """Refuse every request with 404."""
        raise NotFound


@csrf_exempt  # it only redirects or refuses
def unknown_address(request: HttpRequest, path: str) -> HttpResponseBase:
    """Redirect to the address with a slash at its end if this exists, with method and body unchanged; otherwise 404."""
    if not path.endswith("/") and resolve(f"{request.path}/").func is not unknown_address:
        return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True), preserve_request=True)
    return UnknownAddress.as_view({"get": "http_method_not_allowed"})(request)
