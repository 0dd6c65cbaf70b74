"""The director's page, and the list from which results are entered."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.hands.tables import read_tables
from tournaments.actions.setup import tournaments
from tournaments.actions.standings.standings import hide_standings, show_standings
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, SCORERS, Round
from tournaments.paper.phone_address import leads_nowhere

from ..desk.desk_parts import Desk, desk_mark
from ..desk.live_parts import changed_parts, not_modified
from ..forms.inputs import number as typed_number
from ..requests.access import actor, frame, wants_part
from ..requests.faults import attempt

NO_ROUND = -1


def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk: next steps, and everything for directors and scorers, updated live."""
    tournament = find_tournament(request, slug, SCORERS)
    mark = desk_mark(request, tournament) if wants_part(request) else ""
    if unchanged := not_modified(request, mark):
        return unchanged
    framed = frame(request, tournament, "desk")
    shown = Desk(request, framed)
    parts = shown.parts
    if mark:
        return changed_parts(request, parts, mark)
    context = {
        **framed,
        "agenda": shown.agenda,
        "matters": shown.matters,
        "parts": {part.name: part for part in parts},
        "tables": [part for part in parts if part.name.startswith("tables-")],
        "link": settings.TAVOLO_URL + reverse("tournament", args=[tournament.address]),
        "leads_nowhere": leads_nowhere(settings.TAVOLO_URL),
    }
    return render(request, "desk/desk.html", context)


def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk; with a table's number, straight to its next hand, or to the table where none is left."""
    if "table" not in request.GET:
        return desk(request, slug)
    tournament = find_tournament(request, slug, SCORERS)
    playing = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("-number").first()
    number = typed_number(request.GET["table"])
    chosen = playing and isinstance(number, int) and playing.tables.filter(number=number)
    table = read_tables(tournament, chosen)[:1] if chosen else []
    if not playing or not table:
        messages.error(request, _("There is no such table in this round."))
        return redirect("desk", slug)
    if table[0].is_over:
        return redirect("table", slug, playing.number, number)
    return redirect("enter-hand", slug, playing.number, number, len(table[0].hands) + 1)


@require_POST
def hide(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the standings to the club's people from a round on, the last closed one by default."""
    tournament = find_tournament(request, slug, DIRECTORS)
    typed = typed_number(request.POST.get("after_round", ""))
    after_round = NO_ROUND if isinstance(typed, str) else typed
    done = _("The standings are hidden.")
    attempt(request, lambda: hide_standings(tournament, by=actor(request), after_round=after_round), done)
    return redirect("desk", slug)


@require_POST
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings to everybody again."""
    show_standings(find_tournament(request, slug, DIRECTORS), by=actor(request))
    messages.success(request, _("Everybody sees the standings again."))
    return redirect("tournament", slug)


@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """End a tournament after its last public round."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("No further round is planned.")
    attempt(request, lambda: tournaments.end_after_round(tournament, by=actor(request)), done)
    return redirect("desk", slug)


@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a tournament away; it stays readable."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("The tournament is archived.")
    attempt(request, lambda: tournaments.archive_tournament(tournament, by=actor(request)), done)
    return redirect("tournament", slug)


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a tournament in which no hand was played."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("The tournament is deleted.")
    if attempt(request, lambda: tournaments.delete_tournament(tournament, by=actor(request)), done):
        return redirect("club", tournament.club.slug)
    return redirect("desk", slug)


@require_POST
def renew_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace a tournament's link; the old one no longer works."""
    tournament = find_tournament(request, slug, DIRECTORS)
    tournaments.renew_link(tournament, by=actor(request))
    messages.success(request, _("There is a new link. The old one no longer works."))
    return redirect("desk", tournament.slug)
