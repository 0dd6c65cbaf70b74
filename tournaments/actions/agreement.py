"""How a table agrees on a hand: one seat enters it, another says yes or no, and both are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.core import HandScore
from tournaments.models import Confirmation, Hand, HelpCall, Round, Table, TableSession

from .actor import Actor
from .calls import DISPUTE, call_director, settle_dispute
from .judging import Entered, judged
from .problems import Conflict, PreconditionRequired, Problem, Stale
from .sittings import NotLetIn, entry_at, pin_matches, refuse_closed, wrong_pin
from .versions import locked_table, log, new_version, retire


def _(message: str) -> str:
    return message


class Disputed(Conflict):
    """Two seats say different things; both tallies are kept and the director decides.

    `standing` and `other` are the versions that differ.
    """

    leaves_traces = True

    def __init__(self, standing: Hand, other: Hand) -> None:
        message = _("Hand %(hand)d was entered differently by another player: compare.")
        super().__init__(Problem("hand_disputed", message, {"hand": standing.number}))
        self.standing, self.other = standing, other


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks at a table: a seat, from a device.

    Where nobody keeps the session, the card itself speaks: it records for a seat that no device
    holds, and confirms nothing without a PIN.
    """

    session: TableSession
    seat: int

    @property
    def actor(self) -> Actor:
        """The same as an actor for the ledger."""
        return Actor(user=None, source="table", device=self.session.device)


def submit(entered: Entered, voice: Voice, *, pin: str = "") -> Hand:
    """The hand that stands after a seat has entered a tally, from its own phone or with its PIN.

    The same tally again changes nothing; the same from another seat's device confirms it. After
    the close it is kept as a claim for the director. Raises Invalid with every fault; Disputed
    where another seat has entered something else; PreconditionRequired or Stale where one's own
    or a confirmed tally is replaced without naming the version that stands; NotLetIn for a seat
    that is not this device's, or a wrong PIN.
    """
    entered = replace(entered, seat=voice.seat)
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        current = list(table.hands.current().order_by("number"))
        score = judged(table, current, entered)
        heard = is_heard(table, voice, pin=pin)
        hand, other = _submitted(table, current, entered, score, voice) if heard else (None, None)
    if hand is None:
        raise wrong_pin(entry_at(table, voice.seat))
    if other:
        raise Disputed(hand, other)
    return hand


def is_heard(table: Table, voice: Voice, *, pin: str) -> bool:
    """Whether this is the seat's own phone, or its PIN on any: commit in either case.

    Raises NotLetIn for another phone without a PIN.
    """
    if pin:
        return pin_matches(entry_at(table, voice.seat), pin)
    _refuse_strangers(table, voice)
    return True


def _refuse_strangers(table: Table, voice: Voice) -> None:
    held = table.claims.filter(seat=voice.seat, released_at=None).select_related("session").first()
    if voice.session.pk is None and held is None:
        return
    if voice.session.pk is None:
        message = _("A phone has this seat: record with that phone, or give the seat's PIN.")
        raise NotLetIn(Problem("seat_taken", message, pointer=("seat",)))
    if held is None or held.session.device != voice.session.device:
        message = _("Tap your name first: this phone has no seat here.")
        raise NotLetIn(Problem("seat_not_claimed", message, pointer=("seat",)))


def _submitted(
    table: Table, current: list[Hand], entered: Entered, score: HandScore, voice: Voice
) -> tuple[Hand, Hand | None]:
    """The hand that stands now, and the version that says something else where one does."""
    tally = score.tally.as_json()
    standing = next((hand for hand in current if hand.number == entered.number), None)
    if standing and (standing.lines, standing.facts) == (tally["lines"], tally["hand"]):
        return _echoed(standing, current, voice), None
    state = _state_of_new(table, standing, voice)
    new = new_version(table, entered, score, by=voice.actor, state=state)
    if state in (Hand.State.CLAIM, Hand.State.DISPUTED):
        said_before = _said_before(new)
        if state == Hand.State.CLAIM:
            return said_before or _claimed(new, standing, entered, voice), None
        if standing:
            return standing, said_before or _contested(new, standing, voice)
    return _replaced(new, standing, entered, voice), None


