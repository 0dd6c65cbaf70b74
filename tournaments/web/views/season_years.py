"""A player's year in a season."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.actions.seasons.standing import published
from tournaments.http import find_season
from tournaments.models import Player
from tournaments.wording.season_outlooks import condition, outlook_words
from tournaments.wording.season_years import year_of

from ..pictures.season_pictures import picture_of_season


def player_year(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Each evening of a player in a season, alone or with each partner: what counts, and the place after it."""
    season = find_season(request, slug)
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player-year", slug, player.merge.into_id)
    document = json.loads(published(season) or b'{"rows":[]}')
    rows, declared = document["rows"], season.declared
    outlook = outlook_words(declared, rows)
    mine = [(row, words) for row, words in zip(rows, outlook, strict=True) if pk in row["players"]]
    if not mine:
        raise Http404
    context = {
        "season": season,
        "player": player,
        "name": player.shown_name,
        "years": [(row, list(year_of(declared, document, row)), words) for row, words in mine],
        "picture": picture_of_season(document, [row for row, _words in mine]),
        "outlook_condition": condition(document) if any(words for _row, words in mine) else "",
    }
    return render(request, "season/year.html", context)
