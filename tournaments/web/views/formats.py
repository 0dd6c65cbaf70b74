"""The comparison of the tournament formats that fit an evening."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.actions.setup.formats import (
    FittingFormat,
    PlannedEvening,
    affordable_evenings,
    fitting_formats,
    usual_tournament,
)
from tournaments.actions.setup.plans import own_of
from tournaments.http import find_club, find_game
from tournaments.models import DIRECTORS
from tournaments.wording.format_words import described, why_no_hands

from ..forms.formats import FormatsForm
from ..requests.faults import form_page, submit


def formats(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """The form that describes an evening; after it was filled in, also the formats that fit the evening."""
    club = find_club(request, slug, DIRECTORS)
    own = club.games.current().filter(slug=ruleset).first()
    game = own.ruleset if own else find_game(ruleset)
    tournament = usual_tournament(ruleset, own_of(club))
    usual = {"round_minutes": PlannedEvening.round_minutes, "pause": PlannedEvening.pause}
    form = FormatsForm(request.GET if "players" in request.GET else None, initial=usual)
    found = submit(form, lambda: fitting_formats(tournament, form.evening())) if form.is_bound else None
    rows = [_row(each, affordable_evenings(found)) for each in found] if found else []
    context = {"club": club, "game": game, "ruleset": ruleset, "rows": rows, "is_shown": found is not None}
    return form_page(request, "tournament/formats.html", form, {**context, "why_no_hands": why_no_hands(tournament)})


def _row(each: FittingFormat, evenings: int) -> dict[str, Any]:
    chance = each.chance(evenings)
    return {
        "description": described(each.format),
        "length": f"{each.minutes // 60}:{each.minutes % 60:02}",
        "rounds": _span(each.least, each.most),
        "hands": _span(each.least * each.hands, each.most * each.hands) if each.hands else "",
        "byes": each.format.byes,
        "wins": round(100 * chance.share),
        "error": round(100 * chance.error),
    }


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"
