"""The home page, the lists of clubs, years and champions, and the reader's preferences."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.actions.seasons.champions import seasons_won
from tournaments.actions.standings.winners import OVER, champions, played_in, years_of
from tournaments.http import find_club
from tournaments.models import Club, Tournament

from ..public.calendar import events
from ..requests.access import user_of

MAX_OF_EACH, MAX_RUNNING = 12, 48
MAX_CLUBS, MOST_CLUBS = 60, 1000
YEAR = 365 * 24 * 60 * 60


def home(request: HttpRequest) -> HttpResponse:
    """The tournaments in play, of today, of the future and of the past; tournaments of the user's clubs come first."""
    listed = Tournament.objects.listed_for(request.user).with_last_round()
    status = Tournament.Status
    planned = events(listed.filter(status=status.PLANNED).soonest_first()[: 2 * MAX_OF_EACH])
    context = {
        "most": MAX_OF_EACH,
        "most_running": MAX_RUNNING,
        "most_clubs": MAX_CLUBS,
        "running": events(listed.filter(status=status.RUNNING)[:MAX_RUNNING]),
        "today": [event for event in planned if event.is_today],
        "planned": [event for event in planned if not event.is_today][:MAX_OF_EACH],
        "finished": events(listed.filter(status=status.FINISHED)[:MAX_OF_EACH]),
        "clubs": Club.objects.all()[:MAX_CLUBS],
        "own_clubs": Club.objects.of_member(request.user) if user_of(request) else (),
    }
    return render(request, "home.html", context)


def all_clubs(request: HttpRequest) -> HttpResponse:
    """The first `MOST_CLUBS` clubs with links to their pages."""
    return render(request, "club/all.html", {"clubs": Club.objects.all()[:MOST_CLUBS], "most": MOST_CLUBS})


@csrf_exempt  # A forged request does no harm, and a token in the form would prevent caching public pages.
@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Store the language or the theme in a cookie. Redirect to `next` if this is a page of this site."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, request.get_host(), require_https=request.is_secure())
    response = HttpResponseRedirect(back if is_ours and back.startswith("/") else reverse("home"))
    language, theme = request.POST.get("language"), request.POST.get("theme")
    if language in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    if theme in ("light", "dark"):
        _remember(response, "theme", theme)
    elif theme == "device":
        response.delete_cookie("theme")
    return response


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


MAX_LISTED = 400


def year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """The tournaments of a club in a year, with winners. Raise Http404 for another year without tournaments."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club)
    years = years_of(listed)
    if year not in [*years, timezone.localdate().year]:
        raise Http404
    played = events(played_in(listed, year).with_last_round()[:MAX_LISTED])
    context = {"club": club, "played": played, "year": year, "years": years, "most": MAX_LISTED}
    return render(request, "club/year.html", context)


def all_champions(request: HttpRequest, slug: str) -> HttpResponse:
    """The champions of a club with the tournaments they won, from the latest `MAX_LISTED` tournaments."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club, status__in=OVER).latest_first()
    most = MAX_LISTED if listed[MAX_LISTED:].exists() else None
    context = {"club": club, "champions": champions(listed[:MAX_LISTED], seasons_won(club.seasons.all())), "most": most}
    return render(request, "club/champions.html", context)
