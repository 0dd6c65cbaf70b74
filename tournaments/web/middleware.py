"""What holds for every page: whose clock it tells the time by, and that caches leave it alone."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from .urls import everybody

PUBLIC = frozenset(pattern.name for pattern in everybody)


def club_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Forget the last page's zone before the next request: the pages' finders set it anew."""

    def respond(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        return get_response(request)

    return respond


def keep_private(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let nothing keep a page but the public ones, as they are shown to nobody in particular."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not (response.has_header("Cache-Control") or _is_public(request)):
            response["Cache-Control"] = "private, no-store"
        return response

    return respond


def _is_public(request: HttpRequest) -> bool:
    if settings.SESSION_COOKIE_NAME in request.COOKIES or request.resolver_match is None:
        return False
    return request.resolver_match.view_name in PUBLIC
