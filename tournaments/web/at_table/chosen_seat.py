"""The player chosen on a shared phone, remembered after a wrong PIN."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from ..forms.inputs import number_in

COOKIE = "chosen_seat"
AS_LONG_AS = 120  # seconds in which somebody types a PIN once more


def chosen_seat(request: HttpRequest) -> int | None:
    """The seat chosen on this page, or on the page whose PIN was just refused."""
    sent = number_in(request.POST, "seat")
    if sent is not None:
        return sent
    kept = request.COOKIES.get(COOKIE, "")
    return int(kept) if kept.isascii() and kept.isdigit() and len(kept) < 3 else None


def keep_chosen_seat(request: HttpRequest, response: HttpResponse, slug: str, *, refused: bool) -> HttpResponse:
    """Return the response with the chosen seat in a cookie after a refusal, else without the cookie."""
    seat, path = number_in(request.POST, "seat"), f"/t/{slug}"
    if refused and seat is not None:
        response.set_cookie(
            COOKIE, str(seat), path=path, max_age=AS_LONG_AS, httponly=True, samesite="Lax", secure=settings.HTTPS
        )
    elif COOKIE in request.COOKIES:
        response.delete_cookie(COOKIE, path=path, samesite="Lax")
    return response
