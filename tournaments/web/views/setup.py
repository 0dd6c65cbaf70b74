"""Founding a club, setting up a tournament, changing either."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring import registry
from scoring.ruleset import RuleSet
from tournaments.actions import clubs, plans, tournaments
from tournaments.actions.vp_tables import known_tables
from tournaments.http.finding import find_club, find_tournament
from tournaments.models import DIRECTORS, OWNERS, Club
from tournaments.web.access import actor, sent, user_of
from tournaments.web.faults import attempted, report
from tournaments.web.forms.clubs import ClubForm
from tournaments.web.forms.tournaments import TournamentForm
from tournaments.web.frame import frame
from tournaments.web.words import VP_TABLES, Words


@login_required
def create_club(request: HttpRequest) -> HttpResponse:
    """Found a club; whoever does is its owner."""
    user = user_of(request)
    if user is None or not user.is_superuser:
        raise PermissionDenied
    form = ClubForm(sent(request))
    if request.method == "POST" and form.is_valid():
        club = attempted(form, lambda: clubs.create_club(owner=user, **form.cleaned_data))
        if club:
            messages.success(request, _("The club is founded: open its first tournament."))
            return redirect("club", club.slug)
    status = 422 if form.errors else 200
    return render(request, "club/create.html", {"form": form}, status=status)


def edit_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's name, place or language."""
    club = find_club(request, slug, OWNERS)
    fields = ("name", "city", "language", "time_zone")
    initial = {field: getattr(club, field) for field in fields}
    form = ClubForm(sent(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        changed = attempted(form, lambda: clubs.update_club(club, **form.cleaned_data))
        if changed:
            messages.success(request, _("The club's details are stored."))
            return redirect("club", slug)
    context = {"form": form, "club": club}
    return render(request, "club/edit.html", context, status=422 if form.errors else 200)


def choose_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The first choice for a new tournament: its game."""
    club = find_club(request, slug, DIRECTORS)
    return render(request, "tournament/choose_game.html", {"club": club, "games": registry.RULESETS})


def create_tournament(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """A new tournament of a game, everything else suiting it, or like an earlier one."""
    club = find_club(request, slug, DIRECTORS)
    game = registry.find(ruleset)
    if game is None:
        raise Http404
    plan = _model(request, club, game)
    form = TournamentForm(sent(request), game=game, plan=plan, vp_tables=_vp_tables(club))
    if request.method == "POST" and _is_right(form, club):
        made = attempted(form, lambda: tournaments.create_tournament(club=club, raw=form.raw(), by=actor(request)))
        if made:
            messages.success(request, _("The tournament stands: register the players."))
            return redirect("registration", made.slug)
    context = {"form": form, "club": club, "game": game}
    return render(request, "tournament/create.html", context, status=422 if form.errors else 200)


def _vp_tables(club: Club) -> dict[str, Words]:
    """The names of the tables of victory points that a tournament of the club may go by."""
    return {**VP_TABLES, **{table.slug: table.name for table in club.vp_tables.all()}}


def _is_right(form: TournamentForm, club: Club) -> bool:
    """Whether the form holds; if not, what the action would find is told as well."""
    if form.is_valid():
        return True
    report(form, plans.Plan(form.raw(), vp_tables=known_tables(club)).problems)
    return False


def _model(request: HttpRequest, club: Club, game: RuleSet) -> dict[str, Any]:
    """What the form starts from: what suits the game, or the tournament named by `like`."""
    like = request.GET.get("like")
    earlier = club.tournaments.filter(slug=like, ruleset=game.slug).first() if like else None
    if earlier:
        return {**plans.plan_of(earlier), "starts_at": None}
    plan = plans.Plan({"name": "–", "ruleset": game.slug}).values
    return plans.plan_of(club.tournaments.model(**plan)) | {"name": ""}


def edit_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what a tournament is to be."""
    tournament = find_tournament(request, slug, DIRECTORS)
    plan = plans.plan_of(tournament)
    club = tournament.club
    form = TournamentForm(sent(request), game=tournament.rules, plan=plan, vp_tables=_vp_tables(club))
    if request.method == "POST" and _is_right(form, club):
        changed = attempted(form, lambda: tournaments.update_tournament(tournament, form.raw(), by=actor(request)))
        if changed:
            messages.success(request, _("The plan is stored."))
            return redirect("desk", slug)
    context = {**frame(request, tournament, "desk"), "form": form, "game": tournament.rules}
    return render(request, "tournament/edit.html", context, status=422 if form.errors else 200)
