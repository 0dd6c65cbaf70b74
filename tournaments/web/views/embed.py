"""A club's next evening and last standings in a frame of the club's own site, and the line that puts it there."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.http import find_club
from tournaments.models import DIRECTORS, Club, Tournament, leading

from ..public.calendar import OVER, events
from ..requests.access import LIVE_PART, wants_part
from .tournaments import followed, published

MAX_PLANNED, FIRST_ROWS = 3, 10
THEMES = ("light", "dark")
STATUS = Tournament.Status


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types forget the parts of an address
def club_frame(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's tournaments, in the club's language, as a frame for its own site."""
    club = find_club(request, slug)
    theme = request.GET.get("theme", "")
    about = {
        "frame": "tournament/_part.html" if wants_part(request) else "embed/frame.html",
        "theme": theme if theme in THEMES else "",
    }
    with translation.override(club.language):
        return render(request, "embed/club.html", about | _shown(club))


def _shown(club: Club) -> dict[str, Any]:
    listed = Tournament.objects.listed_for(AnonymousUser()).filter(club=club).with_last_round()
    return {
        "club": club,
        "planned": events(listed.filter(status=STATUS.PLANNED).soonest_first()[:MAX_PLANNED]),
        **_standings(listed.filter(status=STATUS.RUNNING).first() or listed.filter(status__in=OVER).first()),
    }


def _standings(tournament: Tournament | None) -> dict[str, Any]:
    """The first rows of the public standings, and the address by which the frame follows them."""
    if tournament is None:
        return {}
    last = tournament.standings_hidden_after
    shown = leading(tournament, last)
    playing = tournament.status == STATUS.RUNNING
    told = {
        **published(tournament, shown, hidden=last is not None),
        **followed(tournament, shown.latest),
        "tournament": tournament,
        "hidden_after": last,
        "follows": f"/api/v1/tournaments/{tournament.address}/live/" if playing else "",
        "live_part": f"{reverse('club-frame', args=[tournament.club.slug])}?{LIVE_PART}",
    }
    document = told["document"]
    rows = [row for row in document["rows"] if not (document["after_round"] and row.get("not_played"))]
    return told | {"document": {**document, "rows": rows[:FIRST_ROWS]}, "field": len(rows)}


@csp_replace({"frame-src": [SELF]})  # type: ignore[arg-type]  # its types forget the parts of an address
def frame_line(request: HttpRequest, slug: str) -> HttpResponse:
    """The line of HTML for the club's site, as it looks there."""
    club = find_club(request, slug, DIRECTORS)
    asked = request.GET.get("theme", "")
    theme = asked if asked in THEMES else ""
    context = {
        "club": club,
        "theme": theme,
        "source": source_of(club, theme),
        "site": settings.TAVOLO_URL,
        "is_reachable": settings.HTTPS,
    }
    return render(request, "embed/line.html", context)


def source_of(club: Club, theme: str) -> str:
    """Where the frame's page is, below this site."""
    return reverse("club-frame", args=[club.slug]) + (f"?theme={theme}" if theme else "")
