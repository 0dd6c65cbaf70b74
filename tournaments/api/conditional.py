"""ETags and keys: nobody fetches what has not changed, replaces what he has not seen, or does twice what he repeats.

Who names an ETag in If-Match has seen what he replaces; with an `Idempotency-Key` a request that creates may be sent
again until it is answered.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments.actions.idempotency import Answer, answer_once, holder_at_table
from tournaments.actions.ledger import digest
from tournaments.actions.refusals import Problem, Refusal
from tournaments.models import Announcement, Hand, TableSession

from .access import user_of
from .formats import Json
from .problem_documents import CONTENT_TYPE as PROBLEM
from .problem_documents import BadRequest, ExtendedRefusal
from .problem_documents import answer as refused

TAGGED_METHODS = frozenset({"GET", "HEAD", "PUT", "PATCH"})
IF_MATCH = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The ETag of what is to be replaced")
DEPENDS_ON = ("Accept", "Authorization", "Cookie")
NO_VERSION = 0
HEADER = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,255}")

Versioned = Hand | Announcement
Shape = type[BaseSerializer[Any]]
Handler = Callable[..., Response]
Repeatable = Callable[..., HttpResponse]


def etag_of(content: bytes) -> str:
    """The strong ETag of these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def etag_of_data(data: Any) -> str:
    """The ETag that an answer with this data has."""
    return etag_of(Json().render(data))


def tagged(content: bytes, media_type: str) -> HttpResponse:
    """The response with these bytes and their ETag."""
    return HttpResponse(content, media_type, headers={"ETag": etag_of(content)})


def require_revalidation(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """The response with what tells caches to ask again every time."""
    if not response.has_header("Cache-Control"):
        is_personal = "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
        response["Cache-Control"] = "private, no-cache" if is_personal else "no-cache"
    patch_vary_headers(response, DEPENDS_ON)
    return response


def tag_when_rendered(request: Request, response: Response) -> None:
    """Have the response tagged, and replaced by a 304 where the client has these bytes."""
    if request.method in TAGGED_METHODS and 200 <= response.status_code < 300:
        response.add_post_render_callback(lambda rendered: _tagged(request, rendered))


def _tagged(request: Request, response: HttpResponse) -> HttpResponse:
    if not response.has_header("ETag") and response.content:
        response["ETag"] = etag_of(response.content)
    return not_modified_or(request, response)


def not_modified_or(request: Request, response: HttpResponse) -> HttpResponse:
    """The response, or a 304 where the client has it already."""
    if request.method not in SAFE_METHODS or "If-None-Match" not in request.headers:
        return response
    return get_conditional_response(request, etag=response.get("ETag"), response=response) or response


def version_in_if_match(request: Request, standing: Versioned | None, shape: Shape) -> int | None:
    """The version that the request's If-Match means; None where it has none."""
    condition = request.headers.get("If-Match")
    if condition is None:
        return None
    named = parse_etags(condition)
    if standing and ("*" in named or etag_of_data(shape(standing).data) in named):  # strongly: RFC 9110, 13.1.1
        return standing.version
    return NO_VERSION


def with_current(refused: Refusal, standing: Versioned | None, shape: Shape, **more: Any) -> ExtendedRefusal:
    """The refusal with what stands, its ETag, and whatever else is to be compared."""
    if standing is None:
        return ExtendedRefusal(refused, current=None)
    current = shape(standing).data
    return ExtendedRefusal(refused, current=current, current_etag=etag_of_data(current), **more)


def reads_gzip(accepted: str) -> bool:
    """Whether a client reads gzip that sends this Accept-Encoding."""
    codings = dict(map(_coding, accepted.split(",")))
    return codings.get("gzip", codings.get("*", 0.0)) > 0


def _coding(text: str) -> tuple[str, float]:
    """One coding of an Accept-Encoding and how welcome it is."""
    name, _, parameter = text.partition(";")
    try:
        return name.strip().lower(), float(parameter.partition("=")[2] or 1)
    except ValueError:
        return name.strip().lower(), 0.0


def once(handler: Handler, shown_once: Sequence[str] = ()) -> Repeatable:
    """A handler that has one effect and one answer for every Idempotency-Key.

    Fields in `shown_once` are secrets: they are not stored, and null when the answer is repeated.
    """

    @wraps(handler)
    def repeatable(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is None:
            return handler(view, request, *args, **kwargs)
        return _respond_once(request, key, lambda: handler(view, request, *args, **kwargs), kwargs, shown_once)

    repeatable.takes_key = True  # type: ignore[attr-defined]  # for the description of the API
    return repeatable


once_with_secret = partial(once, shown_once=["secret"])


def _respond_once(
    request: Request, key: str, handle: Callable[[], Response], kwargs: Mapping[str, Any], shown_once: Sequence[str]
) -> HttpResponse:
    if not KEY.fullmatch(key):
        message = _("Write 1 to 255 letters, digits and signs, without spaces.")
        raise BadRequest(Problem("bad_idempotency_key", message), header=HEADER)
    first: list[HttpResponse] = []

    def act() -> Answer:
        first.append(_run_handler(handle, request, kwargs))
        return _stored_answer(first[0], shown_once)

    request_digest = digest([request.method, request.get_full_path(), request.data])
    session = request.auth
    holder = holder_at_table(session) if isinstance(session, TableSession) else f"user {user_of(request).pk}"
    answer, again = answer_once(holder=holder, key=key, request_digest=request_digest, act=act)
    return _replayed_response(answer) if again else first[0]


def _run_handler(handle: Callable[[], Response], request: Request, kwargs: Mapping[str, Any]) -> HttpResponse:
    """The response; also of a refusal that left traces, which are stored with it."""
    try:
        return handle()
    except (Refusal, ExtendedRefusal) as fault:
        refusal = fault.refusal if isinstance(fault, ExtendedRefusal) else fault
        if not refusal.leaves_traces:
            raise
        return refused(fault, {"request": request, "kwargs": kwargs})


def _stored_answer(response: HttpResponse, shown_once: Sequence[str]) -> Answer:
    if not isinstance(response, Response):
        return Answer(response.status_code, response.content)
    data = response.data
    if shown_once:
        data = {**data, **dict.fromkeys(shown_once)}
    return Answer(response.status_code, Json().render(data), response.headers.get("Location", ""))


def _replayed_response(answer: Answer) -> HttpResponse:
    media_type = "application/json" if answer.status < 400 else PROBLEM
    response = HttpResponse(answer.body, media_type, status=answer.status)
    response["Idempotency-Replayed"] = "true"
    if answer.location:
        response["Location"] = answer.location
    return response
