"""The first page: what is on, what comes, what was, and where."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Club, Tournament
from tournaments.web.access import user_of

SHOWN = 12
CLUBS_SHOWN = 60


def home(request: HttpRequest) -> HttpResponse:
    """What is being played, what comes, what was; the reader's own clubs first."""
    listed = Tournament.objects.listed_for(request.user).with_last_round()
    status = Tournament.Status
    context = {
        "running": listed.filter(status=status.RUNNING)[: 4 * SHOWN],
        "planned": listed.filter(status=status.PLANNED).order_by("starts_at", "id")[:SHOWN],
        "finished": listed.filter(status=status.FINISHED)[:SHOWN],
        "clubs": Club.objects.all()[:CLUBS_SHOWN],
        "own_clubs": Club.objects.of_member(request.user) if user_of(request) else (),
    }
    return render(request, "home.html", context)
