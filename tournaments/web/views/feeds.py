"""Calendars to subscribe to: a club's tournaments, and a player's."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import translation

from tournaments.http import find_club
from tournaments.models import Club, Entry, Player, Tournament

from ..public.feeds import feed, with_day

GONE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournaments of a club, in the club's language; the same for every reader."""
    club = find_club(request, slug)
    return _answer(club, club.name, Tournament.objects.filter(club=club), club.slug)


def player_calendar(_request: HttpRequest, pk: int) -> HttpResponse:
    """The tournaments of a player; 404 without a public one."""
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player-calendar", player.merge.into_id)
    listed = Tournament.objects.listed_for(AnonymousUser())
    if not Entry.objects.of_player(player).filter(tournament__in=listed).exists():
        raise Http404
    entered = player.entries.of_history(player).exclude(status__in=GONE).values("tournament")
    return _answer(player.club, player.shown_name, Tournament.objects.filter(pk__in=entered), f"player-{pk}")


def _answer(club: Club, title: str, tournaments: QuerySet[Tournament], name: str) -> HttpResponse:
    with translation.override(club.language):
        body = feed(title, with_day(tournaments))
    return HttpResponse(
        body,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}.ics"'},
    )
