"""What a tournament is to be: choosing its game, setting it up, changing it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.actions import plans, tournaments
from tournaments.actions.vp_tables import known_tables
from tournaments.http.finding import find_club, find_game, find_tournament
from tournaments.models import DIRECTORS, Club
from tournaments.web.access import actor, frame, sent
from tournaments.web.faults import form_page, report, submit
from tournaments.web.forms.tournaments import TournamentForm
from tournaments.web.words import VP_TABLES


def choose_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The first choice for a new tournament: its game."""
    club = find_club(request, slug, DIRECTORS)
    return render(request, "tournament/choose_game.html", {"club": club, "games": registry.RULESETS})


def create_tournament(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """A new tournament of a game, everything else suiting it, or like an earlier one."""
    club, game = find_club(request, slug, DIRECTORS), find_game(ruleset)
    form = _form(request, club, game, _model(request, club, game))
    if made := submit(form, lambda: tournaments.create_tournament(club=club, raw=form.raw(), by=actor(request))):
        messages.success(request, _("The tournament is created: register the players."))
        return redirect("registration", made.slug)
    return form_page(request, "tournament/create.html", form, {"club": club, "game": game})


def edit_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what a tournament is to be."""
    tournament = find_tournament(request, slug, DIRECTORS)
    game = tournament.rules
    form = _form(request, tournament.club, game, plans.plan_of(tournament))
    if submit(form, lambda: tournaments.update_tournament(tournament, form.raw(), by=actor(request))):
        messages.success(request, _("The plan is stored."))
        return redirect("desk", slug)
    return form_page(request, "tournament/edit.html", form, {**frame(request, tournament, "desk"), "game": game})


def _form(request: HttpRequest, club: Club, game: RuleSet, plan: dict[str, Any]) -> TournamentForm:
    """The form for a plan; where something in it is wrong, what the action would find is told as well."""
    vp_tables = {**VP_TABLES, **{table.slug: table.name for table in club.vp_tables.all()}}
    form = TournamentForm(sent(request), game=game, plan=plan, vp_tables=vp_tables)
    if form.errors:
        report(form, plans.Plan(form.raw(), vp_tables=known_tables(club)).problems)
    return form


def _model(request: HttpRequest, club: Club, game: RuleSet) -> dict[str, Any]:
    """What the form starts from: what suits the game, or the tournament named by `like`."""
    like = request.GET.get("like")
    earlier = club.tournaments.filter(slug=like, ruleset=game.slug).first() if like else None
    if earlier:
        return {**plans.plan_of(earlier), "starts_at": None}
    plan = plans.Plan({"name": "–", "ruleset": game.slug}).values
    return plans.plan_of(club.tournaments.model(**plan)) | {"name": ""}
