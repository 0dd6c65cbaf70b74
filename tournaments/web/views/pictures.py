"""The charts of a tournament, from its published standings."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.http import find_tournament
from tournaments.models import leading

from ..pictures.tournament_pictures import pictures_of
from ..public import link_previews
from ..requests.access import frame
from .tournaments import followed


def pictures(request: HttpRequest, slug: str) -> HttpResponse:
    """The charts of the standings that the user may see: places, scores, tables, and meetings."""
    tournament = find_tournament(request, slug)
    shown = leading(tournament, tournament.hidden_after(request.user))
    context = {
        **frame(request, tournament, "pictures"),
        **followed(tournament, shown.latest),
        "pictures": pictures_of(tournament, shown),
        "number": shown.after_round,
        "link_preview": partial(link_previews.of_standings, tournament, shown),
    }
    return render(request, "tournament/pictures.html", context)
