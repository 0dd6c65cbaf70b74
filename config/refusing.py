"""Refusals from outside any view: a page for people, a problem document below /api/."""

import sys
from collections.abc import Callable
from time import monotonic

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views import defaults
from rest_framework.exceptions import APIException
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from tournaments.api.problems import CutShort, NotStored, TooLarge, TooSlow, told

from .disk import why_not_stored
from .limits import CUT_SHORT, limit_at

log = structlog.stdlib.get_logger(__name__)
FAULTS: dict[int, type[APIException]] = {400: CutShort, 408: TooSlow, 413: TooLarge, 500: APIException}
LONGEST_PATH = 200
UNREADABLE = (_("This could not be read"), CutShort.default_detail)
TOO_SLOW = (
    _("This did not arrive in time"),
    _("The connection fell silent before all of it had come. Nothing was stored: send it again."),
)
TOO_LARGE = (
    _("This is too much at once"),
    _("Up to %(most)d MB are taken here. Nothing was stored: send less at once."),
)
WORDS = {408: TOO_SLOW, 413: TOO_LARGE}


def log_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Log each request that was refused, be it by its status or in words on the next page."""

    def respond(request: HttpRequest) -> HttpResponse:
        clear_contextvars()
        bind_contextvars(by="request")
        start = monotonic()
        response = get_response(request)
        status = response.status_code
        if 400 <= status < 500 or "codes" in get_contextvars():
            took = round(monotonic() - start, 3)
            path = request.path[:LONGEST_PATH]
            log.info("refused", method=request.method, path=path, status=status, took=took)
        return response

    return respond


def limited_bodies(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 413 for a body beyond the limit of its address, of which the web server read none.

    One that did not come whole is answered as the web server says, 408 or 400.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if status := request.META.get(CUT_SHORT):
            return refused(request, status)
        if int(request.META.get("CONTENT_LENGTH") or 0) > limit_at(request.path_info):
            return refused(request, 413)
        return get_response(request)

    return respond


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """The answer with this status, in the reader's language."""
    if request.path_info.startswith("/api/"):
        return told(FAULTS[status]())
    title, text = WORDS.get(status, UNREADABLE)
    is_import = request.path_info.endswith("/import/")
    most = (settings.IMPORT_LIMIT if is_import else settings.BODY_LIMIT) >> 20
    context = {"title": gettext(title), "text": gettext(text) % {"most": most}}
    return render(request, "errors/refused_request.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """400 for what Django itself refuses: a foreign host, too many fields, a form cut short."""
    with translation.override(translation.get_language_from_request(request)):
        return refused(request, 400)


def server_error(request: HttpRequest) -> HttpResponse:
    """507 where the disk is full or cannot be written, else 500, after the fault was logged."""
    is_api = request.path_info.startswith("/api/")
    if why := why_not_stored(sys.exc_info()[1]):
        if is_api:
            return told(NotStored(why))
        return HttpResponse(render_to_string("507.html", {"why": gettext(why)}), status=507)
    return refused(request, 500) if is_api else defaults.server_error(request)
