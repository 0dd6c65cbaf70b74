"""A player who leaves during a round: one page, stored at once."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.at_table.keys import guest_pins
from tournaments.actions.people.known_names import Register
from tournaments.actions.people.lists.reviews import ListedLine
from tournaments.actions.rounds import departures
from tournaments.http import find_table
from tournaments.models import DIRECTORS, Tournament

from ..desk.pins import tell_pin
from ..forms.departures import DepartureForm
from ..forms.lists import decided_line
from ..requests.access import actor, frame, sent
from ..requests.faults import form_page, submit


def departure(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Record the leaving player, who plays on in the seat, and whether the entry plays later rounds."""
    at = find_table(request, slug, number, table, DIRECTORS)
    tournament = at.round.tournament
    form = DepartureForm(sent(request), table=at)
    line = _named(request, form, tournament)
    guest = line.candidate() if line else None
    if submit(form, lambda: departures.leave(at, form.departure(guest), by=actor(request))):
        messages.success(request, _("It is stored, and can be undone as a whole at the desk."))
        for seat, pin in guest_pins(tournament):
            if seat.table_id == at.pk:
                tell_pin(request, seat.sitting_name, pin)
        return redirect("table", slug, number, table)
    seats = at.seats.select_related("entry").order_by("number")
    context: dict[str, Any] = {"table": at, "round": at.round, "seats": seats, "asked": line}
    return form_page(request, "round/departure.html", form, {**frame(request, tournament, "desk"), **context})


def _named(request: HttpRequest, form: DepartureForm, tournament: Tournament) -> ListedLine | None:
    """The name of a new player, if needed; the page asks about a doubtful one."""
    form.is_valid()
    if not form.asks_name:
        return None
    line = decided_line(Register(tournament), request.POST)
    if line is None:
        form.add_error(None, _("Write a name."))
    elif line.is_skipped:
        form.add_error(None, _("This person is entered already: choose from those who sit out."))
    elif line.problems:
        form.add_error(None, _("Look at the name once more."))
    return line
