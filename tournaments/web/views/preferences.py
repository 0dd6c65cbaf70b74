"""The reader's language and the light in which he reads, kept in cookies."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 60 * 60
THEMES = ("light", "dark")


@csrf_exempt  # Nothing is at stake, and a token would make every public page a private one.
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Remember a language or a theme and go back to where the reader was."""
    response = redirect(_way_back(request))
    language = request.POST.get("language")
    if language in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    theme = request.POST.get("theme")
    if theme in THEMES:
        _remember(response, "theme", theme)
    elif theme == "device":
        response.delete_cookie("theme")
    return response


def _way_back(request: HttpRequest) -> str:
    to = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(to, request.get_host(), require_https=request.is_secure()):
        return to
    return resolve_url("home")


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
