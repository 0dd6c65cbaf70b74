"""Health checks, and error pages for requests that no view handles.

A refusal is a page for people, and below /api/ a problem document.
"""

import sys
from contextlib import suppress

from django.conf import settings
from django.db import connection
from django.db.utils import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views import defaults
from django.views.decorators.cache import never_cache
from rest_framework.exceptions import APIException

from tournaments.actions.backups import backup_lines
from tournaments.actions.database_faults import is_damaged_or_outdated
from tournaments.actions.installation import find_faults
from tournaments.api.problem_documents import (
    SECONDS_TO_WAIT,
    Busy,
    CutShort,
    NotStored,
    TooLarge,
    TooManyFollowers,
    TooSlow,
    answer_api_exception,
)
from tournaments.http import ADDRESS, CLUB
from tournaments.outages import is_away, why_not_stored

FAULTS: dict[int, type[APIException]] = {
    fault.status_code: fault for fault in (CutShort, TooSlow, TooLarge, TooManyFollowers, APIException, Busy)
}
UNREADABLE = (_("The request could not be read"), CutShort.default_detail)
WORDS = {
    408: (
        _("The request timed out"),
        _("The connection paused before the whole request had arrived. Nothing was saved: send it again."),
    ),
    405: (
        _("This is done with a button"),
        _("Nothing was changed. Go back to the page where the button is, and press it there."),
    ),
    413: (
        _("The request is too large"),
        _("At most %(most)d MB can be sent here. Nothing was saved: send less at once."),
    ),
}


@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Return 200 if the database responds, otherwise 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return HttpResponse("The database does not answer.\n", "text/plain", status=503)
    return HttpResponse("ok\n", "text/plain")


@never_cache
def readiness(_request: HttpRequest) -> HttpResponse:
    """Return 200 if all checks pass, otherwise 503 with a line for each fault; also the times of the last backups."""
    problems = find_faults()
    said = [problem.text(gettext) for problem in problems] or ["ok"]
    if connection.connection is not None:  # a second attempt to connect would exceed the timeout of nginx
        with suppress(Error):  # `find_faults` reports it, too
            said += [line.text(gettext) for line in backup_lines()]
    lines = "".join(f"{line}\n" for line in said)
    return HttpResponse(lines, "text/plain; charset=utf-8", status=503 if problems else 200)


def refusal(request: HttpRequest, status: int) -> HttpResponse:
    """Return the error page for this status, in the reader's language."""
    if request.path_info.startswith("/api/"):
        return answer_api_exception(FAULTS[status]())
    if status == Busy.status_code:
        return _busy(request)
    title, text = WORDS.get(status, UNREADABLE)
    most = settings.IMPORT_LIMIT if request.path_info.endswith("/import/") else settings.BODY_LIMIT
    context = {"title": gettext(title), "texts": [gettext(text) % {"most": most >> 20}]}
    return render(request, "errors/refused.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Return 400 for requests that Django refuses: a foreign host, too many fields, an incomplete form."""
    with translation.override(translation.get_language_from_request(request)):
        return refusal(request, 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Return 404 with a message for this kind of URL, and a link. Deleted and unknown objects give the same page."""
    kind = request.path_info.split("/")[1] if request.resolver_match else ""  # no view has this URL
    context = {"kind": kind, "address": request.META.get(ADDRESS), "club": request.META.get(CLUB)}
    return render(request, "404.html", context, status=404)


def not_permitted(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Return 403 if the user's role does not permit the request, with a link to a page that the user may open."""
    context = {"address": request.META.get(ADDRESS), "club": request.META.get(CLUB)}
    return render(request, "403.html", context, status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return 507 if the disk is full, 503 if the database is unavailable or of another version, otherwise 500.

    The fault has been logged already.
    """
    is_api, fault = request.path_info.startswith("/api/"), sys.exc_info()[1]
    if why := why_not_stored(fault):
        if is_api:
            return answer_api_exception(NotStored(why))
        return HttpResponse(render_to_string("507.html", {"why": gettext(why)}), status=507)
    if is_away(fault) or is_damaged_or_outdated(fault):
        return answer_api_exception(Busy()) if is_api else _busy(request)
    return refusal(request, 500) if is_api else defaults.server_error(request)


def _busy(request: HttpRequest) -> HttpResponse:
    """Return the error page for 503. On a screen of the hall it loads again by itself."""
    page = render_to_string("503.html", {"why": gettext(Busy.default_detail), "method": request.method})
    again = {"Refresh": "5"} if request.path_info.startswith("/tv/") else {}
    return HttpResponse(page, status=503, headers={"Retry-After": str(SECONDS_TO_WAIT), **again})
