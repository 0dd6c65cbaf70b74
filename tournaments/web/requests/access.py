"""Who asks for a page, how, and what every page of a tournament shows him."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString, mark_safe

from tournaments.actions.core.actor import Actor
from tournaments.actions.core.reasons import AGREED, AGREED_REASON
from tournaments.http import PART, PART_WANTED
from tournaments.models import DIRECTORS, SCORERS, Club, Role, Tournament, User, Visibility

from ..public import sent_on

LIVE_PART = "part=live"
"""The query that asks a page for what changes in play, without its frame."""


def user_of(request: HttpRequest) -> User | None:
    """Who is signed in, if anybody is."""
    return request.user if request.user.is_authenticated else None


def actor(request: HttpRequest) -> Actor:
    """Who acts, by way of the site."""
    agreed, reason = request.POST.get(AGREED, ""), request.POST.get(AGREED_REASON, "")
    return Actor(user=user_of(request), source="web", agreed=agreed, reason=reason)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks, and not a page."""
    return request.headers.get("Accept", "") == "application/json"


def sent(request: HttpRequest) -> QueryDict | None:
    """What was sent with a form, None where the form is only looked at."""
    return request.POST if request.method == "POST" else None


def role_in(request: HttpRequest, club: Club) -> Role | None:
    """The role that whoever asks has in the club; the host's is an owner's everywhere."""
    user = user_of(request)
    if user is None:
        return None
    if user.is_superuser:
        return Role.OWNER
    role = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def frame(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """The context of a tournament's page: its rounds, and what the reader may do there."""
    role = role_in(request, tournament.club)
    playing = tournament.status in (Tournament.Status.PLANNED, Tournament.Status.RUNNING)
    return {
        "tournament": tournament,
        "ruleset": tournament.rules,
        "tab": tab,
        "rounds": range(1, (getattr(tournament, "last_round", None) or 0) + 1),
        "directs": role in DIRECTORS,
        "scores": role in SCORERS,
        "is_of_club": role is not None,
        "hidden_after": None if role in SCORERS else tournament.standings_hidden_after,
        "follows": f"/api/v1/tournaments/{tournament.address}/live/" if playing else "",
        "follows_by": "revision",
        "revision": tournament.revision,
        "frame": "tournament/_part.html" if wants_part(request) else "tournament/frame.html",
        "live_part": live_part(request),
        "told_when_sent": partial(sent_on.of_plan, tournament),
    }


def shared_part(request: HttpRequest, tournament: Tournament) -> SafeString | None:
    """What everybody is shown on this page, ready made, for a reader who is shown neither more nor less."""
    if PART not in request.META or tournament.visibility == Visibility.PRIVATE:
        return None
    request.META[PART_WANTED] = True
    part = request.META[PART]
    return mark_safe(part.decode()) if part else None  # noqa: S308 - a template has made it


def told_to_machines(request: HttpRequest, told: Callable[[], str]) -> dict[str, Any]:
    """What a page tells of itself to whoever brings no cookie, as machines that show it elsewhere do not.

    The others may be shown a part that is ready made, which tells nothing of what is in it.
    """
    return {} if request.COOKIES else {"told_when_sent": told}


def wants_part(request: HttpRequest) -> bool:
    """Whether a page is asked for what changes in play, without its frame."""
    return request.GET.get("part") == "live"


def live_part(request: HttpRequest) -> str:
    """The address of what changes in play on the page that is asked for."""
    query = request.GET.copy()
    query.pop("part", None)
    return f"{request.path}?{'&'.join(filter(None, [query.urlencode(), LIVE_PART]))}"
