"""Notices for directors and scorers on every page of a tournament: calls and disputes."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.hands.help_calls import DISPUTE, open_calls
from tournaments.http import find_tournament
from tournaments.models import SCORERS, HelpCall

from ..desk.live_parts import mark_of, not_modified
from ..desk.pending_decisions import InDoubt, hands_in_doubt


def desk_news(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the open notices with texts and addresses; 304 if they are unchanged."""
    tournament = find_tournament(request, slug, SCORERS)
    calls, in_doubt = list(open_calls(tournament)), hands_in_doubt(tournament)
    mark = mark_of(request, [call.pk for call in calls], in_doubt, timeless=True)
    if unchanged := not_modified(request, mark):
        return unchanged
    disputed = {one.table_id for one in in_doubt if not one.request}
    # A table that calls over a dispute is one matter with it, as at the desk.
    calls = [call for call in calls if call.reason != DISPUTE or call.table_id not in disputed]
    desk = reverse("desk", args=[tournament.slug]) + "#matters"
    matters = [{**matter, "to": desk} for matter in (*_called(calls), *_doubted(in_doubt))]
    more = ngettext("%(matters)s item waiting", "%(matters)s items waiting", len(matters)) % {"matters": len(matters)}
    return JsonResponse({"matters": matters, "more": more if len(matters) > 1 else ""}, headers={"ETag": mark})


def _called(calls: list[HelpCall]) -> Iterator[dict[str, Any]]:
    for call in calls:
        told = {"table": call.table.number, "time": time_format(localtime(call.called_at), "H:i")}
        yield {"key": f"call-{call.pk}", "words": _("Table %(table)s calls, since %(time)s") % told}


def _doubted(in_doubt: list[InDoubt]) -> Iterator[dict[str, Any]]:
    for one in in_doubt:
        told = {"table": one.table, "hand": one.number}
        if one.is_closed:
            words = _("Table %(table)s sent hand %(hand)s after the close") % told
        elif one.request:
            words = _("Table %(table)s asks for a correction of hand %(hand)s") % told
        else:
            words = _("Table %(table)s does not agree on hand %(hand)s") % told
        yield {"key": one.key, "words": words}
