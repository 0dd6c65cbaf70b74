"""The archive of a club: tournaments by year, and champions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.http import find_club
from tournaments.models import Tournament

from ..public.calendar import OVER, champions, events, played_in, years_of

MAX_LISTED = 400


def year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """The tournaments of a club in a year, with winners; the current year exists without any."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club)
    years = years_of(listed)
    if year not in [*years, timezone.localdate().year]:
        raise Http404
    played = events(played_in(listed, year).with_last_round()[:MAX_LISTED])
    context = {"club": club, "played": played, "year": year, "years": years, "most": MAX_LISTED}
    return render(request, "club/year.html", context)


def all_champions(request: HttpRequest, slug: str) -> HttpResponse:
    """All champions of a club with their tournaments."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club, status__in=OVER).latest_first()
    most = MAX_LISTED if listed[MAX_LISTED:].exists() else None
    context = {"club": club, "champions": champions(listed[:MAX_LISTED]), "most": most}
    return render(request, "club/champions.html", context)
