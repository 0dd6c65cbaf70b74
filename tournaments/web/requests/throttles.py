"""Rate limits, and the queue for hashing passwords.

Passwords are hashed one at a time: a hash occupies a core for much of a second, and several at once would delay all
other requests.
"""

import fcntl
from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from tournaments.actions.core.actor import new_secret, secret_digest
from tournaments.actions.setup import signing_in
from tournaments.models import User
from tournaments.models.user import username_key

COOKIE = "signed-in-before"
"""The cookie of a browser in which a user has signed in: wrong passwords sent elsewhere do not lock this user out."""
A_YEAR = 365 * 24 * 3600
View = Callable[..., HttpResponseBase]
SECONDS_TO_WAIT = 3
_waiting = BoundedSemaphore(settings.WEB_THREADS // 2)


def one_at_a_time(view: View) -> View:
    """Handle POST requests to this view one at a time, among all processes of the machine.

    If too many are waiting already, the response is 503.
    """

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        if not _waiting.acquire(blocking=False):
            return come_back(request, SECONDS_TO_WAIT, status=503)
        try:
            with (settings.DATA_DIR / "hashing.lock").open("a") as turn:
                fcntl.flock(turn, fcntl.LOCK_EX)
                return view(request, *args, **kwargs)
        finally:
            _waiting.release()

    return respond


def come_back(request: HttpRequest, seconds: int, *, status: int) -> HttpResponse:
    """Return a page with the time to wait. The status is 429 after too many attempts, 503 if too many wait at once."""
    context = {"minutes": -(-seconds // 60), "at_once": status == 503}
    response = render(request, "account/sign_in_later.html", context, status=status)
    response["Retry-After"] = str(seconds)
    return response


def sign_in_limits(request: HttpRequest) -> signing_in.Limits:
    """Return the rate limits for this attempt to sign in."""
    name_key = username_key(request.POST.get("username", ""))
    return signing_in.limits(name_key, address=request.META.get("REMOTE_ADDR", ""), browser=_browser(request, name_key))


def _browser(request: HttpRequest, name_key: str) -> str:
    """Return the key of a browser in which this user signed in within a year; "" for any other browser."""
    try:
        browser, name = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=A_YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(browser) if name == secret_digest(name_key) else ""


def remember_browser(response: HttpResponse, user: User) -> None:
    """Set a cookie by which this browser is recognised when the user signs in again."""
    response.set_cookie(
        COOKIE,
        signing.dumps([new_secret(), secret_digest(user.username_key)], salt=COOKIE),
        path="/sign-in/",
        max_age=A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
