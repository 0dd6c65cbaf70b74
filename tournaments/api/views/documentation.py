"""The description of the API for programs, a page that shows it to people, and the kinds of problem."""

from functools import cache
from threading import Lock
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import resolve
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
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


class Schema(Resource):
    """The OpenAPI document."""

    renderer_classes = [Json, OpenApiYamlRenderer]

    @extend_schema(exclude=True)
    def retrieve(self, _request: Request) -> Response:
        """What there is, what it takes and what it answers, in OpenAPI 3.1."""
        return Response(describe(get_language()))


def describe(language: str | None) -> Any:
    """The OpenAPI document in this language, the active one; made by one thread, once."""
    with _describing:  # for spectacular completes its extensions in sight of all threads
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

    def retrieve(self, _request: Request, kind: str) -> Response:
        """What it means and what to do about it."""
        for status, known_kind in KINDS.items():
            if known_kind.name == kind:
                title, advice = gettext(known_kind.title), gettext(known_kind.advice)
                return Response({"type": kind_address(known_kind), "title": title, "status": status, "advice": advice})
        raise Http404


@require_safe
@ensure_csrf_cookie  # for whoever is signed in and tries it
def pages(request: HttpRequest) -> HttpResponse:
    """The same for people to read and to try."""
    return render(request, "api/docs.html")


class Nowhere(Resource):
    """An address at which there is nothing."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse every method."""
        super().initial(request, *args, **kwargs)
        raise NotFound


@csrf_exempt  # It only sends on, or refuses.
def anything_else(request: HttpRequest, path: str) -> HttpResponseBase:
    """On to the address with a slash at its end where there is one, method and body kept."""
    if not path.endswith("/") and resolve(f"{request.path}/").func is not anything_else:
        return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True), preserve_request=True)
    return Nowhere.as_view({"get": "http_method_not_allowed"})(request)
