"""The page with a season's declaration, for directors: its evenings, the clubs that were asked, and its persons."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.actions.people.namesakes import joined_people, namesakes
from tournaments.actions.seasons.consents import with_evenings
from tournaments.actions.seasons.season_results import counts_now
from tournaments.models import DIRECTORS, Club, Consent, Season, Tournament, Visibility

from ..forms.season_evenings import ClubToAskForm, EveningForm
from ..forms.seasons import SeasonForm

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
