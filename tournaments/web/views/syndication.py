"""Calendars, frames and preview pictures, which other programs and sites show."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.actions.core.rows import slug_of
from tournaments.actions.people.past_results import Played, entries_of
from tournaments.actions.standings.winners import ON_THE_PODIUM, OVER
from tournaments.http import find_club, find_tournament
from tournaments.models import DIRECTORS, Club, Entry, Player, Season, Tournament, leading
from tournaments.wording.standing_states import StandingsCode, state_for_everybody
from tournaments.wording.words import translated

from ..public.calendar import events
from ..public.feeds import feed, with_day
from ..public.link_previews import day, last_places, poster_rows
from ..public.posters import Poster, drawn
from ..requests.access import LIVE_PART, wants_part
from .tournaments import followed, published

GONE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar of a club's tournaments in the club's language, which is the same for every reader."""
    club = find_club(request, slug)
    return calendar_file(club, club.name, Tournament.objects.filter(club=club), club.slug)


def player_calendar(_request: HttpRequest, pk: int) -> HttpResponse:
    """The calendar of a player's tournaments. Raise Http404 for a player without a public tournament."""
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player-calendar", player.merge.into_id)
    listed = Tournament.objects.listed_for(AnonymousUser())
    if not Entry.objects.of_player(player).filter(tournament__in=listed).exists():
        raise Http404
    entered = player.entries.of_history(player).exclude(status__in=GONE).values("tournament")
    return calendar_file(player.club, player.shown_name, Tournament.objects.filter(pk__in=entered), f"player-{pk}")


def calendar_file(club: Club, title: str, tournaments: QuerySet[Tournament], name: str) -> HttpResponse:
    """Return the calendar of these tournaments with this title in the club's language, as a file with this name."""
    with translation.override(club.language):
        body = feed(title, with_day(tournaments))
    return HttpResponse(
        body,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}.ics"'},
    )


def tournament_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview picture of a tournament in its club's language: the top three, or the day and the game."""
    tournament = find_tournament(request, slug)
    with translation.override(tournament.club.language):
        return picture_file(tournament_poster(tournament))


def club_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview picture of a club with its tournaments, in the club's language."""
    club = find_club(request, slug)
    with translation.override(club.language):
        return picture_file(club_poster(club))


def player_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The preview picture of a player with the latest places. Raise Http404 without a public tournament."""
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player-poster", player.merge.into_id)
    request.user = AnonymousUser()
    entries = entries_of(request.user, player)
    if not entries:
        raise Http404
    with translation.override(player.club.language):
        return picture_file(player_poster(player, [Played.of(entry) for entry in entries]))


def picture_file(poster: Poster) -> HttpResponse:
    """Return the picture as a PNG response."""
    return HttpResponse(drawn(poster), content_type="image/png")


def tournament_poster(tournament: Tournament) -> Poster:
    """Return the content of a tournament's picture."""
    shown = leading(tournament, tournament.standings_hidden_after)
    state = state_for_everybody(tournament, shown)
    first = (
        poster_rows(shown.standing)
        if shown.standing and shown.after_round and state.code != StandingsCode.HIDDEN
        else ()
    )
    title = translated(tournament.rules.title)
    fallback = ((day(tournament), title, ""),) if tournament.starts_at else (("", title, ""),)
    return Poster(tournament.club.name, tournament.name, first or fallback, state.text)


def club_poster(club: Club) -> Poster:
    """Return the content of a club's picture: up to three tournaments.

    Tournaments in play come first, then planned ones, then past ones.
    """
    listed, status = Tournament.objects.listed_for(AnonymousUser()).filter(club=club), Tournament.Status
    playing = listed.filter(status=status.RUNNING).latest_first()[:ON_THE_PODIUM]
    to_come = listed.filter(status=status.PLANNED).soonest_first()[:ON_THE_PODIUM]
    played = listed.filter(status__in=OVER).latest_first()[:ON_THE_PODIUM]
    rows = tuple((day(each), each.name, "") for each in [*playing, *to_come, *played][:ON_THE_PODIUM])
    return Poster(club.city, club.name, rows, _("Tournaments"))


def player_poster(player: Player, history: list[Any]) -> Poster:
    """Return the content of the preview image of a player's page."""
    return Poster(player.club.name, player.shown_name, last_places(history), _("Tournaments"))


MAX_PLANNED, FIRST_ROWS = 3, 10
THEMES = ("light", "dark")
STATUS = Tournament.Status


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types forget the parts of an address
def club_frame(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's tournaments in the club's language, as a frame for the club's own site."""
    club = find_club(request, slug)
    frame = "tournament/_part.html" if wants_part(request) else "embed/frame.html"
    with translation.override(club.language):
        return render(request, "embed/club.html", {"frame": frame, "theme": theme_in(request), **_shown(club)})


def theme_in(request: HttpRequest) -> str:
    """Return the theme in the URL; "" if the device decides."""
    theme = request.GET.get("theme", "")
    return theme if theme in THEMES else ""


def _shown(club: Club) -> dict[str, Any]:
    listed = Tournament.objects.listed_for(AnonymousUser()).filter(club=club).with_last_round()
    return {
        "club": club,
        "planned": events(listed.filter(status=STATUS.PLANNED).soonest_first()[:MAX_PLANNED]),
        **_standings(listed.filter(status=STATUS.RUNNING).first() or listed.filter(status__in=OVER).first()),
    }


def _standings(tournament: Tournament | None) -> dict[str, Any]:
    """Return the context with the first rows of the public standings and the URL to poll; {} without a tournament."""
    if tournament is None:
        return {}
    last = tournament.standings_hidden_after
    shown = leading(tournament, last)
    playing = tournament.status == STATUS.RUNNING
    context = {
        **published(tournament, shown, hidden=last is not None),
        **followed(tournament, shown.latest),
        "tournament": tournament,
        "hidden_after": last,
        "follows": f"/api/v1/tournaments/{tournament.address}/live/" if playing else "",
        "live_part": f"{reverse('club-frame', args=[tournament.club.slug])}?{LIVE_PART}",
    }
    document = context["document"]
    rows = [row for row in document["rows"] if not (document["after_round"] and row.get("not_played"))]
    return context | {"document": {**document, "rows": rows[:FIRST_ROWS]}, "field": len(rows)}


@csp_replace({"frame-src": [SELF]})  # type: ignore[arg-type]  # its types forget the parts of an address
def frame_line(request: HttpRequest, slug: str) -> HttpResponse:
    """The page with the line of HTML for the club's site, and a preview of the frame."""
    club = find_club(request, slug, DIRECTORS)
    season, theme = club.seasons.filter(slug=slug_of(request.GET.get("season", ""))).first(), theme_in(request)
    context = {
        "club": club,
        "theme": theme,
        "seasons": club.seasons.all(),
        "shown": season or club,
        "source": source_of(season or club, theme),
        "site": settings.TAVOLO_URL,
        "is_reachable": settings.HTTPS,
    }
    return render(request, "embed/line.html", context)


def source_of(shown: Club | Season, theme: str) -> str:
    """Return the path of the frame's page on this site."""
    name = "season-frame" if isinstance(shown, Season) else "club-frame"
    return reverse(name, args=[shown.slug]) + (f"?theme={theme}" if theme else "")
