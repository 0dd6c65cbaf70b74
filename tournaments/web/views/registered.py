"""One entry: correcting names, and substitution."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table.keys import pin
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.core.rows import id_of
from tournaments.actions.people.known_names import Register
from tournaments.actions.people.lists.reviews import ListedLine
from tournaments.actions.rounds import substitutes
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, Entry, Player, Tournament

from ..desk.pins import tell_pin
from ..forms.lists import decided_line
from ..requests.access import actor, frame


def registered(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The players of an entry, each with the possible corrections."""
    tournament = find_tournament(request, slug, DIRECTORS)
    return _page(request, tournament, find_entry(tournament, pk))


@require_POST
def substitute(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Substitute another player, with the entry's points or from zero; ask about a doubtful name first."""
    tournament = find_tournament(request, slug, DIRECTORS)
    entry = find_entry(tournament, pk)
    leaving = get_object_or_404(entry.players, pk=id_of(request.POST.get("player", "")))
    line = decided_line(Register(tournament), request.POST)
    if line is None or line.problems or line.is_skipped:
        return _page(request, tournament, entry, status=422, asked=line, leaving=leaving)
    try:
        done = _act(request, entry, leaving, line)
    except Refusal as refusal:
        line.problems += refusal.problems
        return _page(request, tournament, entry, status=422, asked=line, leaving=leaving)
    messages.success(
        request, _("%(coming)s plays instead of %(leaving)s.") % {"coming": done.name, "leaving": leaving.name}
    )
    tell_pin(request, done.name, pin(done))
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
