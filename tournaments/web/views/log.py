"""The ledger as readable sentences, and undoing the last action."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.event_log.reading import read_log, read_whole_log
from tournaments.actions.event_log.selecting import LogFilter
from tournaments.actions.ledger_kinds import GROUPS
from tournaments.actions.rounds.decided_rounds import FIELD as DECISIONS
from tournaments.actions.undoing.last_action import Undone, read_offer, undo
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament

from ..forms.inputs import number, number_in
from ..requests.access import actor, frame
from ..requests.faults import attempt
from .spreadsheets import csv_file

PAGE = 50
LONGEST = 100
LABELS = {
    "rounds": gettext_lazy("Rounds and draws"),
    "hands": gettext_lazy("Results"),
    "players": gettext_lazy("Players"),
    "penalties": gettext_lazy("Penalties"),
    "tournament": gettext_lazy("The tournament"),
}


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The events, the newest first, filtered by kind, round, table and player, and the seal of the ledger."""
    tournament = find_tournament(request, slug)
    wanted, before = _read_filter(request), _number(request, "before")
    page = read_log(tournament, request.user, wanted, before=before, size=PAGE)
    here = reverse("tournament-ledger", args=[slug])
    context = {
        **frame(request, tournament, "ledger"),
        **_links(here, wanted, before, page.older),
        "log": page,
        "wanted": wanted,
        "is_chosen": wanted != LogFilter(),
        "kinds": [(kind, LABELS[kind]) for kind in GROUPS],
        "here": here,
        "lines": reverse("api:ledger", args=[slug]),
        "check": reverse("api:verification", args=[slug]),
    }
    return render(request, "tournament/ledger.html", context)


def _read_filter(request: HttpRequest) -> LogFilter:
    kind = request.GET.get("kind", "")
    return LogFilter(
        kind=kind if kind in GROUPS else "",
        round=_number(request, "round"),
        table=_number(request, "table"),
        player=request.GET.get("player", "").strip()[:LONGEST],
    )


def _number(request: HttpRequest, field: str) -> int | None:
    typed = number(request.GET.get(field, ""))
    return typed if isinstance(typed, int) and typed < 2**31 else None


def _links(here: str, wanted: LogFilter, before: int | None, older: int | None) -> dict[str, Any]:
    """Return the URLs of the newest and of older lines for this filter; "" for lines that the page shows already."""
    asked = {"kind": wanted.kind, "round": wanted.round, "table": wanted.table, "player": wanted.player}
    query = {name: value for name, value in asked.items() if value not in ("", None)}
    return {
        "newer": f"{here}?{urlencode(query)}" if before else "",
        "older": f"{here}?{urlencode({**query, 'before': older})}" if older else "",
    }


def log_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole ledger as CSV for directors, the oldest entry first."""
    tournament = find_tournament(request, slug, DIRECTORS)
    head: list[object] = [_("No."), _("When"), _("What happened"), _("Who"), _("Reason")]
    rows = [head, *_rows(tournament, request)]
    return csv_file(rows, f"{tournament.slug}-ledger")


def _rows(tournament: Tournament, request: HttpRequest) -> list[list[object]]:
    return [
        [line.sequence, date_format(localtime(line.at), "SHORT_DATETIME_FORMAT"), line.sentence, line.who, line.reason]
        for line in (each.plain for each in read_whole_log(tournament, request.user))
    ]


NO_LINK = 0


def undo_last(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which action would be undone, or why none can be undone. On POST, undo it."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if request.method == "POST":
        line = number_in(request.POST, "line") or NO_LINK
        decided = request.POST.get(DECISIONS, "")
        if attempt(
            request, lambda: _report_undone(request, undo(tournament, line, by=actor(request), decided=decided))
        ):
            return redirect("desk", slug)
        return redirect("undo", slug)
    offer = read_offer(tournament)
    return render(request, "desk/undo.html", {**frame(request, tournament, "desk"), "offer": offer})


def _report_undone(request: HttpRequest, undone: Undone) -> None:
    """Report that the action was undone, or when it had been undone before."""
    if undone.again:
        at = localtime(undone.link.at).strftime("%H:%M")
        messages.info(request, _("This had been undone already, at %(time)s.") % {"time": at})
    else:
        messages.success(request, _("Undone."))
