"""The page with a season's declaration, for directors, and its buttons about other clubs and about persons."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.core.rows import id_of
from tournaments.actions.people.namesakes import joined_people, namesakes
from tournaments.actions.seasons import consents, joined_persons
from tournaments.actions.seasons.consents import with_evenings
from tournaments.actions.seasons.season_results import counts_now
from tournaments.http import find_club, find_season
from tournaments.models import DIRECTORS, Club, Consent, Season, Tournament, Visibility
from tournaments.wording.names import filled

from ..forms.season_evenings import ClubToAskForm, EveningForm
from ..forms.seasons import SeasonForm
from ..requests.access import actor
from ..requests.faults import attempt, submit

MAX_OFFERED = 100
"""The most tournaments that can be chosen as evenings."""


def of_season(
    request: HttpRequest, found: Season, *, adding: EveningForm | None = None, asking: ClubToAskForm | None = None
) -> dict[str, Any]:
    """Return the context of the page with a season's declaration; `adding` and `asking` are submitted forms."""
    evenings = list(found.evenings.in_order())
    return {
        "season": found,
        "club": found.club,
        "evenings": [(each, each.part + 1, counts_now(each.tournament)) for each in evenings],
        "adding": adding or EveningForm(season=found, tournaments=offered_evenings(request, found)),
        "asking": asking or ClubToAskForm(),
        "consents": with_evenings(found.consents.all()),
        "has_parts": len(found.declared.parts) > 1,
        **_persons(found),
    }


def _persons(season: Season) -> dict[str, Any]:
    """Return the context with persons who may have two records in the season, and with joined persons.

    `on_two_lists` has the ids of the pairs whose records are on the lists of two clubs, as `join_persons` reads them.
    """
    pairs = namesakes(season)
    on_two_lists = [f"{other.player.pk}:{kept.player.pk}" for kept, other in pairs if other.player.club != season.club]
    return {"namesakes": pairs, "on_two_lists": ",".join(on_two_lists), "joined": joined_people(season)}


def offered_evenings(request: HttpRequest, season: Season) -> list[Tournament]:
    """Return the tournaments that can become evenings: the club's, then those of other clubs, the latest first.

    Another club must have agreed, or the user must direct it.
    """
    agreed = Q(club__in=season.consents.filter(consent=Consent.GIVEN).values("club"))
    directed = Q(club=season.club) | Q(club__in=Club.objects.of_member(request.user, DIRECTORS))
    free = Tournament.objects.filter(directed | agreed, visibility=Visibility.PUBLIC).exclude(
        season_evenings__season=season
    )
    own, others = free.filter(club=season.club), free.exclude(club=season.club).select_related("club")
    return [*own.latest_first()[:MAX_OFFERED], *others.latest_first()[:MAX_OFFERED]]


def saved(request: HttpRequest, season: Season, done: object, **forms: Any) -> HttpResponse:
    """Redirect to the season if the action succeeded (`done`); else show the page with the faults of the form."""
    if done:
        return redirect("edit-season", season.slug)
    context = {**of_season(request, season, **forms), "form": SeasonForm(club=season.club, season=season)}
    return render(request, "season/edit.html", context, status=422)


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


@require_POST
def join_persons(request: HttpRequest, slug: str) -> HttpResponse:
    """Count the results of other clubs' records for the club's records with the same name.

    `records` are pairs of ids such as `12:7,15:9`; the record before the colon is no longer shown. Ask for confirmation
    if this changes places.
    """
    found = find_season(request, slug, DIRECTORS)
    pairs = (pair.partition(":") for pair in request.POST.get("records", "").split(",") if pair)
    records = {id_of(player): id_of(into) for player, _colon, into in pairs}
    attempt(request, lambda: joined_persons.join_persons(found, records, by=actor(request)))
    return redirect("edit-season", slug)


@require_POST
def part_person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Count the results of a joined record for that record again. Ask for confirmation if this changes places."""
    found = find_season(request, slug, DIRECTORS)
    attempt(request, lambda: joined_persons.part_person(found, pk, by=actor(request)))
    return redirect("edit-season", slug)
