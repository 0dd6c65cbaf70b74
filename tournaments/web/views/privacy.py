"""The stored personal data, where it is kept, and how it is erased."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.push import asking
from tournaments.http import DEVICE, SCREEN, SESSION
from tournaments.models.push_subscription import FORGOTTEN

COOKIES = {
    "session": settings.SESSION_COOKIE_NAME,
    "csrf": settings.CSRF_COOKIE_NAME,
    "language": settings.LANGUAGE_COOKIE_NAME,
    "table": SESSION,
    "device": DEVICE,
    "screen": SCREEN,
}


def privacy(request: HttpRequest) -> HttpResponse:
    """List the stored personal data, in words for the persons concerned."""
    services = settings.PUSH_SERVICES if asking.is_on() else []
    return render(request, "privacy.html", {"names": COOKIES, "push_services": services, "forgotten": FORGOTTEN})
