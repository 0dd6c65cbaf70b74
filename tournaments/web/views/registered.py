"""An entry at the desk: correcting names, substituting a player, and recording a departure during a round."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table.keys import guest_pins, pin
from tournaments.actions.core.refusals import ChoiceNeeded, Refusal
from tournaments.actions.core.rows import id_of
from tournaments.actions.people.known_names import PlayerIndex
from tournaments.actions.people.lists.reviews import ListedLine
from tournaments.actions.rounds import departures, substitutes
from tournaments.http import find_entry, find_table, find_tournament
from tournaments.models import DIRECTORS, Entry, Player, Tournament

from ..desk.registered_list import show_pin
from ..forms.players import decided_line
from ..forms.rounds import DepartureForm
from ..requests.access import actor, frame, sent
from ..requests.faults import form_page, submit


def registered(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The players of an entry, and the corrections that are possible for each player."""
    tournament = find_tournament(request, slug, DIRECTORS)
    return _page(request, tournament, find_entry(tournament, pk))


@require_POST
def substitute(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Substitute a player; the entry keeps its points or starts from zero. Ask first if the new name is unclear."""
    tournament = find_tournament(request, slug, DIRECTORS)
    entry = find_entry(tournament, pk)
    leaving = get_object_or_404(entry.players, pk=id_of(request.POST.get("player", "")))
    line = decided_line(PlayerIndex(tournament), request.POST)
    if line is None or line.problems or line.is_skipped:
        return _page(request, tournament, entry, status=422, asked=line, leaving=leaving)
    try:
        done = _act(request, entry, leaving, line)
    except ChoiceNeeded:
        raise
    except Refusal as refusal:
        line.problems += refusal.problems
        return _page(request, tournament, entry, status=422, asked=line, leaving=leaving)
    messages.success(
        request, _("%(coming)s plays instead of %(leaving)s.") % {"coming": done.name, "leaving": leaving.name}
    )
    show_pin(request, done.name, pin(done))
    return redirect("registration", slug)


def _act(request: HttpRequest, entry: Entry, leaving: Player, line: ListedLine) -> Entry:
    if request.POST.get("points") == "fresh" and entry.tournament.entry_size == 1:
        return substitutes.replace_entry(entry, line.candidate(), by=actor(request))
    return substitutes.substitute(entry, leaving, line.candidate(), by=actor(request))


def _page(
    request: HttpRequest, tournament: Tournament, entry: Entry, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        **frame(request, tournament, "desk"),
        "entry": entry,
        "people": [place.player for place in entry.entry_players.select_related("player")],
        "alone": tournament.entry_size == 1,
        "points": request.POST.get("points", "kept"),
        **more,
    }
    return render(request, "registration/registered.html", context, status=status)


def departure(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Record that a player leaves, with the substitute for the seat, and whether the entry plays in later rounds."""
    at = find_table(request, slug, number, table, DIRECTORS)
    tournament = at.round.tournament
    form = DepartureForm(sent(request), table=at)
    line = _named(request, form, tournament)
    guest = line.candidate() if line else None
    if submit(form, lambda: departures.leave(at, form.departure(guest), by=actor(request))):
        messages.success(request, _("The departure was saved, and can be undone as a whole at the desk."))
        for seat, pin in guest_pins(tournament):
            if seat.table_id == at.pk:
                show_pin(request, seat.sitting_name, pin)
        return redirect("table", slug, number, table)
    seats = at.seats.select_related("entry").order_by("number")
    context: dict[str, Any] = {"table": at, "round": at.round, "seats": seats, "asked": line}
    return form_page(request, "round/departure.html", form, {**frame(request, tournament, "desk"), **context})


def _named(request: HttpRequest, form: DepartureForm, tournament: Tournament) -> ListedLine | None:
    """Return the line with the new player's name; None if no name is needed, or if it is missing.

    If the name is missing, unclear or already in the tournament, the form gets an error.
    """
    form.is_valid()
    if not form.asks_name:
        return None
    line = decided_line(PlayerIndex(tournament), request.POST)
    if line is None:
        form.add_error(None, _("Enter a name."))
    elif line.is_skipped:
        form.add_error(None, _("This person is already entered: choose from those who sit out."))
    elif line.problems:
        form.add_error(None, _("Look at the name once more."))
    return line
