"""The directors' decisions on entries: penalties, awards, forfeits, absences and disqualifications, with reasons."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.core.actor import Actor
from tournaments.actions.people import decisions, penalties
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Decision, Entry, Penalty, Tournament
from tournaments.wording.names import filled

from ..forms.decisions import PENALTY, DecisionForm
from ..forms.inputs import number_in
from ..requests.access import actor, frame, sent
from ..requests.faults import attempt, form_page, submit
from ..requests.once import act_once

Made = Decision | Penalty


def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """The decisions of a tournament, and a form for a new one. The URL may preset the entry, the kind and the round."""
    tournament = find_tournament(request, slug, DIRECTORS)
    form = DecisionForm(sent(request), tournament=tournament, **_asked(request, tournament))
    if submit(form, lambda: act_once(request, lambda: _decide(form.cleaned_data, by=actor(request)))):
        messages.success(request, filled(_("Decision saved: %(name)s."), {"name": form.cleaned_data["entry"].name}))
        return redirect("decide", slug)
    context = {**frame(request, tournament, "desk"), "decided": _decided(tournament)}
    return form_page(request, "desk/decisions.html", form, context)


def before(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from the former URL of penalties to the page of all decisions."""
    return redirect("decide", find_tournament(request, slug, DIRECTORS).slug)


def _asked(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the form's initial values from the URL, and the entries of its table; {} for a POST request."""
    if request.method == "POST":
        return {}
    asked = request.GET
    round_ = tournament.rounds.published().filter(number=number_in(asked, "round") or 0).first()
    initial = {"kind": asked.get("kind"), "entry": number_in(asked, "entry"), "round": round_ and round_.pk}
    at = {"seats__round": round_, "seats__table__number": number_in(asked, "table")}
    seated = Entry.objects.filter(**at) if round_ and "table" in asked else None
    return {"initial": initial, "entries": seated}


def _decide(given: dict[str, Any], *, by: Actor) -> Made:
    entry, kind, round_ = given["entry"], given["kind"], given["round"]
    how = {"amount": given["amount"], "reason": given["reason"], "round_": round_, "by": by}
    return penalties.penalise(entry, **how) if kind == PENALTY else decisions.decide(entry, kind, **how)


def _decided(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all decisions, the newest first, each with its title and the URL to cancel it."""
    related = ("entry", "issued_by")
    made: list[Made] = [*tournament.decisions.select_related(*related), *tournament.penalties.select_related(*related)]
    made.sort(key=lambda each: each.issued_at, reverse=True)
    return [{"made": each, **_shown(tournament, each)} for each in made]


def _shown(tournament: Tournament, made: Made) -> dict[str, str]:
    name, what = "cancel-penalty", _("Penalty")
    if isinstance(made, Decision):
        name, what = "take-back-decision", made.get_kind_display()
    return {"what": what, "take_back": reverse(name, args=[tournament.slug, made.pk])}


@require_POST
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a decision; it stays on record."""
    decision = get_object_or_404(find_tournament(request, slug, DIRECTORS).decisions, pk=pk)
    attempt(request, lambda: decisions.take_back(decision, by=actor(request)), _("The decision was taken back."))
    return redirect("decide", slug)


@require_POST
def cancel_penalty(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a penalty; it stays on record."""
    penalty = get_object_or_404(find_tournament(request, slug, DIRECTORS).penalties, pk=pk)
    attempt(request, lambda: penalties.cancel_penalty(penalty, by=actor(request)), _("The decision was taken back."))
    return redirect("decide", slug)
