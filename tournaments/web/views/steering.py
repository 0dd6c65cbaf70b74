"""The directors' page of hall screens: pairing, and their programmes."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table.codes import typed_codes
from tournaments.actions.screens.pairing import bring_screen, pair_screen, part_screen, screens_elsewhere
from tournaments.actions.screens.steering import change_screen
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Screen
from tournaments.paper.phone_address import leads_nowhere

from ..forms.screens import PairForm, ScreenForm
from ..requests.access import actor, frame, sent
from ..requests.faults import attempt, form_page, submit
from ..screens.shown_screens import ShownScreen


def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """The screens of the tournament, and a code typed to pair another."""
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
        "leads_nowhere": leads_nowhere(settings.TAVOLO_URL),
        "open_at": settings.TAVOLO_URL.partition("://")[2] + reverse("open-screen"),
    }
    return form_page(request, "screens/screens.html", form, context)


def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a screen's programme, times and look."""
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
    """Hold a screen on its page, or let it continue."""
    screen, held = _find(request, slug, pk), request.POST.get("held") == "yes"
    attempt(request, lambda: change_screen(screen, {"held": held}))
    return redirect("screens", slug)


@require_POST
def part(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Unpair a screen."""
    screen = _find(request, slug, pk)
    attempt(request, lambda: part_screen(screen), _("The screen no longer shows your tournament; it shows a new code."))
    return redirect("screens", slug)


@require_POST
def bring(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Move a screen of the club to this tournament."""
    tournament = find_tournament(request, slug, DIRECTORS)
    screen = get_object_or_404(Screen.objects.filter(tournament__club=tournament.club), pk=pk)
    attempt(request, lambda: bring_screen(screen, tournament), _("The screen shows this tournament now."))
    return redirect("screens", slug)
