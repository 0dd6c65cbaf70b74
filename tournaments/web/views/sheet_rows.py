"""Storing the rows of a sheet, each for itself."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from tournaments.actions.core.refusals import PreconditionRequired, Problem, Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import play_at
from tournaments.actions.hands.tallies import Entered
from tournaments.models import Table

from ..forms.table_sheet import TableSheet
from ..requests.access import actor


def save_rows(
    request: HttpRequest, at: Table, made: type[TableSheet], refused_page: Callable[[TableSheet], HttpResponse]
) -> HttpResponse:
    """Store the rows and return to the sheet, or show the problems of those that failed."""
    sheet = made(play_at(at), request.POST.dict())
    before = len(sheet.play.hands)
    refused = {hand: problems for hand in sheet.typed if (problems := _record(request, at, sheet, hand))}
    after = made(play_at(at), request.POST.dict())
    for hand, problems in refused.items():
        after.report(hand, problems)
    if after.has_faults:
        return refused_page(after)
    if saved := len(after.play.hands) - before:
        message = ngettext("%(number)d hand is saved.", "%(number)d hands are saved.", saved)
        messages.success(request, message % {"number": saved})
    return redirect("table-sheet", at.round.tournament.slug, at.round.number, at.number)


def _record(request: HttpRequest, at: Table, sheet: TableSheet, hand: int) -> Sequence[Problem]:
    """Store one row and return its problems; another tally that is current stays and is shown."""
    form = sheet.form(hand, play_at(at))
    if unread := sheet.unread(form):
        return unread
    try:
        hands.record(at, Entered(number=hand, tally=form.tally()), by=actor(request))
    except PreconditionRequired:
        return ()
    except Refusal as refusal:
        return refusal.problems
    return ()
