"""Pictures of public pages for link previews."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.http import find_club, find_tournament
from tournaments.models import Club, Player, Tournament, leading
from tournaments.wording.standing_states import Code, state_for_everybody
from tournaments.wording.words import translated

from ..public.calendar import ON_THE_PODIUM, OVER
from ..public.posters import Poster, drawn
from ..public.sent_on import day, foremost, last_places
from .players import Played, entries_of


def of_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament with the first three, or when it is, in its club's language."""
    tournament = find_tournament(request, slug)
    with translation.override(tournament.club.language):
        return _answer(tournament_poster(tournament))


def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club with its tournaments."""
    club = find_club(request, slug)
    with translation.override(club.language):
        return _answer(club_poster(club))


def of_player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player with the last places; 404 without a public tournament."""
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player-poster", player.merge.into_id)
    request.user = AnonymousUser()
    entries = entries_of(request, player)
    if not entries:
        raise Http404
    with translation.override(player.club.language):
        return _answer(player_poster(player, [Played.of(entry) for entry in entries]))


def _answer(poster: Poster) -> HttpResponse:
    return HttpResponse(drawn(poster), content_type="image/png")


def tournament_poster(tournament: Tournament) -> Poster:
    """The content of a tournament's picture."""
    shown = leading(tournament, tournament.standings_hidden_after)
    state = state_for_everybody(tournament, shown)
    first = foremost(shown.standing) if shown.standing and shown.after_round and state.code != Code.HIDDEN else ()
    title = translated(tournament.rules.title)
    told = ((day(tournament), title, ""),) if tournament.starts_at else (("", title, ""),)
    return Poster(tournament.club.name, tournament.name, first or told, state.text)


def club_poster(club: Club) -> Poster:
    """The content of a club's picture: like its page, in play, next, or last played."""
    listed, status = Tournament.objects.listed_for(AnonymousUser()).filter(club=club), Tournament.Status
    playing = listed.filter(status=status.RUNNING).latest_first()[:ON_THE_PODIUM]
    to_come = listed.filter(status=status.PLANNED).soonest_first()[:ON_THE_PODIUM]
    played = listed.filter(status__in=OVER).latest_first()[:ON_THE_PODIUM]
    rows = tuple((day(each), each.name, "") for each in [*playing, *to_come, *played][:ON_THE_PODIUM])
    return Poster(club.city, club.name, rows, _("Tournaments"))


def player_poster(player: Player, history: list[Any]) -> Poster:
    """The content of a player's picture."""
    return Poster(player.club.name, player.shown_name, last_places(history), _("Tournaments"))
