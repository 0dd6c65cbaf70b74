"""Conditional requests by ETag, and compression.

If-None-Match saves transfers of unchanged data, If-Match protects changes made by other clients.
"""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from tournaments.actions.core.refusals import ChangesPublished, Gone, PreconditionRequired, Problem, Refusal, Stale
from tournaments.actions.core.rows import serialised
from tournaments.models import Announcement, Hand

from .formats import Json
from .problem_documents import ExtendedRefusal

TAGGED_METHODS = frozenset({"GET", "HEAD", "PUT", "PATCH"})
GUARDED_METHODS = frozenset({"PUT", "PATCH", "DELETE"})
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the version to be changed; 412 if the current one is different",
)
CONDITION_NEEDED = _(
    "This replaces what is stored: compare with `current`, and send `current_etag` as If-Match, or the version in "
    "`replaces`."
)
NOTHING_STORED = _("Nothing is stored here: send the request without If-Match.")
NOT_CONDITIONAL = _("This request cannot be conditional: send it without If-Match.")
DEPENDS_ON = ("Accept", "Authorization", "Cookie")
NO_VERSION = 0
OF_GZIP = '-gzip"'
"""The end of the ETag of a compressed response."""
SMALL = 1_000  # bytes; less is not worth compressing

Versioned = Hand | Announcement
Shape = type[BaseSerializer[Any]]


