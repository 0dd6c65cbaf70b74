"""Undoing the last action: what it was, the consequences, and doing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.actions.rounds.decided_rounds import FIELD as DECISIONS
from tournaments.actions.undoing.last_thing import Undone, undo
from tournaments.actions.undoing.offers import read_offer
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS

from ..forms.inputs import number
from ..requests.access import actor, frame
from ..requests.faults import attempt

NO_LINK = 0


def undo_last(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what would be undone, or why it cannot be; on POST undo it."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if request.method == "POST":
        typed = number(request.POST.get("line", ""))
        line = typed if isinstance(typed, int) else NO_LINK
        decided = request.POST.get(DECISIONS, "")
        if attempt(request, lambda: _tell(request, undo(tournament, line, by=actor(request), decided=decided))):
            return redirect("desk", slug)
        return redirect("undo", slug)
    offer = read_offer(tournament)
    return render(request, "desk/undo.html", {**frame(request, tournament, "desk"), "offer": offer})


def _tell(request: HttpRequest, undone: Undone) -> None:
    """Report that it is undone, now or before."""
    if undone.again:
        at = localtime(undone.link.at).strftime("%H:%M")
        messages.info(request, _("This had been undone already, at %(time)s.") % {"time": at})
    else:
        messages.success(request, _("Undone."))