def _said_before(new: Hand) -> Hand | None:
    """The same from the same seat while it still waits for the director: sent once more."""
    waiting = Q(state=Hand.State.DISPUTED) | Q(state=Hand.State.CLAIM, ruling=None)
    mine = new.table.hands.filter(waiting, number=new.number, seat=new.seat, is_current=False)
    last = mine.order_by("-version").first()
    same = last and (last.lines, last.facts, last.state) == (new.lines, new.facts, new.state)
    return last if same else None


def _state_of_new(table: Table, standing: Hand | None, voice: Voice) -> Hand.State:
    if table.round.state == Round.State.CLOSED or (standing and _counts(standing)):
        return Hand.State.CLAIM
    if standing and standing.seat != voice.seat:
        return Hand.State.DISPUTED
    return Hand.State.SUBMITTED


def _counts(hand: Hand) -> bool:
    return hand.state == Hand.State.CONFIRMED


def _echoed(standing: Hand, current: list[Hand], voice: Voice) -> Hand:
    """The same tally once more: from another seat and device it is a confirmation.

    Where the table or the director confirms it is none, nor after the close.
    """
    table = standing.table
    every_hand = table.round.tournament.confirmation == Confirmation.EVERY_HAND
    in_play = table.round.state == Round.State.PUBLISHED
    of_another = standing.seat != voice.seat and standing.device != voice.session.device
    if _counts(standing) or not (every_hand and in_play and of_another and voice.session.pk):
        return standing
    if standing.state == Hand.State.DISPUTED and not _objected(standing, voice):
        return standing
    return _confirmed(standing, current, voice)


def _objected(hand: Hand, voice: Voice) -> bool:
    """Whether this seat is one that disputes the hand, and may give in."""
    of_this_seat = hand.table.hands.filter(number=hand.number, seat=voice.seat, is_current=False)
    said_no = HelpCall.objects.filter(
        table=hand.table, seat=voice.seat, reason=DISPUTE, answered_at=None
    )
    return of_this_seat.filter(state=Hand.State.DISPUTED).exists() or said_no.exists()


def _claimed(new: Hand, standing: Hand | None, entered: Entered, voice: Voice) -> Hand:
    """A request for a correction: kept beside what stands, for the director to decide."""
    in_play = new.table.round.state == Round.State.PUBLISHED
    if standing and in_play and entered.replaces is None:
        message = _("Hand %(hand)d is settled: say which version you want corrected.")
        raise PreconditionRequired(Problem("hand_stands", message, {"hand": standing.number}))
    if entered.replaces is not None and (standing is None or entered.replaces != standing.version):
        raise stale(entered.number)
    new.save(force_insert=True)
    log(new, "correction_asked", by=voice.actor)
    return new


def stale(number: int) -> Stale:
    """What somebody is told who speaks of another version than the one that stands."""
    message = _("Hand %(hand)d was changed meanwhile: look at the version that stands now.")
    return Stale(Problem("hand_changed", message, {"hand": number}))


def _contested(new: Hand, standing: Hand, voice: Voice) -> Hand:
    """Another seat's different tally: both are kept, what stood stays and is disputed."""
    new.save(force_insert=True)
    if standing.state != Hand.State.DISPUTED:
        standing.state = Hand.State.DISPUTED
        standing.save(update_fields=["state"])
    log(new, "hand_disputed", by=voice.actor)
    call_director(standing.table, seat=voice.seat, reason=DISPUTE)
    return new


def _replaced(new: Hand, standing: Hand | None, entered: Entered, voice: Voice) -> Hand:
    if standing:
        if entered.replaces is None:
            message = _("You have entered hand %(hand)d already: change that version.")
            raise PreconditionRequired(Problem("hand_stands", message, {"hand": standing.number}))
        if entered.replaces != standing.version:
            raise stale(standing.number)
        retire(standing)
    elif entered.replaces is not None:
        raise stale(entered.number)
    new.save(force_insert=True)
    log(new, "hand_submitted", by=voice.actor)
    return new


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


def answer(given: Answer, voice: Voice) -> Hand:
    """The hand after a seat's answer: confirmed, countered, or disputed after a second refusal.

    Raises Stale for a version that no longer stands, NotLetIn for the seat or the device that
    entered it, or for a wrong PIN, and Invalid for a counter-proposal that cannot be.
    """
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        current = list(table.hands.current().order_by("number"))
        hand = _answerable(table, current, given, voice)
        if may_speak(table, [hand], voice, pin=given.pin):
            return _answered(hand, current, given, voice)
    raise wrong_pin(entry_at(table, voice.seat))


