"""A browser in which somebody has signed in: others' wrong passwords do not lock him out of it."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournaments.actions import signing_in
from tournaments.actions.secrets import new_secret, secret_digest
from tournaments.models import User
from tournaments.models.user import username_key

COOKIE = "signed-in-before"
A_YEAR = 365 * 24 * 3600


def limits(request: HttpRequest) -> signing_in.Limits:
    """What the try to sign in that this request is counts for."""
    name_key = username_key(request.POST.get("username", ""))
    return signing_in.limits(name_key, address=request.META.get("REMOTE_ADDR", ""), browser=_browser(request, name_key))


def _browser(request: HttpRequest, name_key: str) -> str:
    """By what the browser is known where this name has come in by it, else nothing."""
    try:
        browser, name = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=A_YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(browser) if name == secret_digest(name_key) else ""


def remember(response: HttpResponse, user: User) -> None:
    """Let the browser be known as one in which this user has signed in."""
    response.set_cookie(
        COOKIE,
        signing.dumps([new_secret(), secret_digest(user.username_key)], salt=COOKIE),
        path="/sign-in/",
        max_age=A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
