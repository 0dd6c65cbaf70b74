"""The first page, and the language and the light in which a reader wants every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.models import Club, Tournament

from ..public.calendar import events
from ..requests.access import user_of

MAX_LISTED, MAX_RUNNING = 12, 48
MAX_CLUBS, MOST_CLUBS = 60, 1000
YEAR = 365 * 24 * 60 * 60


def home(request: HttpRequest) -> HttpResponse:
    """Tournaments in play, today, to come and past; the user's own clubs first."""
    listed = Tournament.objects.listed_for(request.user).with_last_round()
    status = Tournament.Status
    planned = events(listed.filter(status=status.PLANNED).soonest_first()[: 2 * MAX_LISTED])
    context = {
        "most": MAX_LISTED,
        "most_running": MAX_RUNNING,
        "most_clubs": MAX_CLUBS,
        "running": events(listed.filter(status=status.RUNNING)[:MAX_RUNNING]),
        "today": [event for event in planned if event.is_today],
        "planned": [event for event in planned if not event.is_today][:MAX_LISTED],
        "finished": events(listed.filter(status=status.FINISHED)[:MAX_LISTED]),
        "clubs": Club.objects.all()[:MAX_CLUBS],
        "own_clubs": Club.objects.of_member(request.user) if user_of(request) else (),
    }
    return render(request, "home.html", context)


def all_clubs(request: HttpRequest) -> HttpResponse:
    """All clubs, with links to their pages."""
    return render(request, "club/all.html", {"clubs": Club.objects.all()[:MOST_CLUBS], "most": MOST_CLUBS})


@csrf_exempt  # Nothing is at stake, and a token would make every public page a private one.
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Keep a language or a theme in a cookie and go back to where the reader was."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, request.get_host(), require_https=request.is_secure())
    response = HttpResponseRedirect(back if is_ours and back.startswith("/") else reverse("home"))
    language, theme = request.POST.get("language"), request.POST.get("theme")
    if language in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    if theme in ("light", "dark"):
        _remember(response, "theme", theme)
    elif theme == "device":
        response.delete_cookie("theme")
    return response


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
