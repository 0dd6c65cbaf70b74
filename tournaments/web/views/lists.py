"""Entering players from a pasted list or a file, after a review of its lines."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.core.refusals import Conflict, Invalid
from tournaments.actions.people import registration
from tournaments.actions.people.family_names import listed_name
from tournaments.actions.people.known_names import PlayerIndex
from tournaments.actions.people.lists.listed import read_line
from tournaments.actions.people.lists.listed_entries import read_entries
from tournaments.actions.people.lists.reviews import Review
from tournaments.actions.people.lists.workbooks import Worksheet
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament

from ..desk.registered_list import remember_ticks, ticks_at_once
from ..forms.players import MOST_ASKED, ListForm, add_decided, turned_lines
from ..requests.access import actor, frame, sent
from ..requests.faults import report
from .registration import report_new_entries

OK, SHOWN_ROWS = 200, 20
CACHE_CONTROL = "private, no-cache"
"""The header of the review, which is the response to a form: a browser that goes back may show its stored copy."""


def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list, ask about its unclear lines, then enter the players."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if "turn" in request.POST:
        return _turn(request, tournament)
    if "clear" in request.POST:
        return _enter(request, tournament)
    form = ListForm(sent(request), request.FILES or None)
    if not form.is_valid():
        return _form_page(request, tournament, form)
    try:
        sheet = form.sheet()
    except Invalid as refusal:
        report(form, refusal.problems)
        return _form_page(request, tournament, form, status=422)
    review = Review(PlayerIndex(tournament), tournament.entry_size)
    review.add(read_entries(sheet.rows, tournament.entry_size))
    if not review.lines:
        form.add_error("list", _("There is no name in the list."))
        return _form_page(request, tournament, form, status=422)
    return _review_page(request, tournament, review, sheet=sheet)


def _turn(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Swap the first and last names in all lines, and show the lines again."""
    remember_ticks(request, tournament, here="here" in request.POST)
    review = Review(PlayerIndex(tournament), tournament.entry_size)
    review.add(turned_lines(request.POST, tournament.entry_size))
    return _review_page(request, tournament, review)


def _enter(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter the reviewed lines. If this is refused or a line has problems, enter no line and show them again."""
    remember_ticks(request, tournament, here="here" in request.POST)
    review = Review(PlayerIndex(tournament), tournament.entry_size)
    clear = (read_line(line, tournament.entry_size) for line in request.POST["clear"].splitlines())
    review.add(replace(line, club_is_sure=True) for line in clear)
    add_decided(review, request.POST)
    review.require_decisions()
    if any(line.problems for line in review.lines):
        return _review_page(request, tournament, review, _later(request), status=422)
    chosen = review.chosen()
    candidates = [replace(line.candidate(), checked_in="here" in request.POST) for line in chosen]
    try:
        entries = registration.register(tournament, candidates, by=actor(request)) if candidates else []
    except Invalid as refusal:
        for problem in refusal.problems:
            chosen[int(problem.pointer[0])].problems.append(problem)
        return _review_page(request, tournament, review, _later(request), status=422)
    except Conflict as refusal:
        for problem in refusal.problems:
            messages.error(request, problem.text(_))
        return _review_page(request, tournament, review, _later(request), status=409)
    report_new_entries(request, entries)
    later = Review(PlayerIndex(tournament), tournament.entry_size)
    later.add(read_line(line, tournament.entry_size) for line in _later(request))
    return _review_page(request, tournament, later) if later.lines else redirect("registration", tournament.slug)


def _form_page(request: HttpRequest, tournament: Tournament, form: ListForm, status: int = 200) -> HttpResponse:
    context = {**frame(request, tournament, "desk"), "form": form, "size": tournament.entry_size}
    return render(request, "registration/paste.html", context, status=status)


def _later(request: HttpRequest) -> list[str]:
    """Return the unclear lines that the next pages will ask about."""
    return request.POST.get("later", "").splitlines()


def _review_page(
    request: HttpRequest,
    tournament: Tournament,
    review: Review,
    waiting: Sequence[str] = (),
    *,
    status: int = 200,
    sheet: Worksheet | None = None,
) -> HttpResponse:
    """The page that reviews a list: the clear lines in one field, and questions about the first `MOST_ASKED` others."""
    asked, clear = review.asked, review.clear
    later = [*(str(line.listed) for line in asked[MOST_ASKED:]), *waiting]
    context = {
        **frame(request, tournament, "desk"),
        "sheet": sheet,
        "number": len(review.lines) + len(waiting),
        "size": tournament.entry_size,
        "first_listed": _first_listed(review, tournament),
        "asked": asked[:MOST_ASKED],
        "faulty": [line for line in asked[:MOST_ASKED] if line.problems] if status != OK else [],
        "clear": "\n".join(str(line.listed) for line in clear),
        "clear_number": len(clear),
        "rows": min(SHOWN_ROWS, len(clear) + 1),
        "later": "\n".join(later),
        "later_number": len(later),
        "ticks_here": ticks_at_once(request, tournament),
    }
    page = render(request, "registration/review.html", context, status=status)
    page["Cache-Control"] = CACHE_CONTROL
    return page


def _first_listed(review: Review, tournament: Tournament) -> str:
    """Return the name in the first line as the club's lists show it; "" if this is the name as typed."""
    first = next((name for line in review.lines for name in line.listed.names), "")
    listed = listed_name(first, tournament.club)
    return listed if listed != first else ""
