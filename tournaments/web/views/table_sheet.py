"""Entering all hands of a table on one sheet: typed, pasted from a spreadsheet, or one by one in an open row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournaments.actions.core.refusals import PreconditionRequired, Problem, Refusal
from tournaments.actions.hands import hands
from tournaments.actions.hands.tables import TableInPlay, next_to_enter, play_at
from tournaments.actions.hands.tallies import HandInput
from tournaments.http import find_table
from tournaments.models import SCORERS, Table

from ..desk.live_parts import mark_of, not_modified
from ..forms.hands import TallyForm
from ..forms.inputs import number_in
from ..forms.pasted_hands import BESIDE, read_pasted, typed_rows, widest
from ..forms.pasted_sheet import Columns, PastedSheet, typed_words
from ..forms.table_sheet import TableSheet, grid_fields
from ..requests.access import actor, frame, wants_part
from .hands import EnteringAtDesk


def save_rows(
    request: HttpRequest, at: Table, made: type[TableSheet], refused_page: Callable[[TableSheet], HttpResponse]
) -> HttpResponse:
    """Store the rows and redirect to the sheet; if any row failed, show the problems."""
    sheet = made(play_at(at), request.POST.dict())
    before = len(sheet.play.hands)
    refused = {hand: problems for hand in sheet.typed if (problems := _record(request, at, sheet, hand))}
    after = made(play_at(at), request.POST.dict())
    for hand, problems in refused.items():
        after.report(hand, problems)
    if after.has_faults:
        return refused_page(after)
    if saved := len(after.play.hands) - before:
        message = ngettext("%(number)d hand was saved.", "%(number)d hands were saved.", saved)
        messages.success(request, message % {"number": saved})
    return redirect("table-sheet", at.round.tournament.slug, at.round.number, at.number)


def _record(request: HttpRequest, at: Table, sheet: TableSheet, hand: int) -> Sequence[Problem]:
    """Store one row and return its problems. If the hand already has a different tally, store nothing and return ()."""
    form = sheet.form(hand, play_at(at))
    if unread := sheet.unread(form):
        return unread
    try:
        hands.record(at, HandInput(number=hand, tally=form.tally()), by=actor(request))
    except PreconditionRequired:
        return ()
    except Refusal as refusal:
        return refusal.problems
    return ()


@dataclass(frozen=True)
class EnteringInRow(EnteringAtDesk):
    """The entry or correction of a hand in its row of the sheet; `mark` is the digest of the sheet."""

    mark: str = ""

    def page(self, form: TallyForm | None, *, status: int = 200, **more: Any) -> HttpResponse:
        """The page with the rows, of which this one is open with its form. If `form` is None, no row is open."""
        context = {
            **sheet_context(self.request, TableSheet(self.play)),
            "entering": self,
            **(self.context(form, **more) if form else {}),
        }
        return marked(render(self.request, "hand/table.html", context, status=status), self.mark)

    def leave(self) -> HttpResponse:
        """Redirect to the sheet."""
        return redirect("table-sheet", self.round.tournament.slug, self.round.number, self.play.table.number)

    def go_to(self, _number: int) -> HttpResponse:
        """Redirect to the sheet, where the next row is open."""
        return self.leave()


def opened_row(request: HttpRequest, play: TableInPlay, *, mark: str) -> HttpResponse:
    """The sheet with the requested row open, else the next row. On POST, preview or save the form of the row."""
    following = len(play.hands) + 1
    entering = EnteringInRow(request, play, number_in(request.GET, "hand") or following, mark)
    is_over = play.is_over and entering.current is None
    if not 1 <= entering.number <= following or (request.method == "POST" and is_over):
        raise Http404
    if request.method == "POST":
        return entering.answer()
    return entering.page(None if is_over else entering.blank_form())


def sheet_context(request: HttpRequest, sheet: TableSheet) -> dict[str, Any]:
    """Return the context that all table sheets share."""
    play = sheet.play
    entering = EnteringAtDesk(request, play, sheet.next)
    return {
        **frame(request, entering.tournament, "results"),
        "round": play.table.round,
        "play": play,
        "sheet": sheet,
        "columns": None if grid_fields(play) else Columns.of(play),
        "next_play": next_to_enter(play.table.round, play),
    }


def marked(page: HttpResponse, mark: str) -> HttpResponse:
    """Return the page; a non-empty mark becomes its ETag."""
    if mark:
        page["ETag"] = mark
    return page


def pasted_rows(request: HttpRequest, at: Table) -> HttpResponse | None:
    """Preview or store pasted hands. Return None if the request has the form of a single hand instead."""
    asked = request.POST.get("do")
    if asked == "paste":
        play = play_at(at)
        return _pasted_page(request, PastedSheet(play, typed_words(play, request.POST.get("pasted", ""))))
    if asked == "look-rows":
        return _pasted_page(request, PastedSheet(play_at(at), request.POST.dict()))
    if asked == "save-rows":
        return save_rows(request, at, PastedSheet, lambda sheet: _pasted_page(request, sheet, status=422))
    return None


def _pasted_page(request: HttpRequest, sheet: TableSheet, *, status: int = 200) -> HttpResponse:
    context = {**sheet_context(request, sheet), "pasted": request.POST.get("pasted", ""), "is_pasted": True}
    return render(request, "hand/table.html", context, status=status)


def table_sheet(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The table sheet. On POST, preview the rows, or store each row separately.

    A table that is scored by its total has a different page.
    """
    at = find_table(request, slug, number, table, SCORERS)
    if not at.round.is_public:
        raise Http404
    if at.round.is_by_totals:
        return redirect("enter-hand", slug, number, table, 1)
    play = play_at(at)
    mark = _mark(request, play) if wants_part(request) else ""
    if unchanged := not_modified(request, mark):
        return unchanged
    if not grid_fields(play):
        return pasted_rows(request, at) or opened_row(request, play, mark=mark)
    if request.method != "POST":
        return _page(request, TableSheet(play), mark=mark)
    if request.POST.get("do") != "save":
        pasted = _pasted(request, at)
        sheet = TableSheet(play_at(at), request.POST.dict() | pasted)
        return _page(request, sheet, unread="" if pasted else request.POST.get("pasted", ""))
    return save_rows(request, at, TableSheet, lambda sheet: _page(request, sheet, status=422))


