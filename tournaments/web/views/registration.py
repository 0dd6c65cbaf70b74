"""The registration desk: entering players, checking them in, withdrawing them and bringing them back."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.core.names import name_key, read_name
from tournaments.actions.core.refusals import Conflict, Invalid, Problem
from tournaments.actions.core.rows import id_of
from tournaments.actions.people import registration
from tournaments.actions.people.candidates import Candidate
from tournaments.actions.people.known_names import PlayerIndex, Question
from tournaments.actions.people.past_players import read_past, register_again
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, Entry, SeasonEvening, Tournament
from tournaments.wording.names import filled
from tournaments.wording.words import entrants

from ..desk.live_parts import changed_parts, not_modified
from ..desk.registered_list import remember_ticks, ticks_at_once
from ..desk.registered_parts import RegistrationList, registered_mark
from ..requests.access import actor, frame, wants_json, wants_part
from ..requests.faults import attempt

OFFERED = 300
EARLIER, LOOKED_AT, NAMED = 3, 12, 8
ANSWERS = ("player", "sure", "new")
"""The fields with the answers to questions about names: the id of a known player, or the name of somebody new."""
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
    """Enter players by name. Ask first about each name that could belong to a known player."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if wants_part(request):
        return _live(request, tournament)
    register = PlayerIndex(tournament)
    if request.method != "POST":
        return _page(request, tournament, register)
    names = [read_name(name) for name in request.POST.getlist("name")]
    remember_ticks(request, tournament, here="here" in request.POST)
    if question := _next_question(request, register, names):
        others = names[: (at := names.index(question.name))] + names[at + 1 :]
        answers = [(field, value) for field in ANSWERS for value in request.POST.getlist(field)]
        return _page(request, tournament, register, question=question, typed=names, others=others, answers=answers)
    try:
        entries = registration.register(tournament, [_candidate(request, register, names)], by=actor(request))
    except (Invalid, Conflict) as refusal:
        faults = [problem.text(_) for problem in refusal.problems]
        status = 422 if isinstance(refusal, Invalid) else 409
        return _page(request, tournament, register, status=status, faults=faults, typed=names)
    messages.success(request, filled(_("%(name)s is entered."), {"name": entries[0].name}))
    return redirect("registration", slug)


def _next_question(request: HttpRequest, register: PlayerIndex, names: Sequence[str]) -> Question | None:
    """Return the question about the first doubtful name that has no answer yet; None if there is none."""
    answered = Counter([*request.POST.getlist("sure"), *request.POST.getlist("new")])
    for place, name in enumerate(names):
        question = _question(register, name, names[:place])
        if question and not answered[name]:
            return question
        answered[name] -= question is not None
    return None


def _question(register: PlayerIndex, name: str, earlier: Sequence[str]) -> Question | None:
    """Return the question about a name after the names of these partners; None if nothing is doubtful."""
    question = register.question(name)
    is_repeated = name_key(name) in map(name_key, earlier)
    if is_repeated and not (question and question.same_name):
        return Question(name, (), same_name=True, is_repeated=True)
    return question


def _candidate(request: HttpRequest, register: PlayerIndex, names: Sequence[str]) -> Candidate:
    """Return the entry to be made.

    If a player is new although somebody has the same name, the known partners are given by their ids.
    """
    ids, new = list(filter(None, map(id_of, request.POST.getlist("player")))), request.POST.getlist("new")
    if new:
        known, names = _parted(register, names, Counter(map(name_key, new)))
        ids += known
    return Candidate(
        names=tuple(names),
        player_ids=tuple(ids),
        new=bool(new),
        stand_in="stand_in" in request.POST,
        checked_in="here" in request.POST,
    )


def _parted(register: PlayerIndex, names: Sequence[str], new: Counter[str]) -> tuple[list[int], list[str]]:
    """Return the ids of known partners, and the other names; `new` counts the names of new players by their keys."""
    known: dict[int, str] = {}
    for name in names:
        player = register.free(key := name_key(name))
        if player and player.pk not in known and [*map(name_key, names)].count(key) > new[key]:
            known[player.pk] = name
    others = Counter(names) - Counter(known.values())
    return list(known), list(others.elements())


def _page(
    request: HttpRequest,
    tournament: Tournament,
    register: PlayerIndex,
    *,
    status: int = 200,
    typed: Sequence[str] = (),
    **more: Any,
) -> HttpResponse:
    size = tournament.entry_size
    framed = frame(request, tournament, "desk")
    registered = RegistrationList(tournament, request.GET)
    parts = list(registered.parts(request, framed))
    context = {
        **framed,
        "entries": registered.entries,
        "listed": registered.listed,
        "parts": {part.name: part for part in parts},
        "lists": [part for part in parts if part.name.startswith("list-")],
        "earlier": _earlier(tournament, register),
        "offered": register.absent()[:OFFERED],
        "typed": [typed[place] if place < len(typed) else "" for place in range(size)],
        "names": typed,
        "ticks_here": ticks_at_once(request, tournament),
        "stands_in": "stand_in" in request.POST,
        **more,
    }
    return render(request, "registration/registration.html", context, status=status)


