"""Hall screens: opened on a wall, a screen shows a code until it is paired."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from tournaments.actions.at_table.table_sessions import origin_of
from tournaments.actions.screens.opening import find_screen, note_seen, open_screen
from tournaments.http import SCREEN, know_screen

from ..forms.inputs import number
from ..screens.documents import document, frame_of, known_marks
from .at_table.page import add_noindex

MOST_PAGES = 100_000


@require_GET
def opened(request: HttpRequest) -> HttpResponse:
    """Return this browser's screen, or a new one, whose address identifies it."""
    secret = request.COOKIES.get(SCREEN, "")
    if not secret or find_screen(secret) is None:
        secret = open_screen(origin_of(request.META).address).secret
    response = redirect("screen", secret)
    know_screen(response, secret)
    return response


@require_GET
def shown(request: HttpRequest, secret: str) -> HttpResponse:
    """A screen's page: its code until it is paired, else its programme; redirect unknown addresses to a new screen."""
    screen = find_screen(secret)
    if screen is None:
        return redirect("open-screen")
    note_seen(screen)
    tournament = screen.tournament
    context = {"screen": screen, "secret": secret, "frame": frame_of(screen), "tournament": tournament}
    if tournament is None:
        return add_noindex(render(request, "screens/waiting.html", context))
    timezone.activate(tournament.club.time_zone)
    with translation.override(screen.language):
        return add_noindex(render(request, "screens/screen.html", context))


@gzip_page
@require_GET
def news(request: HttpRequest, secret: str) -> HttpResponse:
    """The data of the screen, as JSON, without large parts that it has."""
    screen = find_screen(secret)
    if screen is None:
        return JsonResponse({"frame": None})  # a 404 may be a proxy's, and says nothing of the screen
    note_seen(screen, _pages(request))
    tournament = screen.tournament
    if tournament is None:
        return JsonResponse({"frame": frame_of(screen)})
    timezone.activate(tournament.club.time_zone)
    with translation.override(screen.language):
        told = document(screen, tournament, known_marks(request.GET.get("known", "")))
    return JsonResponse(told)


def _pages(request: HttpRequest) -> int | None:
    told = number(request.GET.get("pages", ""))
    return told if isinstance(told, int) and 0 < told < MOST_PAGES else None
