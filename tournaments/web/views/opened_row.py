"""The table sheet of games with long forms: one row is open with its form."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.actions.hands.tables import TableInPlay, next_to_enter

from ..forms.hands import TallyForm
from ..forms.inputs import number_in
from ..forms.pasted_sheet import Columns
from ..forms.table_sheet import TableSheet, grid_fields
from ..requests.access import frame
from .hands import EnteringAtDesk


@dataclass(frozen=True)
class EnteringInRow(EnteringAtDesk):
    """A hand entered or corrected in its row of the sheet; `mark` is the digest of the sheet."""

    mark: str = ""

    def page(self, form: TallyForm | None, *, status: int = 200, **more: Any) -> HttpResponse:
        """The rows, this one with its form; none is open where the table is over."""
        context = {
            **sheet_context(self.request, TableSheet(self.play)),
            "entering": self,
            **(self.context(form, **more) if form else {}),
        }
        return marked(render(self.request, "hand/table.html", context, status=status), self.mark)

    def leave(self) -> HttpResponse:
        """Back to the rows."""
        return redirect("table-sheet", self.round.tournament.slug, self.round.number, self.play.table.number)

    def go_to(self, _number: int) -> HttpResponse:
        """The rows, the next one open."""
        return self.leave()


def opened_row(request: HttpRequest, play: TableInPlay, *, mark: str) -> HttpResponse:
    """The rows with the requested one open, or the next; its form is previewed or saved."""
    following = len(play.hands) + 1
    entering = EnteringInRow(request, play, number_in(request.GET, "hand") or following, mark)
    is_over = play.is_over and entering.standing is None
    if not 1 <= entering.number <= following or (request.method == "POST" and is_over):
        raise Http404
    if request.method == "POST":
        return entering.answer()
    return entering.page(None if is_over else entering.blank_form())


def sheet_context(request: HttpRequest, sheet: TableSheet) -> dict[str, Any]:
    """The common context of table sheets."""
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
    """A page with the digest of its content in a header, if requested."""
    if mark:
        page["ETag"] = mark
    return page
