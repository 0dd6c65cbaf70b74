"""Passwords are hashed one at a time, so that the rest of a hall goes on meanwhile.

A hash takes a core for a good part of a second. As many as there are threads would leave none to
answer anybody else.
"""

import fcntl
from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

View = Callable[..., HttpResponseBase]
SECONDS_TO_WAIT = 3
_waiting = BoundedSemaphore(settings.WEB_THREADS // 2)


def one_at_a_time(view: View) -> View:
    """Let what is sent to this view wait for its turn among all processes of the machine.

    Where too many wait already it is answered 503.
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
    """Say that there were too many tries (429), or too many at once (503), and how long to wait."""
    context = {"minutes": -(-seconds // 60), "at_once": status == 503}
    response = render(request, "account/sign_in_later.html", context, status=status)
    response["Retry-After"] = str(seconds)
    return response
