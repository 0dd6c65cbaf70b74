"""The pictures that are shown where somebody sends on a page, of what everybody may read and nothing else."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.http import find_club, find_tournament
from tournaments.models import Club, Player, Standing, Tournament, leading
from tournaments.web.calendar import ON_THE_PODIUM, OVER, first_rows
from tournaments.web.pictures.of_tournament import placed
from tournaments.web.pictures.podium import Placed
from tournaments.web.posters import Poster, drawn
from tournaments.web.views.players import Played, entries_of
from tournaments.wording.words import translated


def of_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament with the first three, or when it is, in its club's language."""
    tournament = find_tournament(request, slug)
    with translation.override(tournament.club.language):
        return _answer(tournament_poster(tournament))


def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club with what it plays."""
    club = find_club(request, slug)
    with translation.override(club.language):
        return _answer(club_poster(club))


def of_player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player with the last places; nobody is there who is in nothing that everybody may see."""
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
    """What is on a tournament's picture."""
    shown = leading(tournament, tournament.standings_hidden_after).standing
    rows = first_rows(bytes(shown.body)) if shown and shown.after_round else None
    first = _foremost(placed(rows or []))
    title = translated(tournament.rules.title)
    told = ((_day(tournament), title, ""),) if tournament.starts_at else (("", title, ""),)
    return Poster(tournament.club.name, tournament.name, first or told, _state(tournament, shown if first else None))


def _foremost(first: Sequence[Placed]) -> tuple[tuple[str, str, str], ...]:
    """A row for each; where more share a place than there is room for, how many more they are."""
    rows = tuple((f"{each.place}.", each.name, each.score) for each in first)
    if len(rows) <= ON_THE_PODIUM:
        return rows
    more = len(rows) - ON_THE_PODIUM + 1
    return (*rows[: ON_THE_PODIUM - 1], ("", ngettext("and one more", "and %(more)s more", more) % {"more": more}, ""))


def _state(tournament: Tournament, shown: Standing | None) -> str:
    if tournament.standings_hidden_after is not None:
        return _("Standings are hidden until the prize-giving.")
    if shown is None:
        return tournament.get_status_display()
    if tournament.is_over and not shown.is_in_play:
        return _("Final standings.")
    return _("After round %(number)s.") % {"number": shown.after_round}


def club_poster(club: Club) -> Poster:
    """What is on a club's picture: what its page has first, in play, next to come, last played."""
    listed, status = Tournament.objects.listed_for(AnonymousUser()).filter(club=club), Tournament.Status
    playing = listed.filter(status=status.RUNNING).latest_first()[:ON_THE_PODIUM]
    to_come = listed.filter(status=status.PLANNED).soonest_first()[:ON_THE_PODIUM]
    played = listed.filter(status__in=OVER).latest_first()[:ON_THE_PODIUM]
    rows = tuple((_day(each), each.name, "") for each in [*playing, *to_come, *played][:ON_THE_PODIUM])
    return Poster(club.city, club.name, rows, _("Tournaments"))


def player_poster(player: Player, history: list[Any]) -> Poster:
    """What is on a player's picture."""
    best = [played for played in history if played.place][:ON_THE_PODIUM]
    rows = tuple(
        (f"{each.place}.", each.entry.tournament.name, _("of %(number)s") % {"number": each.field}) for each in best
    )
    return Poster(player.club.name, player.shown_name, rows, _("Tournaments"))


def _day(tournament: Tournament) -> str:
    """The day in figures, as short as a row wants it."""
    return date_format(localtime(tournament.starts_at), "j.n.") if tournament.starts_at else ""
