"""The pages that explain games and their rules, the glossary, the figures, and the personal data that are stored."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from scoring import counter, registry
from scoring.reading import read_options
from tournaments.actions.push import asking
from tournaments.http import DEVICE, SCREEN, SESSION, find_game
from tournaments.models.push_subscription import FORGOTTEN
from tournaments.ranking import TIE_BREAKS
from tournaments.wording.words import translated

from ..counting.count_layout import CountLayout
from ..counting.counting import CardCount
from ..texts.own_texts import guide_text, language_names, languages, rule_text, sections


def rules(request: HttpRequest) -> HttpResponse:
    """The page that lists the built-in games."""
    return render(request, "rules/rules.html", {"games": registry.RULESETS, "here": "rules"})


def game(request: HttpRequest, ruleset: str, language: str = "") -> HttpResponse:
    """A game: its rules in the given language or else the reader's, and the form of its tally."""
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
    """The card counter. The URL contains the whole count, so that nothing is stored."""
    game = find_game(ruleset)
    if counter.usual_pack(game) is None:
        raise Http404
    count = CardCount(game, request.GET)
    context = {"count": count, "layout": CountLayout(count), "game": game, "here": "rules"}
    return render(request, "count/count.html", context, status=422 if count.problems else 200)


def glossary(request: HttpRequest) -> HttpResponse:
    """The glossary for players, in the reader's language and in the other languages."""
    return render(request, "guide/glossary.html", {"sections": sections(get_language())})


def figures(request: HttpRequest) -> HttpResponse:
    """The page that explains scores, tie-breaks and draws to players."""
    criteria = [(translated(each.title), translated(each.meaning)) for each in TIE_BREAKS.values()]
    return render(request, "guide/figures.html", {"text": guide_text("figures", get_language()), "criteria": criteria})


COOKIES = {
    "session": settings.SESSION_COOKIE_NAME,
    "csrf": settings.CSRF_COOKIE_NAME,
    "language": settings.LANGUAGE_COOKIE_NAME,
    "table": SESSION,
    "device": DEVICE,
    "screen": SCREEN,
}


def privacy(request: HttpRequest) -> HttpResponse:
    """The personal data that are stored, explained to the people concerned."""
    services = settings.PUSH_SERVICES if asking.is_on() else []
    return render(request, "privacy.html", {"names": COOKIES, "push_services": services, "forgotten": FORGOTTEN})
