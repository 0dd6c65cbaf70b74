"""The teams of a tournament: the standings for everybody, and the form for directors."""

from re import ASCII, fullmatch

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.people.shown_names import full_names
from tournaments.actions.standings.teams import declare_teams, read_team_standings, teams_of
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS
from tournaments.paper import prints
from tournaments.wording.standing_states import state_of
from tournaments.wording.team_words import TeamLine, sum_title, team_lines, team_rules, team_warnings

from ..desk.registered_list import page_of
from ..forms.teams import TeamsForm
from ..public.spreadsheets import number
from ..requests.access import actor, frame, sent
from ..requests.faults import form_page, submit
from .prints import pdf
from .spreadsheets import csv_file
from .tournaments import asked_for, followed


def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest standings of the teams with the place of each player; with `after`, the standings after this round."""
    tournament = find_tournament(request, slug)
    hidden, after = tournament.hidden_after(request.user), _after(request)
    shown = asked_for(request, tournament, after)
    standings = read_team_standings(tournament, shown)
    framed = frame(request, tournament, "teams")
    context = {
        **framed,
        **followed(tournament, shown.latest),
        "query": "" if after is None else f"?after={after}",
        "public_rounds": framed["rounds"][: framed["hidden_after"]],
        "lines": team_lines(standings),
        "rules": team_rules(standings.teams),
        "state": state_of(tournament, shown, hidden=hidden is not None),
        "after_round": standings.after_round,
        "title": sum_title(tournament, standings.teams),
    }
    return render(request, "tournament/teams.html", context)


def teams_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The public standings of the teams as CSV, with a row for each player."""
    tournament = find_tournament(request, slug)
    request.user = AnonymousUser()
    standings = read_team_standings(tournament, asked_for(request, tournament, _after(request)))
    titles = [_("Place"), _("Team"), _("Sum"), _("Player"), _("Place of the player"), _("Score"), _("Counts")]
    lines = [line for team in team_lines(standings) for line in _rows(team)]
    return csv_file([[*titles], *lines], f"{tournament.slug}-teams")


def print_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of the teams as PDF."""
    tournament = find_tournament(request, slug)
    return pdf(prints.teams(tournament, request.user, asked_for(request, tournament, _after(request))))


def _after(request: HttpRequest) -> int | None:
    """Return the requested round of the standings; None for the latest. Raise Http404 if it is not a number."""
    asked = request.GET.get("after")
    if asked is None:
        return None
    if not fullmatch(r"[1-9]\d{0,3}", asked, ASCII):
        raise Http404
    return int(asked)


def _rows(team: TeamLine) -> list[list[object]]:
    own: list[object] = [number(team.place), team.name, number(team.total)]
    return [
        [*own, each.name, number(each.place), number(each.score), _("yes") if each.counts else _("no")]
        for each in team.members
    ]


def edit_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of the teams. On POST, store the teams."""
    tournament = find_tournament(request, slug, DIRECTORS)
    entries = list(tournament.entries.with_aliases().order_by("name"))
    stored = teams_of(tournament).among({entry.pk for entry in entries})
    form = TeamsForm(sent(request), tournament=tournament, entries=entries, teams=stored)
    if submit(form, lambda: declare_teams(tournament, form.raw(), by=actor(request), seen=form.cleaned_data["seen"])):
        messages.success(request, _("The teams were saved."))
        return redirect("edit-teams", slug)
    listed = page_of(in_list_order(entries, tournament.club), request.GET, tournament.club, full_names(entries))
    typed = form.typed
    context = {
        **frame(request, tournament, "desk"),
        "listed": listed,
        "fields": [(entry, typed[entry.pk]) for entry in listed.entries],
        "stored": stored,
        "rules": team_rules(stored),
        "warnings": team_warnings(tournament, stored),
    }
    return form_page(request, "desk/teams.html", form, context)
