"""The course of a season: the places of the leaders after each evening, and the evenings of one player."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.actions.seasons.champions import champions_of
from tournaments.actions.seasons.histories import Places, places_after_each
from tournaments.actions.seasons.standing import published
from tournaments.http import find_season
from tournaments.models import Player, Season
from tournaments.wording.season_rows import condition, outlook_words
from tournaments.wording.season_years import year_of

from ..pictures.season_pictures import history_of, picture_of_season


def season_places(request: HttpRequest, slug: str) -> HttpResponse:
    """The chart of the leaders' places after each evening of a season."""
    season = find_season(request, slug)
    document = _document(season)
    picture = picture_of_season(document, _places(season, document))
    return render(request, "season/places.html", {"season": season, "picture": picture})


def player_year(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A player's evenings in a season, alone or by partner: which results count, and the place after each evening."""
    season = find_season(request, slug)
    player = get_object_or_404(Player.objects.select_related("club", "merge"), pk=pk)
    if hasattr(player, "merge"):
        return redirect("player-year", slug, player.merge.into_id)
    if pk in (joined := season.joined()):
        return redirect("player-year", slug, joined[pk])
    document, declared = _document(season), season.declared
    words = outlook_words(declared, document["rows"], is_over=champions_of(season) is not None)
    mine = [(row, text) for row, text in zip(document["rows"], words, strict=True) if pk in row["players"]]
    if not mine:
        raise Http404
    after = _places(season, document)
    context = {
        "season": season,
        "player": player,
        "name": player.shown_name,
        "years": [(row, list(year_of(declared, document, row, history_of(row, after))), text) for row, text in mine],
        "picture": picture_of_season(document, after, [row for row, _text in mine]),
        "outlook_condition": condition(document) if any(text for _row, text in mine) else "",
    }
    return render(request, "season/year.html", context)


def _document(season: Season) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(published(season) or b'{"rows":[]}')
    return found


def _places(season: Season, document: Mapping[str, Any]) -> list[Places]:
    return places_after_each(season, [each["tournament"] for each in document["evenings"]])
