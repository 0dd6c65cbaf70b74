"""The desk, its notices on every page of a tournament, and the redirect to the next hand of a table."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.actions.hands.help_calls import DISPUTE, open_calls
from tournaments.actions.hands.tables import read_tables
from tournaments.actions.seasons.consents import open_requests
from tournaments.actions.setup import archiving, tournaments
from tournaments.actions.standings.standings import hide_standings, show_standings
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, SCORERS, HelpCall, Round
from tournaments.paper.phone_address import is_unreachable
from tournaments.wording.of_hands import of_hand_or_total

from ..desk.desk_parts import Desk, desk_mark
from ..desk.live_parts import changed_parts, mark_of, not_modified
from ..desk.pending_decisions import DoubtfulHand, hands_in_doubt
from ..forms.inputs import number as typed_number
from ..requests.access import actor, frame, wants_part
from ..requests.faults import attempt

NO_ROUND = -1


def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk for directors and scorers: the next steps and all tables, updated live."""
    tournament = find_tournament(request, slug, SCORERS)
    mark = desk_mark(request, tournament) if wants_part(request) else ""
    if unchanged := not_modified(request, mark):
        return unchanged
    framed = frame(request, tournament, "desk")
    shown = Desk(request, framed)
    parts = shown.parts
    if mark:
        return changed_parts(request, parts, mark)
    context = {
        **framed,
        "agenda": shown.agenda,
        "matters": shown.matters,
        "parts": {part.name: part for part in parts},
        "season_requests": open_requests(tournament.club) if framed["directs"] else (),
        "tables": [part for part in parts if part.name.startswith("tables-")],
        "link": settings.TAVOLO_URL + reverse("tournament", args=[tournament.address]),
        "is_unreachable": is_unreachable(settings.TAVOLO_URL),
    }
    return render(request, "desk/desk.html", context)


def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk. With a table's number, redirect to the table's next hand, or to the table if it is over."""
    if "table" not in request.GET:
        return desk(request, slug)
    tournament = find_tournament(request, slug, SCORERS)
    playing = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("-number").first()
    number = typed_number(request.GET["table"])
    chosen = playing and isinstance(number, int) and playing.tables.filter(number=number)
    table = read_tables(chosen)[:1] if chosen else []
    if not playing or not table:
        messages.error(request, _("There is no such table in this round."))
        return redirect("desk", slug)
    if table[0].is_over:
        return redirect("table", slug, playing.number, number)
    return redirect("enter-hand", slug, playing.number, number, len(table[0].hands) + 1)


@require_POST
def hide(request: HttpRequest, slug: str) -> HttpResponse:
    """Hide the standings after a round from people outside the club; the default is the last closed round."""
    tournament = find_tournament(request, slug, DIRECTORS)
    typed = typed_number(request.POST.get("after_round", ""))
    after_round = NO_ROUND if isinstance(typed, str) else typed
    done = _("The standings are hidden.")
    attempt(request, lambda: hide_standings(tournament, by=actor(request), after_round=after_round), done)
    return redirect("desk", slug)


@require_POST
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings to the public again."""
    tournament = find_tournament(request, slug, DIRECTORS)
    attempt(request, lambda: show_standings(tournament, by=actor(request)), _("Everybody sees the standings again."))
    return redirect("tournament", slug)


@require_POST
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """End a tournament after its last published round."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("No further round is planned.")
    attempt(request, lambda: tournaments.end_after_round(tournament, by=actor(request)), done)
    return redirect("desk", slug)


@require_POST
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Archive a tournament; it stays readable."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("The tournament was archived.")
    attempt(request, lambda: archiving.archive_tournament(tournament, by=actor(request)), done)
    return redirect("tournament", slug)


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a tournament without any hand."""
    tournament = find_tournament(request, slug, DIRECTORS)
    done = _("The tournament was deleted.")
    if attempt(request, lambda: archiving.delete_tournament(tournament, by=actor(request)), done):
        return redirect("club", tournament.club.slug)
    return redirect("desk", slug)


@require_POST
def renew_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the secret link of a tournament; the former link stops working."""
    tournament = find_tournament(request, slug, DIRECTORS)
    tournaments.renew_link(tournament, by=actor(request))
    messages.success(request, _("There is a new link. The old one no longer works."))
    return redirect("desk", tournament.slug)


def desk_news(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the open notices as JSON, each with its text and URL; 304 if they are unchanged."""
    tournament = find_tournament(request, slug, SCORERS)
    calls, in_doubt = list(open_calls(tournament)), hands_in_doubt(tournament)
    mark = mark_of(request, [(call.pk, call.reason) for call in calls], in_doubt, timeless=True)
    if unchanged := not_modified(request, mark):
        return unchanged
    disputed = {one.table_id for one in in_doubt if not one.request}
    # A dispute and the call about it are shown as one notice, as at the desk.
    calls = [call for call in calls if call.reason != DISPUTE or call.table_id not in disputed]
    desk = reverse("desk", args=[tournament.slug]) + "#matters"
    matters = [{**matter, "to": desk} for matter in (*_called(calls), *_doubted(in_doubt))]
    more = ngettext("%(matters)s item waiting", "%(matters)s items waiting", len(matters)) % {"matters": len(matters)}
    return JsonResponse({"matters": matters, "more": more if len(matters) > 1 else ""}, headers={"ETag": mark})


def _called(calls: list[HelpCall]) -> Iterator[dict[str, Any]]:
    for call in calls:
        params = {"table": call.table.number, "time": time_format(localtime(call.called_at), "H:i")}
        yield {"key": f"call-{call.pk}", "words": _("Table %(table)s calls, since %(time)s") % params}


def _doubted(in_doubt: list[DoubtfulHand]) -> Iterator[dict[str, Any]]:
    for one in in_doubt:
        name = "asks for a correction" if one.request else "table disagrees"
        name = "sent late" if one.is_closed else name
        words = of_hand_or_total(name, is_total=one.is_total, hand=one.number, table=one.table)
        yield {"key": one.key, "words": words}