def _live(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the changed parts of the page; 304 if no part has changed."""
    mark = registered_mark(request, tournament)
    if unchanged := not_modified(request, mark):
        return unchanged
    parts = RegistrationList(tournament, request.GET).parts(request, frame(request, tournament, "desk"))
    return changed_parts(request, list(parts), mark)


def _earlier(tournament: Tournament, register: PlayerIndex) -> list[dict[str, Any]]:
    """Return the club's latest other tournaments whose players can be entered here, those of the same season first.

    Each has the number of these players, and the reasons why other players are left out.
    """
    others = tournament.club.tournaments.exclude(pk=tournament.pk).filter(
        Exists(Entry.objects.filter(tournament=OuterRef("pk")))
    )
    of_season = SeasonEvening.objects.filter(season__evenings__tournament=tournament, tournament=OuterRef("pk"))
    latest = others.select_related("club").order_by(Exists(of_season).desc(), "-pk")[:LOOKED_AT]
    alike = [other for other in latest if other.entry_size == tournament.entry_size][:EARLIER]
    past = read_past(alike, register.entered) if alike else {}
    return [
        {"tournament": other, "size": len(past[other.pk].candidates), "left_out": _reasons(past[other.pk].left_out)}
        for other in alike
        if past[other.pk].candidates
    ]


def _reasons(left_out: Sequence[Problem]) -> str:
    """Return the problems as text: the first `NAMED` problems, then the number of the others."""
    words = [problem.text(_) for problem in left_out[:NAMED]]
    if (more := len(left_out) - NAMED) > 0:
        words.append(ngettext("%(number)d more", "%(number)d more", more) % {"number": more})
    return ", ".join(words)


@require_POST
def enter_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter all players of an earlier tournament in this one."""
    tournament = find_tournament(request, slug, DIRECTORS)
    earlier = get_object_or_404(tournament.club.tournaments, pk=id_of(request.POST.get("tournament", "")))
    attempt(request, lambda: _report_copied_entries(request, *register_again(tournament, earlier, by=actor(request))))
    return redirect("registration", slug)


def _report_copied_entries(request: HttpRequest, entries: Sequence[Entry], left_out: Sequence[Problem]) -> None:
    """Report the number of new entries, and the players who were left out, with reasons."""
    report_new_entries(request, entries)
    if left_out:
        messages.info(request, _("Left out: %(names)s.") % {"names": _reasons(left_out)})


def report_new_entries(request: HttpRequest, entries: Sequence[Entry]) -> None:
    """Report the number of new entries."""
    if not entries:
        messages.info(request, _("Nobody new was entered."))
        return
    size = entries[0].tournament.entry_size
    messages.success(request, _("Entered: %(who)s.") % {"who": entrants(len(entries), size)})


@require_POST
def tick_everybody(request: HttpRequest, slug: str, where: str) -> HttpResponse:
    """Check all players in, or undo all check-ins."""
    tournament = find_tournament(request, slug, DIRECTORS)
    registration.check_in_all(tournament, here=where == "here", by=actor(request))
    remember_ticks(request, tournament, here=where == "here")  # the default for later entries
    return JsonResponse({"changed": where}) if wants_json(request) else redirect("registration", slug)


@require_POST
def withdraw_everybody(request: HttpRequest, slug: str, who: str) -> HttpResponse:
    """Withdraw all players, or all players who are not checked in."""
    tournament = find_tournament(request, slug, DIRECTORS)
    gone = len(registration.withdraw_all(tournament, absent=who == "absent", by=actor(request)))
    done = _("Withdrawn: %(who)s.") % {"who": entrants(gone, tournament.entry_size)}
    messages.success(request, done if gone else _("Nobody is left to withdraw."))
    return redirect("registration", slug)


def suggest_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Return up to 20 choices: players of the club who are not entered and whose names contain the text."""
    tournament = find_tournament(request, slug, DIRECTORS)
    typed = request.GET.get("name") or request.GET.get("name-0", "")
    players = tournament.club.players.selectable().filter(name_key__contains=name_key(typed))
    others = players.exclude(entry_players__tournament=tournament)[:20]
    return render(request, "registration/_known_players.html", {"offered": others})


@require_POST
def change(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    """Apply one of `CHANGES` to an entry, such as a check-in or a withdrawal, or remove the entry."""
    entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
    if what == "remove":
        attempt(request, lambda: registration.remove_entry(entry, by=actor(request)))
        return redirect("registration", slug)
    if wants_json(request):
        registration.change_entry(entry, CHANGES[what], by=actor(request))
        return JsonResponse({"changed": what})
    attempt(request, lambda: registration.change_entry(entry, CHANGES[what], by=actor(request)))
    return redirect(f"{reverse('registration', args=[slug])}?at={pk}#entry-{pk}")
