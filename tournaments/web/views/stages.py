"""The stages of a championship for everybody: which tournaments each one follows, and the overall standings."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.actions.stages.order import PlaceOverAll, order_over_all, stages_of
from tournaments.actions.stages.places import places_offered
from tournaments.http import find_tournament
from tournaments.paper import prints
from tournaments.wording.prize_words import prize_words, rules
from tournaments.wording.prizes_shown import prizes_over_all
from tournaments.wording.stage_words import sentence_among, state_of_order

from ..public.spreadsheets import number
from ..requests.access import frame
from .prints import pdf
from .spreadsheets import csv_file


def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages of the tournament's championship in order, with the overall standings."""
    tournament = find_tournament(request, slug)
    listed = stages_of(tournament, request.user)
    context: dict[str, Any] = {
        **frame(request, tournament, "stages"),
        "stages": [(each, sentence_among(each, listed)) for each in listed],
        "order": order_over_all(listed, request.user),
        "state": state_of_order(listed),
        "prizes": [(of, prize_words(each), rules(each)) for of, each in prizes_over_all(listed, request.user)],
    }
    context["offers"] = places_offered(tournament) if context["directs"] else []
    return render(request, "stages/stages.html", context)


def stages_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The public overall standings of all stages as CSV."""
    tournament, nobody = find_tournament(request, slug), AnonymousUser()
    order = order_over_all(stages_of(tournament, nobody), nobody)
    titles = [_("Place"), _("Player"), _("Stage"), _("Place in the stage"), _("Score")]
    return csv_file([[*titles], *map(_line, order)], f"{tournament.slug}-stages")


def _line(each: PlaceOverAll) -> list[object]:
    row = each.result.row
    return [each.place, row["name"], each.stage.name, each.result.place, number(row["score"])]


def print_stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The overall standings of all stages as PDF."""
    return pdf(prints.stages(find_tournament(request, slug), request.user))
