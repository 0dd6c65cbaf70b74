"""Refusals as problem documents: application/problem+json (RFC 9457).

`errors` has all problems at once. Each has a JSON pointer into the request (or the name of a query parameter), a stable
code, and a message in the client's language.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _
from rest_framework import exceptions
from rest_framework.utils.encoders import JSONEncoder

from tournaments.actions.core.refusals import (
    AgreementNeeded,
    ChangesPublished,
    Problem,
    Refusal,
    Stale,
    TooManyRequests,
)
from tournaments.actions.core.rows import refusal_of_database
from tournaments.actions.database_faults import is_damaged_or_outdated
from tournaments.http import remember_codes, status_of
from tournaments.outages import is_away, why_not_stored

from .access import AGREED_REASON
from .kinds import KINDS, kind_address
from .rejected_attempts import record_refusal

logger = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
SECONDS_TO_WAIT = 1


class BadRequest(Exception):  # noqa: N818 - an answer, not a fault
    """Raised if a request cannot be read; `place` names the faulty parameter or header."""

    status = 400

    def __init__(self, problem: Problem, **place: str) -> None:
        self.problem, self.place = problem, place
        super().__init__(problem.code)


class UnknownValue(BadRequest):
    """Raised if a query parameter names something that does not exist, such as a page, a club or a game."""

    status = 404


class ExtendedRefusal(Exception):  # noqa: N818 - an answer, not a fault
    """Raised for a refusal whose problem document has further members."""

    def __init__(self, refusal: Refusal, **members: Any) -> None:
        self.refusal, self.members = refusal, members
        super().__init__(str(refusal))


def answer(fault: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Return the response to an exception; this is REST framework's exception handler."""
    if isinstance(fault, ChangesPublished):
        return _question(fault)
    record_refusal(fault.refusal if isinstance(fault, ExtendedRefusal) else fault, context)
    if isinstance(fault, ExtendedRefusal):
        return _refusal(fault.refusal, **fault.members)
    if isinstance(fault, AgreementNeeded):
        return _refusal(fault, agreement=fault.agreement)
    if refusal := refusal_of_database(fault):
        return _refusal(refusal, **({"now": refusal.now} if isinstance(refusal, Stale) and refusal.now else {}))
    if isinstance(fault, BadRequest):
        return document(fault.status, [{**_error(fault.problem), **fault.place}])
    if isinstance(fault, exceptions.ValidationError):
        return document(400, list(_parameter_errors(fault.detail)))
    return answer_api_exception(_as_api_exception(fault, context["request"]))


def _question(changes: ChangesPublished) -> HttpResponse:
    """Return a 409 with the changes of published standings, and the `agreement` that a repeated request must send."""
    faults = [{**_error(fault), "pointer": "", "header": AGREED_REASON} for fault in changes.faults]
    members = {name: getattr(changes, name) for name in ("agreement", "needs_reason", "taken_back")}
    rows, cuts, stages = ([asdict(each) for each in listed] for listed in (changes.rows, changes.cuts, changes.stages))
    members["seasons"] = [asdict(each) for each in changes.seasons]
    return document(409, [_error(changes.problem), *faults], **members, changes=rows, cuts=cuts, stages=stages)


def _refusal(refusal: Refusal, **members: Any) -> HttpResponse:
    response = document(status_of(refusal), [_error(problem) for problem in refusal.problems], **members)
    if isinstance(refusal, TooManyRequests):
        response["Retry-After"] = str(refusal.seconds)
    return response


