"""The registration desk: players are entered, ticked off, let go and taken back."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.fields import normalise_text
from tournaments.actions import registration
from tournaments.actions.candidates import Candidate
from tournaments.actions.refusals import Invalid
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, Entry, Tournament
from tournaments.web.access import actor, frame
from tournaments.web.faults import attempt
from tournaments.web.forms.registration import ListLine, Register, read_decided, read_list

OFFERED = 300
CHANGES: dict[str, dict[str, Any]] = {
    "check-in": {"checked_in": True},
    "check-out": {"checked_in": False},
    "withdraw": {"status": Entry.Status.WITHDRAWN},
    "pause": {"status": Entry.Status.PAUSED},
    "return": {"status": Entry.Status.ACTIVE},
    "stand-in": {"stand_in": True},
    "ranked": {"stand_in": False},
}


def register_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Type a name, Enter, next; what may be somebody known is asked first."""
    tournament = find_tournament(request, slug, DIRECTORS)
    register = Register(tournament)
    if request.method != "POST":
        return _page(request, tournament, register)
    names = [normalise_text(name) for name in request.POST.getlist("name")]
    if not request.POST.keys() & {"sure", "new"}:
        question = next(filter(None, (register.question(name) for name in names)), None)
        if question:
            return _page(request, tournament, register, question=question, typed=names)
    try:
        entries = registration.register(tournament, [_candidate(request, names)], by=actor(request))
    except Invalid as refusal:
        faults = [problem.text(_) for problem in refusal.problems]
        return _page(request, tournament, register, status=422, faults=faults, typed=names)
    messages.success(request, _("%(name)s is entered.") % {"name": entries[0].name})
    return redirect("registration", slug)


def _candidate(request: HttpRequest, names: Sequence[str]) -> Candidate:
    return Candidate(
        names=tuple(names),
        player_ids=tuple(int(pk) for pk in request.POST.getlist("player") if pk.isdecimal()),
        new="new" in request.POST,
        stand_in="stand_in" in request.POST,
        checked_in="here" in request.POST,
    )


def _page(
    request: HttpRequest,
    tournament: Tournament,
    register: Register,
    *,
    status: int = 200,
    typed: Sequence[str] = (),
    **more: Any,
) -> HttpResponse:
    size = tournament.entry_size
    entries = list(tournament.entries.order_by("name"))
    context = {
        **frame(request, tournament, "desk"),
        "entries": entries,
        "here": sum(entry.checked_in for entry in entries),
        "known": register.absent()[:OFFERED],
        "typed": [typed[place] if place < len(typed) else "" for place in range(size)],
        "names": typed,
        "ticks_here": "here" in request.POST,
        "stands_in": "stand_in" in request.POST,
        "drawn": tournament.rounds.exists(),
        **more,
    }
    return render(request, "registration/registration.html", context, status=status)


def known(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's players whose names contain what is typed, as choices for the name's field."""
    tournament = find_tournament(request, slug, DIRECTORS)
    typed = normalise_text(request.GET.get("name", ""))[:100]
    players = tournament.club.players.not_erased().filter(name__icontains=typed)
    others = players.exclude(entry_players__tournament=tournament)[:20]
    return render(request, "registration/_known_players.html", {"known": others})


def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """A list of names: looked at line by line first, entered whole or not at all."""
    tournament = find_tournament(request, slug, DIRECTORS)
    register = Register(tournament)
    if request.method != "POST" or "list" in request.POST:
        return _list_page(request, tournament, read_list(request.POST.get("list", ""), register))
    lines = read_decided(request.POST.dict(), register)
    chosen = [line for line in lines if line.candidate()]
    candidates = [line.candidate() or Candidate() for line in chosen]
    try:
        entries = registration.register(tournament, candidates, by=actor(request))
    except Invalid as refusal:
        for problem in refusal.problems:
            chosen[int(problem.pointer[0])].faults.append(problem.text(_))
        return _list_page(request, tournament, lines, status=422)
    done = ngettext("%(number)d player is entered.", "%(number)d players are entered.", len(entries))
    messages.success(request, done % {"number": len(entries)})
    return redirect("registration", slug)


def _list_page(request: HttpRequest, tournament: Tournament, lines: list[ListLine], status: int = 200) -> HttpResponse:
    context = {
        **frame(request, tournament, "desk"),
        "lines": lines,
        "asked": sum(line.question is not None for line in lines),
        "faulty": sum(bool(line.faults) for line in lines),
    }
    return render(request, "registration/paste.html", context, status=status)


@require_POST
def change(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Tick a player off, let him go, take him back, or strike him off the list."""
    entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
    if what == "remove":
        attempt(request, lambda: registration.remove_entry(entry, by=actor(request)))
        return redirect("registration", slug)
    attempt(request, lambda: registration.change_entry(entry, CHANGES[what], by=actor(request)))
    return redirect(f"{reverse('registration', args=[slug])}#entry-{pk}")
