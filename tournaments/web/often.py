"""How often a phone may ask for the table's pages: by its session or card, never by its address."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.actions.actor import secret_digest
from tournaments.actions.at_table import table_sessions

from .table_cookies import SESSION

View = Callable[..., HttpResponse]


def not_too_often(view: View) -> View:
    """The view, its changes counted for the phone's session, or for the card that it sends.

    Too many in a minute are answered with 429 and the seconds to wait, and change nothing.
    """

    @wraps(view)
    def counted(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        secret = request.POST.get("secret", "") or request.COOKIES.get(SESSION, "")
        if request.method != "POST" or table_sessions.may_change(secret_digest(secret)):
            return view(request, *args, **kwargs)
        return _later(request)

    return counted


def _later(request: HttpRequest) -> HttpResponse:
    told = _("This phone asks too often: wait a minute, what is recorded stays recorded.")
    wait = {"Retry-After": str(table_sessions.seconds_to_wait())}
    if request.headers.get("Accept", "") == "application/json":
        body = {"problems": [told], "codes": ["throttled"]}
        return JsonResponse(body, status=HTTPStatus.TOO_MANY_REQUESTS, headers=wait)
    page = render(request, "at_table/throttled.html", {"told": told})
    page.status_code = HTTPStatus.TOO_MANY_REQUESTS
    page["Retry-After"] = wait["Retry-After"]
    return page
