"""What a director decides on an entry, with the reason: an award, a forfeit, an absence, a disqualification."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import decisions
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS
from tournaments.web.access import actor, frame, sent
from tournaments.web.faults import attempt, form_page, submit
from tournaments.web.forms.decisions import DecisionForm


def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """Every decision of a tournament, and a form for another."""
    tournament = find_tournament(request, slug, DIRECTORS)
    form = DecisionForm(sent(request), tournament=tournament)
    if made := submit(form, lambda: decisions.decide(**form.cleaned_data, by=actor(request))):
        messages.success(request, _("It is decided: %(name)s.") % {"name": made.entry.name})
        return redirect("decide", slug)
    listed = tournament.decisions.select_related("entry", "issued_by", "round").order_by("-id")
    return form_page(request, "desk/decisions.html", form, {**frame(request, tournament, "desk"), "decisions": listed})


@require_POST
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a decision count no longer; it stays on record."""
    decision = get_object_or_404(find_tournament(request, slug, DIRECTORS).decisions, pk=pk)
    attempt(request, lambda: decisions.take_back(decision, by=actor(request)), _("The decision is taken back."))
    return redirect("decide", slug)
