"""What every page of a tournament shows around its subject."""

from typing import Any

from django.http import HttpRequest

from tournaments.models import DIRECTORS, SCORERS, Tournament

from .access import role_in

LIVE = "/api/v1/tournaments/{slug}/live/"


def frame(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """The context of a tournament's page: its rounds, and which doors are open to the reader."""
    role = role_in(request, tournament.club)
    playing = tournament.status in (Tournament.Status.PLANNED, Tournament.Status.RUNNING)
    return {
        "tournament": tournament,
        "ruleset": tournament.rules,
        "tab": tab,
        "rounds": range(1, (getattr(tournament, "last_round", None) or 0) + 1),
        "directs": role in DIRECTORS,
        "scores": role in SCORERS,
        "hidden_after": None if role in SCORERS else tournament.standings_hidden_after,
        "follows": LIVE.format(slug=tournament.address) if playing else "",
        "follows_by": "revision",
        "revision": tournament.revision,
    }
