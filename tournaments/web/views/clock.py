"""The clock at the desk: starting it, stopping it, adding time, and ending it."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions.rounds import clock
from tournaments.actions.rounds.clock_documents import clock_document, clock_of
from tournaments.http import find_round
from tournaments.models import DIRECTORS, Clock, Round

from ..at_table.table_sessions import find_session, kiosk_of, tournament_at
from ..forms.inputs import number_in
from ..forms.rounds import MoreTimeForm, StartForm
from ..requests.access import actor, frame, sent, wants_json
from ..requests.faults import attempt, form_page, submit

MORE = "more"
CHANGES: dict[str, Callable[..., Clock]] = {
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "end": clock.end_clock,
}


def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start a round's clock, now or at a later time."""
    round_ = find_round(request, slug, number, DIRECTORS)
    form = StartForm(sent(request), initial={"minutes": clock.planned_minutes(round_.tournament)})
    if submit(form, lambda: clock.start_clock(round_, by=actor(request), **form.cleaned_data)):
        messages.success(request, _("The clock was started."))
        return redirect("desk", slug)
    return _form_page(request, round_, form, heading=_("Start the clock"), submit=_("Start the clock"))


def give(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Add minutes for one table or for all tables; a negative number removes them."""
    round_ = find_round(request, slug, number, DIRECTORS)
    current = clock_of(round_)
    form = MoreTimeForm(sent(request), initial={"version": current.version if current else None})
    if submit(form, lambda: clock.give_time(round_, by=actor(request), **form.cleaned_data)):
        messages.success(request, _("The clock was changed."))
        return redirect("desk", slug)
    return _form_page(request, round_, form, heading=_("More time"), submit=_("Give the time"))


def _form_page(request: HttpRequest, round_: Round, form: forms.Form, **words: str) -> HttpResponse:
    return form_page(request, "clock/form.html", form, {**frame(request, round_.tournament, "desk"), **words})


@require_POST
def change(request: HttpRequest, slug: str, number: int, verb: str) -> HttpResponse:
    """Handle a button of the clock; return the clock as JSON to a script. Raise Http404 for an unknown button."""
    round_ = find_round(request, slug, number, DIRECTORS)

    if verb not in (*CHANGES, MORE):
        raise Http404

    def act() -> Clock:
        if verb == MORE:
            minutes, version = number_in(request.POST, "minutes"), number_in(request.POST, "version")
            return clock.give_time(round_, by=actor(request), minutes=minutes or 0, version=version)
        return CHANGES[verb](round_, by=actor(request))

    if not wants_json(request):
        attempt(request, act)
        return redirect("desk", slug)
    act().round = round_
    return JsonResponse({"clock": clock_document(round_)})


@require_GET
def at_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The round and the clock as JSON, for a browser that has joined a table; for other browsers both are null."""
    session = find_session(request, slug)
    round_ = session.table.round if session else _round_of_kiosk(request, slug)
    if round_ is None:
        return JsonResponse({"round": None, "clock": None})
    return JsonResponse({"round": round_.number, "clock": clock_document(round_)})


def _round_of_kiosk(request: HttpRequest, slug: str) -> Round | None:
    tournament = tournament_at(slug)
    if tournament is None or kiosk_of(request, tournament) is None:
        return None
    return clock.latest_in_play(tournament)