def etag_of(content: bytes) -> str:
    """Return the strong ETag of these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def etag_of_data(data: Any) -> str:
    """Return the ETag of a response with this data."""
    return etag_of(Json().render(data))


def tagged(content: bytes, media_type: str) -> HttpResponse:
    """Return a response with these bytes and their ETag."""
    return HttpResponse(content, media_type, headers={"ETag": etag_of(content)})


def require_revalidation(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """Return the response. Unless the view has set Cache-Control, caches must revalidate the response every time."""
    if not response.has_header("Cache-Control"):
        is_personal = "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
        response["Cache-Control"] = "private, no-cache" if is_personal else "no-cache"
    patch_vary_headers(response, DEPENDS_ON)
    return response


def finish(request: Request, response: HttpResponse) -> HttpResponse:
    """Return the response, compressed, with an ETag if it is a success; a 304 if the client already has it."""
    is_tagged = 200 <= response.status_code < 300 and _is_readable(request)
    if is_tagged and response.content and not response.has_header("ETag"):
        response["ETag"] = etag_of(response.content)
    compresses = _is_compressible(request, response)
    if compresses and response.has_header("ETag"):
        response["ETag"] = f"{response['ETag'][:-1]}{OF_GZIP}"
    final = not_modified_or(request, response)
    if compresses and final is response:
        response.content = gzip.compress(response.content, mtime=0)
        response["Content-Encoding"] = "gzip"
    return final


def _is_readable(request: Request) -> bool:
    """Whether the request is for an object that GET returns at the same address."""
    return request.method in TAGGED_METHODS and "get" in getattr(request.parser_context["view"], "action_map", ())


def _is_compressible(request: Request, response: HttpResponse) -> bool:
    """Whether to compress the response for this client. A response with secrets is not compressed."""
    is_left = response.has_header("Content-Encoding") or "no-store" in response.get("Cache-Control", "")
    if is_left or response.get("Content-Type") == "application/pdf" or len(response.content) <= SMALL:
        return False
    patch_vary_headers(response, ["Accept-Encoding"])
    return reads_gzip(request.headers.get("Accept-Encoding", ""))


def not_modified_or(request: Request, response: HttpResponse) -> HttpResponse:
    """Return the response, or a 304 if the client already has it."""
    if request.method not in SAFE_METHODS or "If-None-Match" not in request.headers:
        return response
    return get_conditional_response(request, etag=response.get("ETag"), response=response) or response


def version_in_if_match(request: Request, current: Versioned | None, shape: Shape) -> int | None:
    """Return the number of the current version if If-Match names it.

    Return None without the header, and `NO_VERSION` if it names another ETag.
    """
    condition = request.headers.get("If-Match")
    if condition is None:
        return None
    return current.version if current and _names(condition, shape(current).data) else NO_VERSION


def _names(condition: str, data: Any) -> bool:
    """Whether If-Match names a response with this data, by strong comparison (RFC 9110, 13.1.1)."""
    named = [tag.removesuffix(OF_GZIP) + '"' if tag.endswith(OF_GZIP) else tag for tag in parse_etags(condition)]
    return "*" in named or etag_of_data(data) in named


def takes_if_match(view: Any, method: str | None) -> bool:
    """Whether If-Match is possible: the request changes what GET returns at the same address."""
    return method in GUARDED_METHODS and "get" in getattr(view, "action_map", ())


def refuse_unused_condition(view: Any, request: Request) -> None:
    """Raise Stale if If-Match names an ETag and cannot be compared: the client would believe its change to be safe."""
    if not takes_if_match(view, request.method) and request.headers.get("If-Match", "*").strip() != "*":
        raise Stale(Problem("not_conditional", NOT_CONDITIONAL))


def act_if_matching(view: Any, act: Callable[..., Any], request: Request, **place: Any) -> Any:
    """Call `act` if If-Match names what GET returns now; nothing else can change it in between.

    Otherwise raises ExtendedRefusal (412); also for a PUT that would create something, because nothing is stored yet.
    """

    def compare_and_act() -> Any:
        try:
            current = getattr(view, view.action_map["get"])(request, **place).data
        except Gone as gone:
            if request.method != "PUT":
                raise
            raise ExtendedRefusal(Stale(Problem("nothing_stored", NOTHING_STORED)), current=None) from gone
        if not _names(request.headers["If-Match"], current):
            refused = Stale(
                Problem("changed_meanwhile", _("This was changed after you read it: compare with `current`."))
            )
            raise ExtendedRefusal(refused, current=current, current_etag=etag_of_data(current))
        return act(request, **place)

    return serialised(compare_and_act)


def act_unless_overwriting(view: Any, act: Callable[..., Any], request: Request, **place: Any) -> Any:
    """Call `act` unless the request would replace a stored list or document by a different one without If-Match.

    Raises ExtendedRefusal (428) in that case. The view's `replaced_whole` has for each action the members of GET's
    response that the action replaces; for a PUT this is the whole body.
    """

    def stored() -> Any:
        return getattr(view, view.action_map["get"])(request, **place).data

    def look_and_act() -> Any:
        try:
            current = stored()
        except (Http404, Gone):
            return act(request, **place)
        if not _replaces_other(view, request, current):
            return act(request, **place)
        response = _unless_refused(act, request, **place)
        if response is not None and _is_same(view, stored(), current):  # it differed only in what it left to defaults
            return response
        refused = PreconditionRequired(Problem("condition_needed", CONDITION_NEEDED))
        raise ExtendedRefusal(refused, current=current, current_etag=etag_of_data(current))

    return serialised(look_and_act)


def _replaces_other(view: Any, request: Request, current: Mapping[str, Any]) -> bool:
    """Whether the request names a list or document that is different from the stored one."""
    names = view.replaced_whole[view.action]
    sent = request.data if request.method == "PATCH" else {names[0]: request.data}
    named = [name for name in names if isinstance(sent, Mapping) and name in sent]
    return any(current.get(name) and sent[name] != current[name] for name in named)


def _is_same(view: Any, *documents: Mapping[str, Any]) -> bool:
    """Whether two responses of GET have the same list or document that the request replaces."""
    first, second = ([each.get(name) for name in view.replaced_whole[view.action]] for each in documents)
    return first == second


def _unless_refused(act: Callable[..., Any], request: Request, **place: Any) -> Any:
    """Return the response; None if the request is refused. Then nothing of it is stored."""
    try:
        with transaction.atomic():
            return act(request, **place)
    except (Refusal, ExtendedRefusal, ChangesPublished, ValidationError, Http404):
        return None


def with_current(refused: Refusal, current: Versioned | None, shape: Shape, **more: Any) -> ExtendedRefusal:
    """Return the refusal with further members: the current version (or None), its ETag, and `more`."""
    if current is None:
        return ExtendedRefusal(refused, current=None)
    data = shape(current).data
    return ExtendedRefusal(refused, current=data, current_etag=etag_of_data(data), **more)


def reads_gzip(accepted: str) -> bool:
    """Whether a client with this Accept-Encoding accepts gzip."""
    codings = dict(map(_coding, accepted.split(",")))
    return codings.get("gzip", codings.get("*", 0.0)) > 0


def _coding(text: str) -> tuple[str, float]:
    """Return one coding of an Accept-Encoding header with its quality; 0.0 if the quality is malformed."""
    name, _, parameter = text.partition(";")
    try:
        return name.strip().lower(), float(parameter.partition("=")[2] or 1)
    except ValueError:
        return name.strip().lower(), 0.0
