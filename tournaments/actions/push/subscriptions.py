"""Push subscriptions: each belongs to a phone in a tournament and to the entry of its player."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, PushSubscription, SeatClaim, Table, TableSession

from ..core.refusals import AccessDenied, Conflict, Problem, refuse
from ..core.rows import locked_table
from .asking import is_on

PHONES_OF_AN_ENTRY = 4
"""The most subscriptions of an entry, enough for all partners; the oldest ones are deleted."""


@dataclass(frozen=True, slots=True)
class BrowserSubscription:
    """A subscription as a browser sends it, and the language of the phone's pages."""

    endpoint: str
    p256dh: str
    auth: str
    language: str


def subscribe(session: TableSession, sent: BrowserSubscription) -> None:
    """Subscribe this phone to its player's next tables, from the next round on; replace an earlier subscription.

    Raises Conflict if push is off or the phone has no seat, AccessDenied for a card without a session, Invalid with
    every fault of the subscription.
    """
    if not is_on():
        raise Conflict(Problem("push_off", _("There are no notifications here: the next table is shown on this page.")))
    if session.pk is None:
        message = _("Open a session with the card first: the notifications go to this phone.")
        raise AccessDenied(Problem("session_needed", message))
    from .endpoints import problems_with  # imported only here, because it imports cryptography

    refuse(problems_with(sent.endpoint, sent.p256dh, sent.auth))
    with transaction.atomic():
        table = locked_table(session.table_id)
        _store(session, table, _entry_of(session), sent)


def _entry_of(session: TableSession) -> Entry:
    """Return the entry whose seat the phone holds. Raises Conflict if it holds none."""
    held = SeatClaim.objects.filter(table=session.table_id, session__device=session.device, released_at=None)
    claim = held.exclude(entry=None).select_related("entry").order_by("seat").first()
    if claim is None or claim.entry is None:
        raise Conflict(Problem("seat_not_claimed", _("Tap your name first: this phone has no seat here.")))
    return claim.entry


def _store(session: TableSession, table: Table, entry: Entry, sent: BrowserSubscription) -> None:
    now, tournament = timezone.now(), table.round.tournament_id
    others = PushSubscription.objects.filter(tournament=tournament)
    others.filter(endpoint=sent.endpoint).exclude(device=session.device).delete()
    about = {"entry": entry, "endpoint": sent.endpoint, "p256dh": sent.p256dh, "auth": sent.auth}
    about |= {
        "language": sent.language,
        "notified_round": table.round.number,
        "notified_table": table.number,
        "tries": 0,
        "taken_by": "",
    }
    row = PushSubscription(tournament_id=tournament, device=session.device, due_at=now, subscribed_at=now, **about)
    PushSubscription.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["tournament", "device"],
        update_fields=[*about, "due_at", "subscribed_at"],
    )
    newest = others.filter(entry=entry).order_by("-subscribed_at", "-pk").values_list("pk", flat=True)
    others.filter(entry=entry).exclude(pk__in=list(newest[:PHONES_OF_AN_ENTRY])).delete()


def unsubscribe(session: TableSession) -> None:
    """Delete this phone's subscription if it has one."""
    _of_phone(session).delete()


def is_subscribed(session: TableSession) -> bool:
    """Whether push is on and this phone is subscribed."""
    return is_on() and _of_phone(session).exists()


def sit_down_as(session: TableSession, entry: Entry) -> None:
    """Change a phone's subscription to the entry whose seat the phone now holds."""
    if is_on():
        _of_phone(session).exclude(entry=entry).update(entry=entry)


def _of_phone(session: TableSession) -> QuerySet[PushSubscription]:
    """Return the subscription of a session's phone in its tournament."""
    tournament = session.table.round.tournament_id
    return PushSubscription.objects.filter(tournament=tournament, device=session.device)
