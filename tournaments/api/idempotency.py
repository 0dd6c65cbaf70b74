"""`Idempotency-Key`: a client can repeat a request that creates something until it gets a response."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_noop as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.core.idempotency import StoredResponse, answer_once, holder_at_table
from tournaments.actions.core.ledger import digest
from tournaments.actions.core.refusals import Problem, Refusal
from tournaments.http import PLAYED
from tournaments.models import TableSession

from .access import user_of
from .formats import Json
from .problem_documents import CONTENT_TYPE as PROBLEM
from .problem_documents import BadRequest, ExtendedRefusal
from .problem_documents import answer as refused

HEADER = "Idempotency-Key"
KEY = re.compile(r"[!-~]{1,255}")
Handler = Callable[..., Response]
Repeatable = Callable[..., HttpResponse]


def once(handler: Handler, shown_once: Sequence[str] = (), *, in_play: bool = False) -> Repeatable:
    """Decorate a handler: all requests with the same Idempotency-Key have one effect and one response.

    Fields in `shown_once` are secrets: they are not stored, and are null in a repeated response. `in_play` is for short
    requests that are seldom repeated.
    """

    @wraps(handler)
    def repeatable(view: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is None:
            return handler(view, request, *args, **kwargs)
        answer = partial(_respond_once, request, key, lambda: handler(view, request, *args, **kwargs), kwargs)
        return answer(shown_once, in_play=in_play)

    repeatable.takes_key = True  # type: ignore[attr-defined]  # for the description of the API
    return repeatable


once_with_secret = partial(once, shown_once=["secret"])
once_in_play = partial(once, in_play=True)


def _respond_once(
    request: Request,
    key: str,
    handle: Callable[[], Response],
    kwargs: Mapping[str, Any],
    shown_once: Sequence[str],
    *,
    in_play: bool,
) -> HttpResponse:
    if not KEY.fullmatch(key):
        message = _("Write 1 to 255 letters, digits and signs, without spaces.")
        raise BadRequest(Problem("bad_idempotency_key", message), header=HEADER)
    first: list[HttpResponse] = []

    def act() -> StoredResponse:
        first.append(_run_handler(handle, request, kwargs))
        return _stored_answer(first[-1], shown_once)

    request_digest = digest([request.method, request.get_full_path(), request.data])
    session = request.auth
    holder = holder_at_table(session) if isinstance(session, TableSession) else f"user {user_of(request).pk}"
    if in_play and isinstance(session, TableSession):
        request.META[PLAYED] = True
    answer, again = answer_once(holder=holder, key=key, request_digest=request_digest, act=act, seldom_repeated=in_play)
    return _replayed_response(answer) if again else first[-1]


def _run_handler(handle: Callable[[], Response], request: Request, kwargs: Mapping[str, Any]) -> HttpResponse:
    """Return the response. A refusal that stores something is returned as a response, so that it is committed."""
    try:
        return handle()
    except (Refusal, ExtendedRefusal) as fault:
        refusal = fault.refusal if isinstance(fault, ExtendedRefusal) else fault
        if not refusal.leaves_traces:
            raise
        return refused(fault, {"request": request, "kwargs": kwargs})


def _stored_answer(response: HttpResponse, shown_once: Sequence[str]) -> StoredResponse:
    if not isinstance(response, Response):
        return StoredResponse(response.status_code, response.content)
    data = response.data
    if shown_once:
        data = {**data, **dict.fromkeys(shown_once)}
    return StoredResponse(response.status_code, Json().render(data), response.headers.get("Location", ""))


def _replayed_response(answer: StoredResponse) -> HttpResponse:
    media_type = "application/json" if answer.status < 400 else PROBLEM
    response = HttpResponse(answer.body, media_type, status=answer.status)
    response["Idempotency-Replayed"] = "true"
    if answer.location:
        response["Location"] = answer.location
    return response
