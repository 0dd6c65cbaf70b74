"""Calls for the director: making them, answering them, and settling the call that a dispute made."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Hand, HelpCall, Round, Table, Tournament

from ..core.rows import locked, save_fields

DISPUTE = "dispute"
PIN_GUESSED = "pin"


def open_calls(tournament: Tournament) -> QuerySet[HelpCall]:
    """Return the unanswered calls of the round in play, oldest first."""
    in_play = tournament.rounds.filter(state=Round.State.PUBLISHED)
    unanswered = HelpCall.objects.filter(table__round__in=in_play, answered_at=None)
    return unanswered.select_related("table__round")


def call_director(table: Table, *, seat: int | None, reason: str) -> HelpCall:
    """Return the table's open call for the director; create it if there is none.

    A call that a dispute made gets the other reason, so that it stays open when the dispute is settled.
    """
    call, made = HelpCall.objects.get_or_create(
        table=table, answered_at=None, defaults={"seat": seat, "reason": reason[:20], "called_at": timezone.now()}
    )
    if not made and call.reason == DISPUTE != reason:
        save_fields(call, seat=seat, reason=reason[:20])
    return call


def answer_call(call: HelpCall) -> HelpCall:
    """Mark a call as answered, if it is still open, and return it."""
    with transaction.atomic():
        call = locked(HelpCall.objects.select_related("table__round"), call.pk)
        if call.answered_at is None:
            save_fields(call, answered_at=timezone.now())
    return call


def settle_dispute(hand: Hand, current: Collection[Hand]) -> None:
    """Answer the call that a dispute made, if this hand is the table's only disputed hand.

    Call it before the hand is changed. `current` are the table's current hands.
    """
    disputed = [each.number for each in current if each.state == Hand.State.DISPUTED]
    if disputed == [hand.number]:
        calls = HelpCall.objects.filter(table=hand.table_id, answered_at=None, reason=DISPUTE)
        calls.update(answered_at=timezone.now())
