"""Pasting the hands of a table from a spreadsheet where each of them needs a whole form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.hands.tables import play_at
from tournaments.models import Table

from ..forms.pasted_sheet import PastedSheet, typed_words
from ..forms.table_sheet import TableSheet
from .opened_row import sheet_context
from .sheet_rows import save_rows


def pasted_rows(request: HttpRequest, at: Table) -> HttpResponse | None:
    """The pasted hands in rows for preview or storing; None if a single hand was sent."""
    asked = request.POST.get("do")
    if asked == "paste":
        play = play_at(at)
        return _page(request, PastedSheet(play, typed_words(play, request.POST.get("pasted", ""))))
    if asked == "look-rows":
        return _page(request, PastedSheet(play_at(at), request.POST.dict()))
    if asked == "save-rows":
        return save_rows(request, at, PastedSheet, lambda sheet: _page(request, sheet, status=422))
    return None


def _page(request: HttpRequest, sheet: TableSheet, *, status: int = 200) -> HttpResponse:
    context = {**sheet_context(request, sheet), "pasted": request.POST.get("pasted", ""), "is_pasted": True}
    return render(request, "hand/table.html", context, status=status)
