"""Requests to other clubs to let their evenings count in a season: asking, ending and answering."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.seasons import consents
from tournaments.http import find_club, find_season
from tournaments.models import DIRECTORS, Consent
from tournaments.wording.names import filled

from ..forms.season_evenings import ClubToAskForm
from ..requests.access import actor
from ..requests.faults import attempt, submit
from .season_declaration import saved


@require_POST
def ask_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask another club for permission to add its evenings to a season."""
    found = find_season(request, slug, DIRECTORS)
    form = ClubToAskForm(request.POST)
    asked = submit(form, lambda: consents.ask_club(found, form.cleaned_data["club"], by=actor(request)))
    if asked:
        done = _("%(club)s has agreed: add its evenings.")
        if asked.consent == Consent.ASKED:
            done = _("%(club)s was asked. Its directors see the request on the page of their club and at their desk.")
        messages.success(request, filled(done, {"club": asked.club.name}))
    return saved(request, found, asked, asking=form)


@require_POST
def end_request(request: HttpRequest, slug: str, club: str) -> HttpResponse:
    """Withdraw the request to a club and remove its evenings. Ask for confirmation if this changes places."""
    found = find_season(request, slug, DIRECTORS)
    asked = get_object_or_404(found.consents, club__slug=club)
    attempt(request, lambda: consents.end_request(asked, by=actor(request)))
    return redirect("edit-season", slug)


@require_POST
def answer_season(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Give, refuse or revoke a club's consent that its evenings count in another club's season."""
    asked = get_object_or_404(find_club(request, slug, DIRECTORS).season_consents, season__slug=season)
    answer, seen = request.POST.get("consent"), request.POST.get("seen")
    if answer not in (Consent.GIVEN, Consent.REFUSED):
        raise Http404
    answer_now = partial(consents.answer_season, asked, Consent(answer), by=actor(request), seen=seen)
    attempt(request, answer_now, _("The answer was saved."))
    return redirect("club-seasons", slug)
