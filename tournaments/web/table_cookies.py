"""What a device at a table remembers: its session, its own secret, that it is a kiosk."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournaments.actions.actor import new_secret
from tournaments.models import Tournament
from tournaments.models.at_table import EVENING

SESSION, DEVICE, KIOSK = "table", "device", "kiosk"
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


def make_kiosk(response: HttpResponse, tournament: Tournament, table: int) -> None:
    """Let this browser be everybody's: of one table, or of all where the number is 0."""
    value = signing.dumps([tournament.pk, table], salt=KIOSK)
    keep(response, KIOSK, value, slug=tournament.slug)


def end_kiosk(response: HttpResponse, slug: str) -> None:
    """Let this browser be a phone like any other again."""
    for name in (KIOSK, SESSION):
        response.delete_cookie(name, path=f"/t/{slug}", samesite="Lax")


def kiosk_of(request: HttpRequest, tournament: Tournament) -> int | None:
    """The table that this browser is the kiosk of, 0 for all, None where it is no kiosk."""
    try:
        pk, table = signing.loads(request.COOKIES.get(KIOSK, ""), salt=KIOSK, max_age=AN_EVENING)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return int(table) if pk == tournament.pk else None
