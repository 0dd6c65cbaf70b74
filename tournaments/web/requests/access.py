"""The user of a request, and the context that all pages of a tournament share."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString, mark_safe

from tournaments.actions.core.actor import Actor
from tournaments.actions.core.reasons import AGREED, AGREED_REASON
from tournaments.actions.stages.order import stages_of
from tournaments.http import PART, PART_WANTED
from tournaments.models import DIRECTORS, OWNERS, SCORERS, Club, Role, Tournament, User, Visibility

from ..public import link_previews

LIVE_PART = "part=live"
"""The query string that requests only the live part of a page, without its frame."""


def user_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if request.user.is_authenticated else None


def actor(request: HttpRequest) -> Actor:
    """Return the actor of a request: the user, with the confirmation and the reason in the form."""
    agreed, reason = request.POST.get(AGREED, ""), request.POST.get(AGREED_REASON, "")
    return Actor(user=user_of(request), source="web", agreed=agreed, reason=reason)


def wants_json(request: HttpRequest) -> bool:
    """Whether the Accept header is `application/json`, as Tavolo's scripts send it."""
    return request.headers.get("Accept", "") == "application/json"


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the submitted form, or None if the request is not a POST."""
    return request.POST if request.method == "POST" else None


def role_in(request: HttpRequest, club: Club) -> Role | None:
    """Return the user's role in the club, or None. Superusers are owners of every club."""
    user = user_of(request)
    if user is None:
        return None
    if user.is_superuser:
        return Role.OWNER
    role = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def frame(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """Return the context for a page of a tournament: its rounds, and what the user may do."""
    role = role_in(request, tournament.club)
    playing = tournament.status in (Tournament.Status.PLANNED, Tournament.Status.RUNNING)
    return {
        "tournament": tournament,
        "ruleset": tournament.rules,
        "tab": tab,
        "rounds": range(1, (getattr(tournament, "last_round", None) or 0) + 1),
        "directs": role in DIRECTORS,
        "owns": role in OWNERS,
        "scores": role in SCORERS,
        "is_of_club": role is not None,
        "hidden_after": None if role in SCORERS else tournament.standings_hidden_after,
        "follows": f"/api/v1/tournaments/{tournament.address}/live/" if playing else "",
        "follows_by": "revision",
        "revision": tournament.revision,
        "frame": "tournament/_part.html" if wants_part(request) else "tournament/frame.html",
        "live_part": live_part(request),
        "event": partial(stages_of, tournament, request.user),
        "link_preview": partial(link_previews.of_plan, tournament),
    }


def shared_part(request: HttpRequest, tournament: Tournament) -> SafeString | None:
    """Return the cached public part of this page; None if there is none, or the tournament is private."""
    if PART not in request.META or tournament.visibility == Visibility.PRIVATE:
        return None
    request.META[PART_WANTED] = True
    part = request.META[PART]
    return mark_safe(part.decode()) if part else None  # noqa: S308 - a template has made it


def preview_metadata(request: HttpRequest, preview: Callable[[], str]) -> dict[str, Any]:
    """Return the metadata for link previews if the request has no cookies; else {}.

    Programs that make link previews send no cookies. With cookies, the page may use a cached part, which has no
    metadata.
    """
    return {} if request.COOKIES else {"link_preview": preview}


def wants_part(request: HttpRequest) -> bool:
    """Whether the request is only for the live part of a page."""
    return request.GET.get("part") == "live"


def live_part(request: HttpRequest) -> str:
    """Return the URL of the live part of this page."""
    query = request.GET.copy()
    query.pop("part", None)
    return f"{request.path}?{'&'.join(filter(None, [query.urlencode(), LIVE_PART]))}"
