"""ETags: a digest of the bytes, so that nobody fetches again what has not changed."""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from .renderers import Json

TAGGED_METHODS = frozenset({"GET", "HEAD", "PUT", "PATCH"})
KEPT_BY_304 = ("Cache-Control", "Content-Location", "ETag", "Vary")
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
    if request.method not in ("GET", "HEAD") or not response.has_header("ETag"):
        return response
    if not _knows(request.headers.get("If-None-Match", ""), response["ETag"]):
        return response
    short = HttpResponseNotModified()
    for name in KEPT_BY_304:
        if response.has_header(name):
            short[name] = response[name]
    return short


def named_in(condition: str, etag: str) -> bool:
    """Whether an If-Match names this ETag; it compares strongly (RFC 9110, 13.1.1)."""
    wanted = parse_etags(condition)
    return "*" in wanted or etag in wanted


def _knows(condition: str, etag: str) -> bool:
    """Whether an If-None-Match names this ETag; it compares weakly (RFC 9110, 13.1.2)."""
    wanted = {tag.removeprefix("W/") for tag in parse_etags(condition)}
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