def _mark(request: HttpRequest, play: TableInPlay) -> str:
    """Return a digest of everything that the sheet shows.

    After the table's end it includes the length of the ledger, because the page then links to the next table.
    """
    ledger_length = play.is_over and play.table.round.tournament.ledger_length
    hands_so_far = [(hand.number, hand.version, hand.state) for hand in play.hands]
    return mark_of(
        request, hands_so_far, play.table.round.state, bool(play.table.closing), ledger_length, timeless=True
    )


def _page(
    request: HttpRequest, sheet: TableSheet, *, status: int = 200, mark: str = "", unread: str = ""
) -> HttpResponse:
    context = {**sheet_context(request, sheet), "pasted": request.POST.get("pasted", ""), "unread": unread.strip()}
    page = render(request, "hand/table.html", context, status=status)
    return marked(page, mark)


def _pasted(request: HttpRequest, at: Table) -> dict[str, str]:
    """Return the pasted cells by the names of the inputs."""
    text = request.POST.get("pasted", "")
    play = play_at(at)
    sheet = TableSheet(play)
    names = sheet.names if widest(text) > len(sheet.needed_names) + BESIDE else sheet.needed_names
    first = number_in(request.POST, "at") or len(play.hands) + 1
    sides = [" ".join(seat.name for seat in side) for side in play.sides]
    who = sides if len(names) == len(sides) else []
    return dict(typed_rows(read_pasted(text, first=first, columns=len(names), names=who), names))
