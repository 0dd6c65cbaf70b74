"""Hall screens. A screen shows a code until a director pairs it with a tournament; then it shows the tournament."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions.at_table.codes import typed_codes
from tournaments.actions.at_table.table_sessions import origin_of
from tournaments.actions.core.refusals import TooManyRequests
from tournaments.actions.screens.opening import find_screen, note_seen, open_screen
from tournaments.actions.screens.pairing import (
    bring_screen,
    change_screen,
    pair_screen,
    screens_elsewhere,
    unpair_screen,
)
from tournaments.http import SCREEN, find_tournament, set_screen_cookie
from tournaments.models import DIRECTORS, Screen
from tournaments.paper.phone_address import is_unreachable

from ..forms.inputs import number
from ..forms.screens import PairForm, ScreenForm
from ..requests.access import actor, frame, sent
from ..requests.faults import attempt, form_page, submit
from ..screens.documents import document, frame_of, known_marks
from ..screens.shown_screens import ShownScreen
from ..screens.tree_part import room_of
from .at_table.page import add_noindex

MOST_PAGES = 100_000


@require_GET
def opened(request: HttpRequest) -> HttpResponse:
    """Redirect to the screen of this browser, or to a new screen."""
    secret = request.COOKIES.get(SCREEN, "")
    if not secret or find_screen(secret) is None:
        try:
            secret = open_screen(origin_of(request.META).address).secret
        except TooManyRequests as refusal:
            return _refusal_page(request, refusal)
    response = redirect("screen", secret)
    set_screen_cookie(response, secret)
    return response


def _refusal_page(request: HttpRequest, refusal: TooManyRequests) -> HttpResponse:
    """The page that says why no screen could be created; it reloads itself."""
    context = {"title": _("No room for another screen"), "texts": [refusal.problems[0].text(_)]}
    response = render(request, "errors/refused.html", context, status=429)
    response["Retry-After"] = response["Refresh"] = str(refusal.seconds)
    return response


@require_GET
def shown(request: HttpRequest, secret: str) -> HttpResponse:
    """The page of a screen: first its code; once it is paired, its tournament.

    For an unknown secret, redirect to a new screen.
    """
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
    """The data of the screen as JSON, without the large parts that the browser has already."""
    screen = find_screen(secret)
    if screen is None:
        return JsonResponse({"frame": None})  # not 404, which a proxy could also send
    note_seen(screen, _pages(request), asks_for_news=True)
    tournament = screen.tournament
    if tournament is None:
        return JsonResponse({"frame": frame_of(screen)})
    timezone.activate(tournament.club.time_zone)
    with translation.override(screen.language):
        room = room_of(request.GET.get("room", ""))
        answer = document(screen, tournament, known_marks(request.GET.get("known", "")), room)
    return JsonResponse(answer)


def _pages(request: HttpRequest) -> int | None:
    pages = number(request.GET.get("pages", ""))
    return pages if isinstance(pages, int) and 0 < pages < MOST_PAGES else None


def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """The screens of the tournament, and a form to pair another screen by its code."""
    tournament = find_tournament(request, slug, DIRECTORS)
    form = PairForm(sent(request))
    language = get_language() or settings.LANGUAGE_CODE
    if submit(form, lambda: pair_screen(tournament, by=actor(request), language=language, **form.cleaned_data)):
        messages.success(request, _("The screen is connected: it shows the tournament within seconds."))
        return redirect("screens", slug)
    context = {
        **frame(request, tournament, "desk"),
        "screens": [ShownScreen(screen) for screen in Screen.objects.filter(tournament=tournament)],
        "elsewhere": screens_elsewhere(tournament),
        "wrong_codes": typed_codes(tournament).of_screens,
        "is_unreachable": is_unreachable(settings.TAVOLO_URL),
        "open_at": settings.TAVOLO_URL.partition("://")[2] + reverse("open-screen"),
    }
    return form_page(request, "screens/screens.html", form, context)


def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change what a screen shows, how long it shows each page, and its look."""
    tournament = find_tournament(request, slug, DIRECTORS)
    screen = get_object_or_404(Screen, tournament=tournament, pk=pk)
    form = ScreenForm(sent(request), screen=screen)
    if submit(form, lambda: change_screen(screen, form.cleaned_data)):
        messages.success(request, _("The screen is updated within seconds."))
        return redirect("screens", slug)
    context = {**frame(request, tournament, "desk"), "shown": ShownScreen(screen)}
    return form_page(request, "screens/change.html", form, context)


def _find(request: HttpRequest, slug: str, pk: int) -> Screen:
    return get_object_or_404(Screen, tournament=find_tournament(request, slug, DIRECTORS), pk=pk)


@require_POST
def hold(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Stop a screen at its current page, or let it continue."""
    screen, held = _find(request, slug, pk), request.POST.get("held") == "yes"
    attempt(request, lambda: change_screen(screen, {"held": held}))
    return redirect("screens", slug)


@require_POST
def part(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Unpair a screen."""
    screen = _find(request, slug, pk)
    attempt(
        request, lambda: unpair_screen(screen), _("The screen no longer shows your tournament; it shows a new code.")
    )
    return redirect("screens", slug)


@require_POST
def bring(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Move a screen from another tournament of the club to this one."""
    tournament = find_tournament(request, slug, DIRECTORS)
    screen = get_object_or_404(Screen.objects.filter(tournament__club=tournament.club), pk=pk)
    attempt(request, lambda: bring_screen(screen, tournament), _("The screen shows this tournament now."))
    return redirect("screens", slug)
