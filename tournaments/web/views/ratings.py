"""The ratings of a club's players: the rated games, the ratings in a game, and the chart of a player."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.standings.ratings import games_played, rate_game, rated_players, stop_rating
from tournaments.http import find_club, find_rated
from tournaments.models import DIRECTORS, ClubRatings, Tournament
from tournaments.wording.game_words import titles
from tournaments.wording.names import filled

from ..pictures.ratings import RatedEvening, rating_picture
from ..requests.access import role_in
from ..requests.faults import attempt
from ..texts.own_texts import guide_text


def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The rated games of a club; directors also see the other games that were played in the club."""
    club = find_club(request, slug)
    rated = set(ClubRatings.objects.filter(club=club).values_list("game", flat=True))
    directs = role_in(request, club) in DIRECTORS
    named = titles(club, sorted({*rated, *games_played(club)} if directs else rated))
    games = [(game, title, game in rated) for game, title in named.items()]
    return render(request, "club/ratings.html", {"club": club, "games": games, "directs": directs})


@require_POST
def switch(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Switch on the ratings of a game; or switch them off and delete them."""
    club = find_club(request, slug, DIRECTORS)
    title = {"name": titles(club, [game]).get(game, game)}
    if request.POST.get("on"):
        done = filled(_("%(name)s is rated now; the ratings appear within a minute."), title)
        attempt(request, lambda: rate_game(club, game), done)
    else:
        stop_rating(club, game)
        messages.success(request, filled(_("%(name)s is no longer rated."), title))
    return redirect("ratings", slug)


def game_ratings(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """The ratings in a game with an explanation, and how often they predicted the results correctly."""
    club = find_club(request, slug)
    stored = get_object_or_404(ClubRatings, club=club, game=game)
    context = {
        "club": club,
        "game": game,
        "title": titles(club, [game]).get(game, game),
        "rows": list(rated_players(stored)),
        "calibration": stored.body.get("calibration", ()),
        "text": guide_text("ratings", get_language()),
    }
    return render(request, "club/game_ratings.html", context)


def player_rating(request: HttpRequest, slug: str, game: str, pk: int) -> HttpResponse:
    """A player's rating in a game after each evening. Raise Http404 if no table of the player was rated."""
    club = find_club(request, slug)
    rated = find_rated(get_object_or_404(ClubRatings, club=club, game=game), pk)
    evenings = [
        RatedEvening(tournament.name, _day(tournament), rating) for tournament, rating in rated.curve(request.user)
    ]
    context = {
        "club": club,
        "game": game,
        "title": titles(club, [game]).get(game, game),
        "rated": rated,
        "player": rated.player,
        "picture": rating_picture(rated.player.shown_name, evenings) if len(evenings) > 1 else None,
    }
    return render(request, "player/rating.html", context)


def _day(tournament: Tournament) -> str:
    return date_format(localtime(tournament.starts_at or tournament.created_at), "SHORT_DATE_FORMAT")
