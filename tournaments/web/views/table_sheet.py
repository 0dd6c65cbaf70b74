"""Entering all hands of a table on one sheet: typed, or pasted from a spreadsheet."""

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournaments.actions import hands
from tournaments.actions.refusals import PreconditionRequired, Problem, Refusal
from tournaments.actions.tables import TableInPlay, play_at
from tournaments.actions.tallies import Entered
from tournaments.http import find_table
from tournaments.models import SCORERS, Table
from tournaments.web.access import actor, wants_part
from tournaments.web.forms.inputs import number_in
from tournaments.web.forms.table_sheet import TableSheet, grid_fields
from tournaments.web.live_parts import mark_of, not_modified
from tournaments.web.pasted_hands import BESIDE, read_pasted, typed_rows, widest

from .opened_row import marked, opened_row, sheet_context


def table_sheet(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A row for each hand; every one that was typed is stored for itself, or looked at before.

    Where a hand is more than a few numbers one row stands open with its whole form.
    """
    at = find_table(request, slug, number, table, SCORERS)
    if not at.round.is_public:
        raise Http404
    play = play_at(at)
    mark = _mark(request, play) if wants_part(request) else ""
    if unchanged := not_modified(request, mark):
        return unchanged
    if not grid_fields(play):
        return opened_row(request, play, mark=mark)
    if request.method != "POST":
        return _page(request, TableSheet(play), mark=mark)
    if request.POST.get("do") != "save":
        return _page(request, TableSheet(play_at(at), _pasted(request, at)))
    return _save(request, at)


def _mark(request: HttpRequest, play: TableInPlay) -> str:
    """What changes with all that a sheet shows; the next table, with whatever is played, once this one is over."""
    told = play.state.over and play.table.round.tournament.ledger_length
    hands_so_far = [(hand.number, hand.version, hand.state) for hand in play.hands]
    return mark_of(request, hands_so_far, play.table.round.state, told, timeless=True)


def _page(request: HttpRequest, sheet: TableSheet, *, status: int = 200, mark: str = "") -> HttpResponse:
    context = {**sheet_context(request, sheet), "pasted": request.POST.get("pasted", "")}
    page = render(request, "hand/table.html", context, status=status)
    return marked(page, mark)


def _pasted(request: HttpRequest, at: Table) -> Mapping[str, str]:
    """What was typed, with what was pasted in its rows."""
    sent = request.POST.dict()
    text = str(sent.get("pasted", ""))
    play = play_at(at)
    sheet = TableSheet(play)
    names = sheet.names if widest(text) > len(sheet.needed_names) + BESIDE else sheet.needed_names
    first = number_in(request.POST, "at") or len(play.hands) + 1
    who = [seat.entry.name for side in play.sides for seat in side[:1]] if len(names) == len(play.sides) else []
    return sent | dict(typed_rows(read_pasted(text, first=first, columns=len(names), names=who), names))


def _save(request: HttpRequest, at: Table) -> HttpResponse:
    sheet = TableSheet(play_at(at), request.POST.dict())
    before = len(sheet.play.hands)
    refused = {hand: problems for hand in sheet.typed if (problems := _record(request, at, sheet, hand))}
    after = TableSheet(play_at(at), request.POST.dict())
    for hand, problems in refused.items():
        after.report(hand, problems)
    if after.has_faults:
        return _page(request, after, status=422)
    if saved := len(after.play.hands) - before:
        message = ngettext("%(number)d hand is saved.", "%(number)d hands are saved.", saved)
        messages.success(request, message % {"number": saved})
    return redirect("table-sheet", at.round.tournament.slug, at.round.number, at.number)


def _record(request: HttpRequest, at: Table, sheet: TableSheet, hand: int) -> Sequence[Problem]:
    """Store one row, and what it was refused for; where another tally stands already, that is shown and stays."""
    form = sheet.form(hand, play_at(at))
    try:
        hands.record(at, Entered(number=hand, tally=form.tally()), by=actor(request))
    except PreconditionRequired:
        return ()
    except Refusal as refusal:
        return refusal.problems
    return ()
