"""ETags for conditional requests: If-None-Match saves transfers, If-Match guards replacements."""

import hashlib
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments.actions.core.refusals import Refusal
from tournaments.models import Announcement, Hand

from .formats import Json
from .problem_documents import ExtendedRefusal

TAGGED_METHODS = frozenset({"GET", "HEAD", "PUT", "PATCH"})
IF_MATCH = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The ETag of what is to be replaced")
DEPENDS_ON = ("Accept", "Authorization", "Cookie")
NO_VERSION = 0

Versioned = Hand | Announcement
Shape = type[BaseSerializer[Any]]


def etag_of(content: bytes) -> str:
    """The strong ETag of these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def etag_of_data(data: Any) -> str:
    """The ETag of a response with this data."""
    return etag_of(Json().render(data))


def tagged(content: bytes, media_type: str) -> HttpResponse:
    """A response with these bytes and their ETag."""
    return HttpResponse(content, media_type, headers={"ETag": etag_of(content)})


def require_revalidation(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """The response with headers that make caches revalidate it every time."""
    if not response.has_header("Cache-Control"):
        is_personal = "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
        response["Cache-Control"] = "private, no-cache" if is_personal else "no-cache"
    patch_vary_headers(response, DEPENDS_ON)
    return response


def tag_when_rendered(request: Request, response: Response) -> None:
    """Add an ETag once the response is rendered; replace it by a 304 if the client has the same bytes."""
    if request.method in TAGGED_METHODS and 200 <= response.status_code < 300:
        response.add_post_render_callback(lambda rendered: _tagged(request, rendered))


def _tagged(request: Request, response: HttpResponse) -> HttpResponse:
    if not response.has_header("ETag") and response.content:
        response["ETag"] = etag_of(response.content)
    return not_modified_or(request, response)


def not_modified_or(request: Request, response: HttpResponse) -> HttpResponse:
    """The response, or a 304 if the client already has it."""
    if request.method not in SAFE_METHODS or "If-None-Match" not in request.headers:
        return response
    return get_conditional_response(request, etag=response.get("ETag"), response=response) or response


def version_in_if_match(request: Request, standing: Versioned | None, shape: Shape) -> int | None:
    """The version named by If-Match: None without the header, `NO_VERSION` if it is not the current one."""
    condition = request.headers.get("If-Match")
    if condition is None:
        return None
    named = parse_etags(condition)
    if standing and ("*" in named or etag_of_data(shape(standing).data) in named):  # strongly: RFC 9110, 13.1.1
        return standing.version
    return NO_VERSION


def with_current(refused: Refusal, standing: Versioned | None, shape: Shape, **more: Any) -> ExtendedRefusal:
    """The refusal with the current version, its ETag, and more members to compare."""
    if standing is None:
        return ExtendedRefusal(refused, current=None)
    current = shape(standing).data
    return ExtendedRefusal(refused, current=current, current_etag=etag_of_data(current), **more)


def reads_gzip(accepted: str) -> bool:
    """Whether a client with this Accept-Encoding accepts gzip."""
    codings = dict(map(_coding, accepted.split(",")))
    return codings.get("gzip", codings.get("*", 0.0)) > 0


def _coding(text: str) -> tuple[str, float]:
    """One coding of an Accept-Encoding and its quality, 0.0 if malformed."""
    name, _, parameter = text.partition(";")
    try:
        return name.strip().lower(), float(parameter.partition("=")[2] or 1)
    except ValueError:
        return name.strip().lower(), 0.0
