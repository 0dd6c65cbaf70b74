"""Penalties: given with a reason, cancelled, never deleted."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import penalties as actions
from tournaments.http.finding import find_tournament
from tournaments.models import DIRECTORS
from tournaments.web.access import actor, sent
from tournaments.web.faults import attempted, tried
from tournaments.web.forms.penalties import PenaltyForm
from tournaments.web.frame import frame


def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """Every penalty of a tournament, and a form for another."""
    tournament = find_tournament(request, slug, DIRECTORS)
    form = PenaltyForm(sent(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        given = attempted(form, lambda: actions.penalise(**form.cleaned_data, by=actor(request)))
        if given:
            messages.success(request, _("%(name)s has the penalty.") % {"name": given.entry.name})
            return redirect("penalties", slug)
    context = {
        **frame(request, tournament, "desk"),
        "form": form,
        "penalties": tournament.penalties.select_related("entry", "issued_by"),
    }
    return render(request, "desk/penalties.html", context, status=422 if form.errors else 200)


@require_POST
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a penalty count no longer; it stays on record."""
    tournament = find_tournament(request, slug, DIRECTORS)
    penalty = get_object_or_404(tournament.penalties, pk=pk)
    if tried(request, lambda: actions.cancel_penalty(penalty, by=actor(request))):
        messages.success(request, _("The penalty is cancelled."))
    return redirect("penalties", slug)
