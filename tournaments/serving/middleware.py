"""Middleware: logs refusals, limits bodies and sessions, sets cache headers, compresses pages, resets the time zone."""

import re
from collections.abc import Callable
from time import monotonic

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from tournaments.web.public_urls import public_pages

from .routes import loggable
from .rsgi_to_wsgi import REQUEST_ID
from .views import refusal

log = structlog.stdlib.get_logger(__name__)
View = Callable[[HttpRequest], HttpResponse]
METHOD_NOT_ALLOWED = 405
CUT_SHORT = "tavolo.cut_short"
"""The environ key for the status of a request that the web server refuses."""
IMPORTS, DOCUMENTS = re.compile(settings.IMPORT_ADDRESSES), re.compile(settings.DOCUMENT_ADDRESSES)
PUBLIC = frozenset({"api:guide", *(pattern.name for pattern in public_pages)})


def log_refusals(get_response: View) -> View:
    """Log each refused request, whether it was refused by a status or by a message on the next page."""

    def respond(request: HttpRequest) -> HttpResponse:
        clear_contextvars()
        bind_contextvars(by="request")
        if request_id := request.META.get(REQUEST_ID):
            bind_contextvars(request_id=request_id)
        start = monotonic()
        response = get_response(request)
        status = response.status_code
        if 400 <= status < 500 or "codes" in get_contextvars():
            took = round(monotonic() - start, 3)
            log.info("refused", method=request.method, path=loggable(request.path), status=status, took=took)
        return response

    return respond


def empty_impossible_sessions(get_response: View) -> View:
    """Empty a cookie that cannot be a session, so that Django deletes it. PostgreSQL refuses some of their letters."""

    def respond(request: HttpRequest) -> HttpResponse:
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if session and not (session.isascii() and session.isalnum()):
            request.COOKIES[settings.SESSION_COOKIE_NAME] = ""
        return get_response(request)

    return respond


def limit_bodies(get_response: View) -> View:
    """Return the status with which the web server refused the request; 413 if the body exceeds the limit of its URL.

    The web server's statuses are 408 or 400 for an incomplete body, 503 if there is no free thread or no room for a
    follower, and 429 if one client has too many followers.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if status := request.META.get(CUT_SHORT):
            return refusal(request, status)
        if int(request.META.get("CONTENT_LENGTH") or 0) > body_limit(request.path_info):
            return refusal(request, 413)
        return get_response(request)

    return respond


def body_limit(path: str) -> int:
    """Return the maximum size of a body at this URL, in bytes."""
    if DOCUMENTS.fullmatch(path):
        return settings.DOCUMENT_LIMIT
    return settings.IMPORT_LIMIT if IMPORTS.fullmatch(path) else settings.BODY_LIMIT


def keep_private(get_response: View) -> View:
    """Forbid caching. Browsers may cache public pages, but must revalidate them. A view's own Cache-Control stays."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-cache" if _is_public(request) else "private, no-store"
        return response

    return respond


def _is_public(request: HttpRequest) -> bool:
    if settings.SESSION_COOKIE_NAME in request.COOKIES or request.resolver_match is None:
        return False
    return request.resolver_match.view_name in PUBLIC


def explain_buttons(get_response: View) -> View:
    """Replace an empty 405 by an error page, for example for a GET at the URL of a button; not below /api/."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != METHOD_NOT_ALLOWED or request.path_info.startswith("/api/") or response.content:
            return response
        page = refusal(request, METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return respond


def club_time(get_response: View) -> View:
    """Reset the time zone before each request. Views then set the time zone of the club."""

    def respond(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        return get_response(request)

    return respond


class CompressedPages(GZipMiddleware):
    """Compresses HTML with Django's BREACH protection; the API has its own compression and strong ETags."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress HTML for browsers that accept gzip."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
