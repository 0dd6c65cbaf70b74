"""A club's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.http.finding import find_club
from tournaments.models import DIRECTORS, OWNERS, Tournament
from tournaments.web.access import role_in

MAX_TOURNAMENTS = 200


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournaments of a club, and for its people what they may do."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club).with_last_round()
    role = role_in(request, club)
    context = {
        "club": club,
        "tournaments": listed[:MAX_TOURNAMENTS],
        "directs": role in DIRECTORS,
        "owns": role in OWNERS,
    }
    return render(request, "club/club.html", context)