def document(status: int, errors: Sequence[Mapping[str, Any]], **members: Any) -> HttpResponse:
    """Return a problem document with this status."""
    remember_codes(error["code"] for error in errors)
    kind = KINDS[status]
    body = {
        "type": kind_address(kind),
        "title": gettext(kind.title),
        "status": status,
        "detail": _detail(errors),
        "errors": errors[:MAX_ERRORS],
        **members,
    }
    text = json.dumps(body, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    # A message can repeat input that has half of a surrogate pair, which cannot be encoded.
    return HttpResponse(text.encode(errors="replace"), CONTENT_TYPE, status=status)


def _detail(errors: Sequence[Mapping[str, Any]]) -> str:
    if len(errors) == 1:
        return str(errors[0]["message"])
    text = ngettext("%(count)d thing to fix.", "%(count)d things to fix.", len(errors))
    return text % {"count": len(errors)}


def pointer(path: Sequence[str | int]) -> str:
    """Return a path as a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def _error(problem: Problem) -> dict[str, Any]:
    return {
        "pointer": pointer(problem.pointer),
        "code": problem.code,
        "message": problem.text(gettext)[:MAX_MESSAGE_LENGTH],
    }


MAX_MESSAGE_LENGTH = 500
"""The most characters of a message, because it may repeat input, which may be a megabyte."""

MAX_ERRORS = 1_000
"""The most errors in one document; `detail` has the total number."""


def _parameter_errors(detail: Any) -> Iterator[dict[str, Any]]:
    """Yield the problems of the query parameters, each with the name of its parameter."""
    for name, faults in detail.items():
        for fault in faults:
            yield {"pointer": "", "parameter": name, "code": getattr(fault, "code", "invalid"), "message": str(fault)}


def _as_api_exception(fault: Exception, request: Any) -> exceptions.APIException:
    """Return the API exception for an exception of Django, of the database, or of Tavolo."""
    if isinstance(fault, exceptions.APIException):
        return fault
    if isinstance(fault, Http404):
        return exceptions.NotFound()
    if isinstance(fault, DjangoPermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(fault, RequestDataTooBig):
        return TooLarge()
    if isinstance(fault, SuspiciousOperation):
        return exceptions.ParseError()
    logger.exception("api_fault", path=request.path)
    if why := why_not_stored(fault):
        return NotStored(why)
    got_request_exception.send(sender=None, request=request)
    is_busy = isinstance(fault, OperationalError) or is_away(fault) or is_damaged_or_outdated(fault)
    return Busy() if is_busy else exceptions.APIException()


class CutShort(exceptions.ParseError):
    """Raised if the request body was cut off or is malformed HTTP."""

    default_detail = _("What arrived was cut off or malformed. Nothing was saved: send it again.")


class TooSlow(exceptions.APIException):
    """Raised if the client stopped sending within the request body."""

    status_code, default_code = 408, "too_slow"
    default_detail = _("The request timed out: send it again.")


class TooLarge(exceptions.APIException):
    """Raised if the request body is larger than this address permits."""

    status_code, default_code = 413, "too_large"
    default_detail = _("The request is too large: send less at once.")


class TooManyFollowers(exceptions.APIException):
    """Raised if the client's address has as many event streams open as it may have."""

    status_code, default_code, wait = 429, "too_many_followers", 60
    default_detail = _(
        "Your network address already has as many open event streams as it may have: close one, or request live/ "
        "instead."
    )


class Busy(exceptions.APIException):
    """Raised if the database did not respond in time."""

    status_code, default_code = 503, "busy"
    default_detail = _("The database did not respond in time: try again in a moment.")


class NotStored(exceptions.APIException):
    """Raised if the disk is full or not writable."""

    status_code, default_code, wait = 507, "not_stored", 10


def answer_api_exception(fault: exceptions.APIException) -> HttpResponse:
    """Return the problem document for an exception that has a status."""
    message, code = gettext(str(fault.detail)), str(fault.get_codes())
    error = {"pointer": "", "code": CODES.get(code, code), "message": message}
    response = document(fault.status_code, [error])
    if header := getattr(fault, "auth_header", None):
        response["WWW-Authenticate"] = header
    if fault.status_code in (429, 503, 507):
        response["Retry-After"] = str(math.ceil(getattr(fault, "wait", None) or SECONDS_TO_WAIT))
    return response


CODES = {"parse_error": "unreadable", "error": "fault", "permission_denied": "forbidden"}
"""Tavolo's code of a problem for some codes of REST framework's exceptions."""
