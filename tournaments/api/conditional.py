"""ETags: a digest of the bytes, so that nobody fetches again what has not changed."""

import hashlib
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from .renderers import Json

TAGGED_METHODS = frozenset({"GET", "HEAD", "PUT", "PATCH"})
DEPENDS_ON = ("Accept", "Authorization", "Cookie")


def etag_of(content: bytes) -> str:
    """The strong ETag of these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def etag_of_data(data: Any) -> str:
    """The ETag that an answer with this data has."""
    return etag_of(Json().render(data))


def keep_fresh(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """The response with what tells caches to ask again every time."""
    if not response.has_header("Cache-Control"):
        response["Cache-Control"] = "private, no-cache" if _is_personal(request) else "no-cache"
    patch_vary_headers(response, DEPENDS_ON)
    return response


def _is_personal(request: Request) -> bool:
    return "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES


def tag_when_rendered(request: Request, response: Response) -> None:
    """Have the response tagged, and replaced by a 304 where the client has these bytes."""
    if request.method in TAGGED_METHODS and 200 <= response.status_code < 300:
        response.add_post_render_callback(lambda rendered: _tagged(request, rendered))


def _tagged(request: Request, response: HttpResponse) -> HttpResponse:
    if not response.has_header("ETag") and response.content:
        response["ETag"] = etag_of(response.content)
    return unless_known(request, response)


def unless_known(request: Request, response: HttpResponse) -> HttpResponse:
    """The response, or a 304 where the client has it already."""
    if request.method not in SAFE_METHODS or "If-None-Match" not in request.headers:
        return response
    known = get_conditional_response(request, etag=response.get("ETag"), response=response)
    return known or response


def named_in(condition: str, etag: str) -> bool:
    """Whether an If-Match names this ETag; it compares strongly (RFC 9110, 13.1.1)."""
    wanted = parse_etags(condition)
    return "*" in wanted or etag in wanted


def accepts_gzip(request: Request) -> bool:
    """Whether the client reads gzip."""
    codings = dict(map(_coding, request.headers.get("Accept-Encoding", "").split(",")))
    return codings.get("gzip", codings.get("*", 0.0)) > 0


def _coding(text: str) -> tuple[str, float]:
    """One coding of an Accept-Encoding and how welcome it is."""
    name, _, parameter = text.partition(";")
    try:
        return name.strip().lower(), float(parameter.partition("=")[2] or 1)
    except ValueError:
        return name.strip().lower(), 0.0
