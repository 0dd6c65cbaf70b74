"""The declaration of a season's champions by a director."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.seasons.champions import (
    champions_of,
    declare_champions,
    possible_champions,
    possible_finals,
    withdraw_champions,
)
from tournaments.http import find_season
from tournaments.models import DIRECTORS, Season
from tournaments.wording.final_words import how_won

from ..forms.season_champions import ChampionForm
from ..requests.access import actor, sent
from ..requests.faults import attempt, form_page, submit


def declare(request: HttpRequest, slug: str) -> HttpResponse:
    """Declare the champions of a season; if they are declared, show them with a button to withdraw the declaration."""
    season = find_season(request, slug, DIRECTORS)
    form = ChampionForm(sent(request), possible=possible_champions(season), finals=possible_finals(season))
    if submit(form, lambda: declare_champions(season, form.raw(), by=actor(request), seen=form.seen)):
        messages.success(request, _("The champion was declared: the season is over."))
        return redirect("season", slug)
    return form_page(request, "season/champion.html", form, {"season": season, **champions_context(season)})


@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the declaration of the champions."""
    season = find_season(request, slug, DIRECTORS)
    attempt(request, lambda: withdraw_champions(season, by=actor(request)), _("The season goes on."))
    return redirect("season-champion", slug)


def champions_context(season: Season) -> dict[str, Any]:
    """Return the context with the champions and how they won; None and "" if no champions are declared."""
    champions = champions_of(season)
    return {"champions": champions, "how_won": how_won(champions) if champions else ""}
