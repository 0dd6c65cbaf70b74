"""Entering all hands of a table on one sheet: typed, or pasted from a spreadsheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.hands.tables import TableInPlay, play_at
from tournaments.http import find_table
from tournaments.models import SCORERS, Table

from ..desk.live_parts import mark_of, not_modified
from ..forms.inputs import number_in
from ..forms.pasted_hands import BESIDE, read_pasted, typed_rows, widest
from ..forms.table_sheet import TableSheet, grid_fields
from ..requests.access import wants_part
from .opened_row import marked, opened_row, sheet_context
from .pasted_rows import pasted_rows
from .sheet_rows import save_rows


def table_sheet(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The table sheet; each row is stored on its own, or previewed."""
    at = find_table(request, slug, number, table, SCORERS)
    if not at.round.is_public:
        raise Http404
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
    """A digest of all that a sheet shows; after the table's end also of the next table's state."""
    told = play.is_over and play.table.round.tournament.ledger_length
    hands_so_far = [(hand.number, hand.version, hand.state) for hand in play.hands]
    return mark_of(request, hands_so_far, play.table.round.state, bool(play.table.closing), told, timeless=True)


def _page(
    request: HttpRequest, sheet: TableSheet, *, status: int = 200, mark: str = "", unread: str = ""
) -> HttpResponse:
    context = {**sheet_context(request, sheet), "pasted": request.POST.get("pasted", ""), "unread": unread.strip()}
    page = render(request, "hand/table.html", context, status=status)
    return marked(page, mark)


def _pasted(request: HttpRequest, at: Table) -> dict[str, str]:
    """The pasted hands by the inputs of their rows."""
    text = request.POST.get("pasted", "")
    play = play_at(at)
    sheet = TableSheet(play)
    names = sheet.names if widest(text) > len(sheet.needed_names) + BESIDE else sheet.needed_names
    first = number_in(request.POST, "at") or len(play.hands) + 1
    sides = [" ".join(seat.name for seat in side) for side in play.sides]
    who = sides if len(names) == len(sides) else []
    return dict(typed_rows(read_pasted(text, first=first, columns=len(names), names=who), names))
