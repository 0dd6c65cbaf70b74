"""A club's own games: listing, defining, changing, importing and exporting them."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.problems import distinct_texts
from scoring.ruleset import RuleSet
from tournaments.actions.core.refusals import Invalid, Problem
from tournaments.actions.setup import games
from tournaments.actions.setup.plans import own_of
from tournaments.http import find_club, find_game
from tournaments.models import BASES, DIRECTORS, Club, ClubGame
from tournaments.wording.game_words import described
from tournaments.wording.names import filled
from tournaments.wording.words import VP_TABLES

from ..forms.example import example_of, result_of_example
from ..forms.games import GameFileForm, GameForm
from ..forms.inputs import number_in
from ..forms.layout import Layout
from ..requests.access import sent
from ..requests.faults import attempt, form_page, report, submit


def club_games(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's games, the games on which a new game can be based, and a form to import a game."""
    club = find_club(request, slug, DIRECTORS)
    form = GameFileForm(sent(request), request.FILES or None)
    if made := submit(form, lambda: _import(club, form)):
        return _stored(request, made)
    own = [(game, described(game)) for game in club.games.current()]
    context = {
        "club": club,
        "own": [(game, words) for game, words in own if not game.hidden],
        "hidden": [(game, words) for game, words in own if game.hidden],
        "bases": [find_game(base) for base in BASES],
    }
    return form_page(request, "club/games.html", form, context)


def _import(club: Club, form: GameFileForm) -> ClubGame:
    """Store the game of the document. Raise Invalid with problems that name their place in the document."""
    try:
        return games.create_game(club, form.cleaned_data["document"])
    except Invalid as refusal:
        raise Invalid([_placed(problem) for problem in refusal.problems]) from refusal


def _placed(problem: Problem) -> Problem:
    place = ".".join(map(str, problem.pointer))
    return Problem(problem.code, "%(place)s: %(what)s", {"place": place, "what": problem.text(_)})


def define_game(request: HttpRequest, slug: str, base: str) -> HttpResponse:
    """Define a game of the club that is based on `base`."""
    club = find_club(request, slug, DIRECTORS)
    begun = games.defaults_of(_base(base))
    form = _form(club, base, begun, sent(request))
    if made := submit(form, lambda: games.create_game(club, form.raw())):
        return _stored(request, made)
    return _page(request, club, form, {})


def club_game(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Change a game. If tournaments use the game, create a new version."""
    club = find_club(request, slug, DIRECTORS)
    last = _find(club, game)
    form = _form(club, last.base, games.definition_of(last), sent(request), is_stored=True)
    seen = number_in(request.POST, "seen")
    if made := submit(form, lambda: games.change_game(last, form.raw(), seen=seen)):
        return _stored(request, made)
    return _page(request, club, form, {"stored": last})


def example(request: HttpRequest, slug: str, base: str) -> HttpResponse:
    """The entry form of a game with an example; the game need not be saved yet."""
    club = find_club(request, slug, DIRECTORS)
    form = _form(club, base, games.defaults_of(_base(base)), request.GET)
    form.is_valid()
    return render(request, "club/_game_example.html", _example(club, form))


@require_safe
def export(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """The definition of a game as a file, which another club can import."""
    stored = _find(find_club(request, slug), game)
    response = JsonResponse(games.definition_of(stored), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{stored.slug}.json"'
    return response


@require_POST
def delete_game(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Delete a game that no tournament uses."""
    stored = _find(find_club(request, slug, DIRECTORS), game)
    done = filled(_("The game “%(name)s” was deleted."), {"name": stored.name})
    attempt(request, lambda: games.delete_game(stored), done)
    return redirect("club-games", slug)


@require_POST
def hide_game(request: HttpRequest, slug: str, game: str, *, hidden: bool) -> HttpResponse:
    """Hide a game that the club no longer plays, or show it again."""
    stored = _find(find_club(request, slug, DIRECTORS), game)
    done = _("The game “%(name)s” was hidden.") if hidden else _("The game “%(name)s” is shown again.")
    words = filled(done, {"name": stored.name})
    attempt(request, lambda: games.hide_game(stored, hidden=hidden), words)
    return redirect("club-games", slug)


def _find(club: Club, slug: str) -> ClubGame:
    return get_object_or_404(club.games.current(), slug=slug)


def _base(slug: str) -> RuleSet:
    if slug not in BASES:
        raise Http404
    return find_game(slug)


def _form(
    club: Club,
    base: str,
    definition: Mapping[str, Any],
    typed: Mapping[str, Any] | None = None,
    *,
    is_stored: bool = False,
) -> GameForm:
    vp_tables = {**VP_TABLES, **{table.slug: table.name for table in club.vp_tables.all()}}
    form = GameForm(typed, game=_base(base), definition=definition, vp_tables=vp_tables, is_stored=is_stored)
    if form.errors:
        report(form, _problems(club, form))
    return form


def _problems(club: Club, form: GameForm) -> list[Any]:
    read = games.read_definition(form.raw(), own_of(club))
    return read if isinstance(read, list) else []


def _page(request: HttpRequest, club: Club, form: GameForm, context: Mapping[str, Any]) -> HttpResponse:
    return form_page(request, "club/game.html", form, {"club": club, **_example(club, form), **context})


def _example(club: Club, form: GameForm) -> dict[str, Any]:
    """Return the context with the example of a form, or with the problems of an invalid definition."""
    raw = form.raw() if form.is_bound else {**form.plan, "base": form.game.slug}
    left_out = ("ruleset",) if form.is_decided else ("ruleset", "table")
    raw = {name: value for name, value in raw.items() if name not in left_out}
    read = games.read_definition({**raw, "name": raw.get("name") or "–"}, own_of(club))
    context: dict[str, Any] = {"club": club, "base": form.game}
    if isinstance(read, list):
        return {**context, "problems": distinct_texts(read, _)}
    defined = games.as_game(club, read)
    shown = example_of(games.as_tournament(defined))
    return {
        **context,
        "example": shown,
        "layout": Layout(shown),
        "given": result_of_example(shown) if form.is_decided else None,
        "words": described(defined, is_decided=form.is_decided),
        "is_decided": form.is_decided,
        "rules": shown.game,
    }


def _stored(request: HttpRequest, game: ClubGame) -> HttpResponse:
    messages.success(request, filled(_("The game “%(name)s” was saved."), {"name": game.name}))
    return redirect("club-games", game.club.slug)
