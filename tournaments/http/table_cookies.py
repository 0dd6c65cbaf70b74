"""What a device at a table remembers: its session there, its own secret, and what else is kept for the evening."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.actions.actor import new_secret
from tournaments.models.at_table import EVENING

SESSION, DEVICE = "table", "device"
AN_EVENING = int(EVENING.total_seconds())
A_LONG_TIME = 400 * 24 * 3600


def device_of(request: HttpRequest) -> str:
    """The secret by which this browser is known again, a fresh one where it has none."""
    return request.COOKIES.get(DEVICE) or new_secret()


def remember(response: HttpResponse, slug: str, *, secret: str, device: str) -> None:
    """Let the browser keep its session and be known again; scripts never read either."""
    keep(response, SESSION, secret, slug=slug)
    know_again(response, device)


def know_again(response: HttpResponse, device: str) -> None:
    """Let the browser be known again, whether or not it was let in."""
    _set(response, DEVICE, device, path="/t/", max_age=A_LONG_TIME)


def keep(response: HttpResponse, name: str, value: str, *, slug: str) -> None:
    """Let the browser keep something of the table for the evening."""
    _set(response, name, value, path=f"/t/{slug}", max_age=AN_EVENING)


def _set(response: HttpResponse, name: str, value: str, *, path: str, max_age: int) -> None:
    response.set_cookie(name, value, path=path, max_age=max_age, httponly=True, samesite="Lax", secure=settings.HTTPS)
