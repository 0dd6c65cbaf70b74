"""The ledger as readable sentences."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.chronicle.reading import read_log, read_whole_log
from tournaments.actions.chronicle.selecting import Wanted
from tournaments.actions.ledger_kinds import GROUPS
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Tournament

from ..forms.inputs import number
from ..requests.access import frame
from .spreadsheets import csv_file

PAGE = 50
LONGEST = 100
LABELS = {
    "rounds": gettext_lazy("Rounds and draws"),
    "hands": gettext_lazy("Hands"),
    "players": gettext_lazy("Players"),
    "penalties": gettext_lazy("Penalties"),
    "tournament": gettext_lazy("The tournament"),
}


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """List the events, newest first, by kind, round, table and player; and the ledger's seal."""
    tournament = find_tournament(request, slug)
    wanted, before = _wanted(request), _number(request, "before")
    page = read_log(tournament, request.user, wanted, before=before, size=PAGE)
    here = reverse("tournament-ledger", args=[slug])
    context = {
        **frame(request, tournament, "ledger"),
        **_links(here, wanted, before, page.older),
        "log": page,
        "wanted": wanted,
        "is_chosen": wanted != Wanted(),
        "kinds": [(kind, LABELS[kind]) for kind in GROUPS],
        "here": here,
        "lines": reverse("api:ledger", args=[slug]),
        "check": reverse("api:verification", args=[slug]),
    }
    return render(request, "tournament/ledger.html", context)


def _wanted(request: HttpRequest) -> Wanted:
    kind = request.GET.get("kind", "")
    return Wanted(
        kind=kind if kind in GROUPS else "",
        round=_number(request, "round"),
        table=_number(request, "table"),
        player=request.GET.get("player", "").strip()[:LONGEST],
    )


def _number(request: HttpRequest, field: str) -> int | None:
    typed = number(request.GET.get(field, ""))
    return typed if isinstance(typed, int) and typed < 2**31 else None


def _links(here: str, wanted: Wanted, before: int | None, older: int | None) -> dict[str, Any]:
    """Where the newest and the earlier lines of the same choice are."""
    asked = {"kind": wanted.kind, "round": wanted.round, "table": wanted.table, "player": wanted.player}
    kept = {name: value for name, value in asked.items() if value not in ("", None)}
    return {
        "newer": f"{here}?{urlencode(kept)}" if before else "",
        "older": f"{here}?{urlencode({**kept, 'before': older})}" if older else "",
    }


def log_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """All of it for a spreadsheet, oldest first; for directors."""
    tournament = find_tournament(request, slug, DIRECTORS)
    head: list[object] = [_("No."), _("When"), _("What happened"), _("Who"), _("Reason")]
    rows = [head, *_rows(tournament, request)]
    return csv_file(rows, f"{tournament.slug}-ledger")


def _rows(tournament: Tournament, request: HttpRequest) -> list[list[object]]:
    return [
        [line.sequence, date_format(localtime(line.at), "SHORT_DATETIME_FORMAT"), line.sentence, line.who, line.reason]
        for line in (each.plain for each in read_whole_log(tournament, request.user))
    ]
