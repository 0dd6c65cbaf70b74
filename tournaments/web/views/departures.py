"""A player who has left a table in the middle of a round: one page, and everything on it stored together."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions import departures
from tournaments.http import find_table
from tournaments.models import DIRECTORS
from tournaments.web.access import actor, frame, sent
from tournaments.web.faults import form_page, submit
from tournaments.web.forms.departures import DepartureForm


def departure(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Say who has left, who plays on in the seat, and whether the place plays later rounds."""
    at = find_table(request, slug, number, table, DIRECTORS)
    tournament = at.round.tournament
    form = DepartureForm(sent(request), table=at)
    if submit(form, lambda: departures.leave(at, form.departure, by=actor(request))):
        messages.success(request, _("It is stored, and can be undone as a whole at the desk."))
        return redirect("table", slug, number, table)
    seats = at.seats.select_related("entry").order_by("number")
    context = {**frame(request, tournament, "desk"), "table": at, "round": at.round, "seats": seats}
    return form_page(request, "round/departure.html", form, context)
