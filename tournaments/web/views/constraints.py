"""The rules of seating: players who are kept apart, fixed tables, and table sizes."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.core.refusals import Problem, Refusal
from tournaments.actions.core.rows import id_of
from tournaments.actions.people import registration
from tournaments.actions.people.family_names import in_list_order
from tournaments.actions.people.shown_names import full_names
from tournaments.actions.rounds.draws.constraints import (
    SeatingConstraints,
    change_constraints,
    home_clubs,
    read_constraints,
)
from tournaments.actions.standings.ratings import rates
from tournaments.actions.standings.teams import teams_of
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Entry, Tournament

from ..desk.registered_list import page_of
from ..forms.desk import ApartForm, FixedForm, RatingForm, TablesForm, read_clubs
from ..requests.access import actor, frame
from ..requests.faults import attempt, report
from ..requests.unchanged_fields import touched_in

FORMS: Mapping[str, Callable[..., forms.Form]] = {
    "apart": ApartForm,
    "fixed": FixedForm,
    "tables": TablesForm,
    "rating": RatingForm,
}
TAKEN_BACK: Mapping[str, tuple[Callable[..., SeatingConstraints], int]] = {
    "meet": (SeatingConstraints.free_to_meet, 2),
    "move": (SeatingConstraints.free_to_move, 1),
}
"""For each value of the form, the function that removes the constraint, and the number of entries that it takes."""
OF_A_PAIR = {"0": "one", "1": "other"}


def constraints(request: HttpRequest, slug: str) -> HttpResponse:
    """The constraints of a tournament. Each part of the page has its own form; its name is sent with the form."""
    tournament = find_tournament(request, slug, DIRECTORS)
    what = request.POST.get("do", "")
    if what in FORMS:
        form = FORMS[what](request.POST, tournament=tournament, prefix=what)
        if form.is_valid() and _change_constraints(request, tournament, form, what):
            return redirect("constraints", slug)
        return _page(request, tournament, {what: form})
    if what in TAKEN_BACK:
        _take_back(request, tournament)
    elif what == "clubs":
        _store_clubs(request, tournament)
    return redirect("constraints", slug) if request.method == "POST" else _page(request, tournament)


def _page(request: HttpRequest, tournament: Tournament, sent: Mapping[str, forms.Form] | None = None) -> HttpResponse:
    entries = {entry.pk: entry for entry in tournament.entries.with_aliases().order_by("name")}
    listed = in_list_order(entries.values(), tournament.club)
    constraints = read_constraints(tournament)
    made = {what: (sent or {}).get(what) or form(tournament=tournament, prefix=what) for what, form in FORMS.items()}
    page = page_of(listed, request.GET, tournament.club, full_names(entries.values()))
    context = {
        **frame(request, tournament, "desk"),
        "entries": entries,
        "listed": page,
        "shown": _mark_of_clubs(tournament, page.entries),
        "apart": [(entries[one], entries[other]) for one, other in constraints.apart],
        "fixed": [(entries[entry], table) for entry, table in constraints.fixed],
        "clubs": home_clubs(tournament),
        "keeps_teams_apart": teams_of(tournament).apart_now,
        "rates": tournament.by_rating or rates(tournament),
        "forms": made,
    }
    faulty = any(form.errors for form in made.values())
    return render(request, "draft/constraints.html", context, status=422 if faulty else 200)


def _mark_of_clubs(tournament: Tournament, entries: Sequence[Entry]) -> str:
    """Return the home clubs on the page and the tick above them as JSON, for a hidden field."""
    clubs = {f"club-{entry.pk}": [entry.home_club] for entry in entries}
    return json.dumps({"avoid": ["yes"] if tournament.avoid_same_club else [], **clubs})


def _change_constraints(request: HttpRequest, tournament: Tournament, form: forms.Form, what: str) -> bool:
    """Call the action of the form and return whether it succeeded; show problems beside their fields."""
    try:
        change_constraints(tournament, _change_to_make(what, form.cleaned_data), by=actor(request))
    except Refusal as refusal:
        report(form, [_beside(problem) for problem in refusal.problems])
        return False
    messages.success(request, _("The next draw will follow this rule."))
    return True


def _change_to_make(what: str, values: Mapping[str, Any]) -> Callable[[SeatingConstraints], SeatingConstraints]:
    if what == "apart":
        return lambda constraints: constraints.kept_apart(values["one"].pk, values["other"].pk)
    if what == "fixed":
        return lambda constraints: constraints.fixed_at(values["entry"].pk, values["table"])
    return lambda constraints: replace(constraints, **values)


def _beside(problem: Problem) -> Problem:
    """Return the problem with the form's field as its pointer."""
    about_a_pair = problem.pointer[:1] == ("apart",)
    place = problem.pointer[2:] or (("other",) if about_a_pair else ("table",))
    fields = tuple(OF_A_PAIR.get(str(step), str(step)) for step in place)
    return replace(problem, pointer=fields or problem.pointer)


def _take_back(request: HttpRequest, tournament: Tournament) -> None:
    take_back, how_many = TAKEN_BACK[request.POST["do"]]
    ids = [*filter(None, map(id_of, request.POST.getlist("entry")[:2]))]
    if len(ids) == how_many:
        change = partial(
            change_constraints, tournament, lambda constraints: take_back(constraints, *ids), by=actor(request)
        )
        attempt(request, change, _("The next draw will no longer follow this rule."))


def _store_clubs(request: HttpRequest, tournament: Tournament) -> None:
    """Store the home clubs of the players, and whether players of the same club are kept apart."""
    touched = touched_in(request.POST)
    typed = read_clubs(request.POST.dict(), tournament.entries.in_bulk())
    clubs = {entry: club for entry, club in typed.items() if touched(f"club-{entry}")}
    avoid: dict[str, Any] = {"avoid_same_club": "avoid" in request.POST} if touched("avoid") else {}
    with transaction.atomic():  # one question about all changed places of seasons
        registration.change_home_clubs(tournament, clubs, by=actor(request))
        change_constraints(tournament, lambda constraints: replace(constraints, **avoid), by=actor(request))
    messages.success(request, _("The next draw will follow this rule."))