def _answerable(table: Table, current: list[Hand], given: Answer, voice: Voice) -> Hand:
    hand = next((hand for hand in current if hand.number == given.number), None)
    if hand is None or hand.version != given.version:
        raise stale(given.number)
    refuse_closed(table.round)
    confirmation = table.round.tournament.confirmation
    if confirmation == Confirmation.DIRECTOR:
        message = _("In this tournament the director confirms.")
        raise NotLetIn(Problem("director_confirms", message))
    if confirmation == Confirmation.TABLE_END and given.accept:
        message = _("In this tournament you confirm all hands when the table is over.")
        raise NotLetIn(Problem("table_end_confirms", message))
    if hand.seat == voice.seat:
        message = _("You entered this hand: another player confirms it.")
        raise NotLetIn(Problem("own_hand", message, pointer=("seat",)))
    if _counts(hand) and not given.accept:
        message = _("Hand %(hand)d is settled: ask for a correction by sending your tally.")
        raise Conflict(Problem("hand_settled", message, {"hand": hand.number}))
    return hand


def may_speak(table: Table, hands: list[Hand], voice: Voice, *, pin: str) -> bool:
    """Whether this voice is heard on these hands: commit in either case.

    Raises NotLetIn, without a PIN, for the device that entered one of them, and for the bare card.
    """
    if not pin and voice.session.pk is None:
        message = _("Give the PIN of the seat that confirms.")
        raise NotLetIn(Problem("pin_needed", message, pointer=("pin",)))
    if not is_heard(table, voice, pin=pin):
        return False
    if not pin and any(hand.device == voice.session.device for hand in hands):
        message = _("This phone entered the hand: another one confirms, or give the seat's PIN.")
        raise NotLetIn(Problem("own_device", message, pointer=("pin",)))
    return True


def _answered(hand: Hand, current: list[Hand], given: Answer, voice: Voice) -> Hand:
    if given.accept:
        return _accepted(hand, current, given, voice)
    refused_before = hand.table.hands.filter(
        number=hand.number, state=Hand.State.DISPUTED, seat__isnull=False
    ).exists()
    if given.counter is None or refused_before:
        return _refused(hand, given, voice)
    return _countered(hand, current, given, voice)


def _accepted(hand: Hand, current: list[Hand], given: Answer, voice: Voice) -> Hand:
    if _counts(hand):
        return hand
    if hand.state == Hand.State.DISPUTED and not _objected(hand, voice):
        message = _(
            "Hand %(hand)d is disputed: whoever disputes it gives in, or the director decides."
        )
        raise Conflict(Problem("hand_disputed", message, {"hand": hand.number}))
    return _confirmed(hand, current, voice, with_pin=bool(given.pin))


def _confirmed(hand: Hand, current: list[Hand], voice: Voice, *, with_pin: bool = False) -> Hand:
    settle_dispute(hand, current)
    agree_to(hand, voice, with_pin=with_pin)
    return hand


def agree_to(hand: Hand, voice: Voice, *, with_pin: bool) -> None:
    """Let the hand be confirmed by this voice; call it under the table's lock."""
    hand.state, hand.confirmed_at = Hand.State.CONFIRMED, timezone.now()
    hand.confirmed_seat = voice.seat
    hand.save(update_fields=["state", "confirmed_at", "confirmed_seat"])
    log(hand, "hand_confirmed", by=voice.actor, with_pin=with_pin)


def _refused(hand: Hand, given: Answer, voice: Voice) -> Hand:
    if hand.state != Hand.State.DISPUTED:
        hand.state = Hand.State.DISPUTED
        hand.save(update_fields=["state"])
        log(hand, "hand_disputed", by=voice.actor, text=given.reason)
    call_director(hand.table, seat=voice.seat, reason=DISPUTE)
    return hand


def _countered(hand: Hand, current: list[Hand], given: Answer, voice: Voice) -> Hand:
    """The refusing seat's tally stands instead, for another seat to approve."""
    entered = Entered(
        number=hand.number,
        tally=given.counter,
        seat=voice.seat,
        reason=given.reason,
        replaces=hand.version,
    )
    score = judged(hand.table, current, entered)
    new = new_version(hand.table, entered, score, by=voice.actor, state=Hand.State.SUBMITTED)
    retire(hand, state=Hand.State.DISPUTED)
    new.save(force_insert=True)
    log(new, "hand_countered", by=voice.actor)
    return new
