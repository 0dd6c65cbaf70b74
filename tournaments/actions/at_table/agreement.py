"""How a table agrees on a hand: another seat says yes or no to what was entered."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import Confirmation, Hand, HelpCall, Table

from ..locks import locked_table
from ..problems import Conflict, Invalid, NotLetIn, Problem, Stale
from ..tallies import Entered, log, new_version, retire, score_tally
from .calls import DISPUTE, call_director, settle_dispute
from .pins import wrong_pin
from .seats import entry_at
from .table_sessions import refuse_closed
from .voices import Voice, may_speak


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What another seat says to a submitted hand: yes, no, or no with its own tally.

    `version` is the one that the seat was shown; `pin` speaks for a seat on somebody's phone.
    """

    number: int
    version: int
    accept: bool
    pin: str = ""
    counter: object = None
    reason: str = ""


def answer(reply: Answer, voice: Voice) -> Hand:
    """The hand after a seat's answer: confirmed, countered, or disputed after a second refusal.

    Raises Stale for a version that no longer stands, NotLetIn for the seat or the device that
    entered it, or for a wrong PIN, and Invalid for a counter-proposal that cannot be.
    """
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        current = list(table.hands.current().order_by("number"))
        hand = _answerable(table, current, reply, voice)
        if may_speak(table, [hand], voice, pin=reply.pin):
            return _answered(hand, current, reply, voice)
    raise wrong_pin(entry_at(table, voice.seat))


def _answerable(table: Table, current: list[Hand], reply: Answer, voice: Voice) -> Hand:
    refuse_closed(table.round)
    hand = next((hand for hand in current if hand.number == reply.number), None)
    if hand is None or hand.version != reply.version:
        raise stale(reply.number)
    confirmation = table.round.tournament.confirmation
    if confirmation == Confirmation.DIRECTOR:
        message = _("In this tournament the director confirms.")
        raise NotLetIn(Problem("director_confirms", message))
    if confirmation == Confirmation.TABLE_END and reply.accept:
        message = _("In this tournament you confirm all hands when the table is over.")
        raise NotLetIn(Problem("table_end_confirms", message))
    if hand.seat == voice.seat:
        message = _("You entered this hand: another player confirms it.")
        raise NotLetIn(Problem("own_hand", message, pointer=("seat",)))
    if is_settled(hand) and not reply.accept:
        message = _("Hand %(hand)d is settled: ask for a correction by sending your tally.")
        raise Conflict(Problem("hand_settled", message, {"hand": hand.number}))
    return hand


def _answered(hand: Hand, current: list[Hand], reply: Answer, voice: Voice) -> Hand:
    if reply.accept:
        return _accepted(hand, current, reply, voice)
    refused_before = hand.table.hands.filter(number=hand.number, state=Hand.State.DISPUTED, seat__isnull=False).exists()
    if reply.counter is None or refused_before:
        return _refused(hand, reply, voice)
    return _countered(hand, current, reply, voice)


def _accepted(hand: Hand, current: list[Hand], reply: Answer, voice: Voice) -> Hand:
    if is_settled(hand):
        return hand
    if hand.state == Hand.State.DISPUTED and not has_objected(hand, voice):
        message = _("Hand %(hand)d is disputed: whoever disputes it gives in, or the director decides.")
        raise Conflict(Problem("hand_disputed", message, {"hand": hand.number}))
    return confirmed(hand, current, voice, with_pin=bool(reply.pin))


def confirmed(hand: Hand, current: list[Hand], voice: Voice, *, with_pin: bool = False) -> Hand:
    """The hand confirmed by this voice, its dispute settled; `current` are the table's hands."""
    settle_dispute(hand, current)
    agree_to(hand, voice, with_pin=with_pin)
    return hand


def agree_to(hand: Hand, voice: Voice, *, with_pin: bool) -> None:
    """Let the hand be confirmed by this voice; call it under the table's lock."""
    hand.state, hand.confirmed_at = Hand.State.CONFIRMED, timezone.now()
    hand.confirmed_seat = voice.seat
    hand.save(update_fields=["state", "confirmed_at", "confirmed_seat"])
    log(hand, "hand_confirmed", by=voice.actor, with_pin=with_pin)


def _refused(hand: Hand, reply: Answer, voice: Voice) -> Hand:
    if hand.state != Hand.State.DISPUTED:
        hand.state = Hand.State.DISPUTED
        hand.save(update_fields=["state"])
        log(hand, "hand_disputed", by=voice.actor, text=reply.reason)
    call_director(hand.table, seat=voice.seat, reason=DISPUTE)
    return hand


def _countered(hand: Hand, current: list[Hand], reply: Answer, voice: Voice) -> Hand:
    """The refusing seat's tally stands instead, for another seat to approve."""
    entered = Entered(
        number=hand.number, tally=reply.counter, seat=voice.seat, reason=reply.reason, replaces=hand.version
    )
    score = score_tally(hand.table, current, entered)
    tally = score.tally.as_json()
    if (hand.lines, hand.facts) == (tally["lines"], tally["hand"]):
        message = _("This is what was entered: change it, or say yes.")
        raise Invalid(Problem("same_tally", message))
    new = new_version(hand.table, entered, score, by=voice.actor, state=Hand.State.SUBMITTED)
    retire(hand, state=Hand.State.DISPUTED)
    new.save(force_insert=True)
    log(new, "hand_countered", by=voice.actor)
    return new


def is_settled(hand: Hand) -> bool:
    """Whether the hand counts already, so that only a correction changes it."""
    return hand.state == Hand.State.CONFIRMED


def has_objected(hand: Hand, voice: Voice) -> bool:
    """Whether this seat is one that disputes the hand, and may give in."""
    of_this_seat = hand.table.hands.filter(number=hand.number, seat=voice.seat, is_current=False)
    said_no = HelpCall.objects.filter(table=hand.table, seat=voice.seat, reason=DISPUTE, answered_at=None)
    return of_this_seat.filter(state=Hand.State.DISPUTED).exists() or said_no.exists()


def stale(number: int) -> Stale:
    """What somebody is told who speaks of another version than the one that stands."""
    message = _("Hand %(hand)d has been changed: look at the current version.")
    return Stale(Problem("hand_changed", message, {"hand": number}))
