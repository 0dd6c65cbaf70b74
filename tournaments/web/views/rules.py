"""The games and their rules, as declared by the rule sets."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from scoring import counter, registry
from scoring.reading import read_options
from tournaments.http import find_game

from ..counting.count_layout import CountLayout
from ..counting.counting import CardCount
from ..texts.rule_texts import language_names, languages, rule_text


def rules(request: HttpRequest) -> HttpResponse:
    """Every game that can be played here."""
    return render(request, "rules/rules.html", {"games": registry.RULESETS, "here": "rules"})


def game(request: HttpRequest, ruleset: str, language: str = "") -> HttpResponse:
    """One game: its rules in the reader's or another language, and its tally."""
    game = find_game(ruleset)
    if language and language not in languages(game.page):
        raise Http404
    options = read_options(game, {})
    assert not isinstance(options, list)  # noqa: S101 - the defaults are the rule set's own
    context = {
        "game": game,
        "here": "rules",
        "line_fields": game.line_fields(options),
        "hand_fields": game.hand_fields,
        "own_end": game.own_end(options),
        "sides": game.sides,
        "partners": game.seats_per_side(options),
        "text": rule_text(game, language or get_language()),
        "languages": language_names(game.page),
        "counts": counter.usual_pack(game) is not None,
    }
    return render(request, "rules/game.html", context)


def count(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The card counter: everything that was tapped is in the address, and nothing is kept."""
    game = find_game(ruleset)
    if counter.usual_pack(game) is None:
        raise Http404
    count = CardCount(game, request.GET)
    context = {"count": count, "layout": CountLayout(count), "game": game, "here": "rules"}
    return render(request, "count/count.html", context, status=422 if count.problems else 200)
