"""Requests from a table to the director: calls, and requests to correct a hand."""

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.fields import normalise_text
from tournaments.models import Hand, HelpCall, Ruling, TableSession, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.reasons import reason_problems
from ..core.refusals import Conflict, Problem, Stale, refuse
from ..core.rows import locked_table
from ..hands import hands
from ..hands.help_calls import call_director
from ..hands.tallies import HandInput, log
from ..ledger_kinds import LedgerKind
from .table_sessions import refuse_closed


def ask_director(session: TableSession, *, seat: int | None, reason: str) -> HelpCall:
    """Call the director to the session's table; return the open call. Raises Conflict if the table is not in play."""
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table)
        return call_director(table, seat=seat, reason=reason)


NOTHING_STANDS = 0


def all_requests(tournament: Tournament) -> QuerySet[Hand]:
    """Return a tournament's correction requests, with the hand's current version as `standing_version` (0 if none)."""
    requests = Hand.objects.filter(table__round__tournament=tournament, state=Hand.State.REQUESTED)
    current = Hand.objects.current().filter(table=OuterRef("table"), number=OuterRef("number"))
    version = Coalesce(Subquery(current.values("version")), NOTHING_STANDS)
    return requests.select_related("table__round").annotate(standing_version=version)


def open_requests(tournament: Tournament) -> list[Hand]:
    """Return a tournament's undecided correction requests, oldest first."""
    return list(all_requests(tournament).filter(ruling=None).order_by("recorded_at", "pk"))


def accept(requested: Hand, *, by: Actor, reason: str = "", shown_version: int | None = None) -> Hand:
    """Record the requested tally and return it, the hand's new current version.

    Without a `reason`, the reason of the request is used. `shown_version` is the current version that the director saw
    beside the request: 0 if there was none, None to skip the check. Raises Conflict if the request was decided already,
    Invalid if there is no reason, Stale if a different version is current.
    """
    why = normalise_text(reason) or requested.reason
    with transaction.atomic():
        _refuse_decided(requested, why)
        current = requested.table.hands.current().filter(number=requested.number).first()
        _refuse_unseen(requested, current, shown_version)
        entered = HandInput(
            number=requested.number,
            tally=requested.tally,
            seat=requested.seat,
            reason=why,
            replaces=current.version if current else None,
        )
        hand = hands.record(requested.table, entered, by=by)
        _decide(requested, by=by, reason=why, accepted=True)
    return hand


def decline(requested: Hand, *, by: Actor, reason: str) -> Hand:
    """Decline a request and return it; the request is kept, and the current version stays.

    Raises Conflict if the request was decided already, Invalid without a reason.
    """
    why = normalise_text(reason)
    with transaction.atomic():
        _refuse_decided(requested, why)
        _decide(requested, by=by, reason=why, accepted=False)
    return requested


def _refuse_decided(requested: Hand, why: str) -> None:
    """Lock the request's table.

    Raises Conflict if the request was decided already, Invalid if `why` is empty or too long.
    """
    requested.table = locked_table(requested.table_id)
    if Ruling.objects.filter(requested=requested).exists():
        message = _("This request has already been decided.")
        raise Conflict(Problem("already_decided", message))
    refuse(reason_problems(why))


def _refuse_unseen(requested: Hand, current: Hand | None, shown_version: int | None) -> None:
    """Raise Stale if the current version is not the one that the director saw beside the request."""
    if shown_version is None or shown_version == (current.version if current else NOTHING_STANDS):
        return
    message = _("Table %(table)d, hand %(hand)d was changed meanwhile: compare the request with the hand as it is now.")
    if requested.table.round.is_by_totals:
        message = _(
            "Table %(table)d, the total was changed meanwhile: compare the request with the total as it is now."
        )
    where = {"table": requested.table.number, "hand": requested.number}
    raise Stale(Problem("hand_changed", message, where))


def _decide(requested: Hand, *, by: Actor, reason: str, accepted: bool) -> None:
    now = timezone.now()
    Ruling.objects.create(requested=requested, accepted=accepted, reason=reason, ruled_by=by.user, ruled_at=now)
    kind: LedgerKind = "correction_accepted" if accepted else "correction_declined"
    log(requested, kind, by=by, text=reason, ruled_at=ledger.moment(now))
