"""The notification for a phone: where its player sits in a round, in the phone's language."""

import json
from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from tournaments.models import PushSubscription, Round, Seat, SitOut
from tournaments.models.push_subscription import SITS_OUT

Places = Mapping[int, int]


def places_in(round_: Round, entries: Iterable[int]) -> dict[int, int]:
    """Return the table of each of these entries, 0 for a sit-out; entries that do not play are left out."""
    named = list(entries)
    out = SitOut.objects.filter(round=round_, entry__in=named).values_list("entry", flat=True)
    seats = Seat.objects.filter(round=round_, entry__in=named).values_list("entry", "table__number")
    return {**dict.fromkeys(out, SITS_OUT), **dict(seats)}


def message_for(phone: PushSubscription, round_: Round, table: int) -> bytes:
    """Return the notification as JSON for the phone's service worker, with public names only."""
    tournament = round_.tournament
    with translation.override(phone.language):
        known = {"table": table, "number": round_.number}
        title = gettext("You are at table %(table)d") if table else gettext("You sit out round %(number)d")
        where = [gettext("Round %(number)s") % known] if table else []
    message = {
        "title": title % known,
        "body": " · ".join([phone.entry.name, *where, tournament.name]),
        "lang": phone.language,
        "tag": topic_of(round_),
        "url": reverse("at-table", args=[tournament.slug]),
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def topic_of(round_: Round) -> str:
    """Return the topic of a tournament's notifications: a new one replaces older ones at the service and the phone."""
    return f"tavolo-{round_.tournament_id}"
