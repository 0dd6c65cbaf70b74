"""The games and their rules, from what the rule sets declare."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import registry
from scoring.table import read_options


def rules(request: HttpRequest) -> HttpResponse:
    """Every game that can be played here."""
    return render(request, "rules/rules.html", {"games": registry.RULESETS, "here": "rules"})


def game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """One game: who plays, what is written down, what it may be, and how a table ends."""
    game = registry.find(ruleset)
    if game is None:
        raise Http404
    options = read_options(game, {})
    assert not isinstance(options, list)  # noqa: S101 - the defaults are the rule set's own
    context = {
        "game": game,
        "here": "rules",
        "line_fields": game.line_fields(options),
        "hand_fields": game.hand_fields(options),
        "sides": game.sides(options),
        "partners": game.seats_per_side(options),
    }
    return render(request, "rules/game.html", context)
