"""How a table agrees on a hand: one seat enters it, another says yes or no, and both are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from tournaments.models import Confirmation, Hand, HelpCall, Round, Table, TableSession

from .actor import Actor
from .judging import Entered, judged
from .problems import Conflict, PreconditionRequired, Problem, Stale
from .sittings import NotLetIn, entry_at, pin_matches, wrong_pin
from .versions import locked_table, log, new_version, retire

AGREED = (Hand.State.CONFIRMED,)


def _(message: str) -> str:
    return message


class Disputed(Conflict):
    """Two seats say different things; both tallies are kept and the director decides."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks at a table: a seat, from a device."""

    session: TableSession
    seat: int

    @property
    def actor(self) -> Actor:
        """The same as an actor for the ledger."""
        return Actor(user=None, source="table", device=self.session.device)


def submit(entered: Entered, voice: Voice) -> Hand:
    """The hand that stands after a seat has entered a tally.

    The same tally again changes nothing; the same from another seat's device confirms it. After
    the close it is kept as a claim for the director. Raises Invalid with every fault; Disputed
    where another seat has entered something else; PreconditionRequired or Stale where one's own
    or a confirmed tally is replaced without naming the version that stands.
    """
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        _refuse_strangers(table, voice)
        hand, disputed = _submitted(table, entered, voice)
    if disputed:
        message = _("Hand %(hand)d was entered differently by another player: compare.")
        raise Disputed(Problem("hand_disputed", message, {"hand": hand.number}))
    return hand


def _refuse_strangers(table: Table, voice: Voice) -> None:
    held = table.claims.filter(seat=voice.seat, released_at=None).select_related("session").first()
    if held is None or held.session.device != voice.session.device:
        message = _("Tap your name first: this phone has no seat here.")
        raise NotLetIn(Problem("seat_not_claimed", message, pointer=("seat",)))


def _submitted(table: Table, entered: Entered, voice: Voice) -> tuple[Hand, bool]:
    entered = replace(entered, seat=voice.seat)
    current = list(table.hands.current().order_by("number"))
    score = judged(table, current, entered)
    tally = score.tally.as_json()
    standing = next((hand for hand in current if hand.number == entered.number), None)
    if standing and (standing.lines, standing.facts) == (tally["lines"], tally["hand"]):
        return _echoed(standing, voice), False
    state = _state_of_new(table, standing, voice)
    new = new_version(table, entered, score, by=voice.actor, state=state)
    if state == Hand.State.CLAIM:
        return _claimed(new, standing, entered, voice), False
    if standing and state == Hand.State.DISPUTED:
        return _contested(new, standing, voice), True
    return _replaced(new, standing, entered, voice), False


def _state_of_new(table: Table, standing: Hand | None, voice: Voice) -> Hand.State:
    if table.round.state == Round.State.CLOSED or (standing and _counts(standing)):
        return Hand.State.CLAIM
    if standing and (standing.seat, standing.device) != (voice.seat, voice.session.device):
        return Hand.State.DISPUTED
    return Hand.State.SUBMITTED


def _counts(hand: Hand) -> bool:
    return hand.state in AGREED


def _echoed(standing: Hand, voice: Voice) -> Hand:
    """The same tally once more: from another seat and device it is a confirmation."""
    waiting = standing.state in (Hand.State.SUBMITTED, Hand.State.DISPUTED)
    if waiting and standing.seat != voice.seat and standing.device != voice.session.device:
        return _confirmed(standing, voice)
    return standing


def _claimed(new: Hand, standing: Hand | None, entered: Entered, voice: Voice) -> Hand:
    """A request for a correction: kept beside what stands, for the director to decide."""
    if standing and entered.replaces is None:
        message = _("Hand %(hand)d is settled: say which version you want corrected.")
        raise PreconditionRequired(Problem("hand_stands", message, {"hand": standing.number}))
    if standing and entered.replaces != standing.version:
        raise _stale(standing)
    new.save(force_insert=True)
    log(new, "correction_asked", by=voice.actor)
    return new


def _stale(standing: Hand) -> Stale:
    message = _("Hand %(hand)d was changed meanwhile: look at the version that stands now.")
    return Stale(Problem("hand_changed", message, {"hand": standing.number}))


def _contested(new: Hand, standing: Hand, voice: Voice) -> Hand:
    """Another seat's different tally: both are kept, what stood stays and is disputed."""
    new.save(force_insert=True)
    if standing.state != Hand.State.DISPUTED:
        standing.state = Hand.State.DISPUTED
        standing.save(update_fields=["state"])
    log(new, "hand_disputed", by=voice.actor)
    call_director(standing.table, seat=voice.seat, reason="dispute")
    return standing


def _replaced(new: Hand, standing: Hand | None, entered: Entered, voice: Voice) -> Hand:
    if standing:
        if entered.replaces is None:
            message = _("You have entered hand %(hand)d already: change that version.")
            raise PreconditionRequired(Problem("hand_stands", message, {"hand": standing.number}))
        if entered.replaces != standing.version:
            raise _stale(standing)
        retire(standing)
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
    let_in = True
    hand = None
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        hand = _answerable(table, given, voice)
        let_in = _may_speak(table, hand, given, voice)
        if let_in:
            return _answered(table, hand, given, voice)
    raise wrong_pin(entry_at(table, voice.seat))


def _answerable(table: Table, given: Answer, voice: Voice) -> Hand:
    hand = table.hands.current().filter(number=given.number).first()
    if hand is None or hand.version != given.version:
        message = _("Hand %(hand)d was changed meanwhile: look at the version that stands now.")
        raise Stale(Problem("hand_changed", message, {"hand": given.number}))
    hand.table = table
    if table.round.state != Round.State.PUBLISHED:
        message = _("Round %(round)d is closed: ask the director.")
        raise Conflict(Problem("round_closed", message, {"round": table.round.number}))
    if table.round.tournament.confirmation == Confirmation.DIRECTOR:
        message = _("In this tournament the director confirms.")
        raise NotLetIn(Problem("director_confirms", message))
    if hand.seat == voice.seat:
        message = _("You entered this hand: another player confirms it.")
        raise NotLetIn(Problem("own_hand", message, pointer=("seat",)))
    return hand


def _may_speak(table: Table, hand: Hand, given: Answer, voice: Voice) -> bool:
    """Whether this voice is heard: the seat's own phone, or its PIN on any phone."""
    if given.pin:
        return pin_matches(entry_at(table, voice.seat), given.pin)
    _refuse_strangers(table, voice)
    if hand.device == voice.session.device:
        message = _("This phone entered the hand: another one confirms, or give the seat's PIN.")
        raise NotLetIn(Problem("own_device", message, pointer=("pin",)))
    return True


def _answered(table: Table, hand: Hand, given: Answer, voice: Voice) -> Hand:
    if given.accept:
        return hand if _counts(hand) else _confirmed(hand, voice)
    refused_before = table.hands.filter(number=hand.number, state=Hand.State.DISPUTED).exists()
    if given.counter is None or refused_before:
        return _refused(hand, given, voice)
    return _countered(table, hand, given, voice)


def _confirmed(hand: Hand, voice: Voice) -> Hand:
    hand.state, hand.confirmed_at = Hand.State.CONFIRMED, timezone.now()
    hand.confirmed_seat = voice.seat
    hand.save(update_fields=["state", "confirmed_at", "confirmed_seat"])
    log(hand, "hand_confirmed", by=voice.actor)
    return hand


def _refused(hand: Hand, given: Answer, voice: Voice) -> Hand:
    if hand.state != Hand.State.DISPUTED:
        hand.state = Hand.State.DISPUTED
        hand.save(update_fields=["state"])
        log(hand, "hand_disputed", by=voice.actor, text=given.reason)
    call_director(hand.table, seat=voice.seat, reason="dispute")
    return hand


def _countered(table: Table, hand: Hand, given: Answer, voice: Voice) -> Hand:
    """The refusing seat's tally stands instead, for another seat to approve."""
    entered = Entered(
        number=hand.number,
        tally=given.counter,
        seat=voice.seat,
        reason=given.reason,
        replaces=hand.version,
    )
    score = judged(table, list(table.hands.current().order_by("number")), entered)
    new = new_version(table, entered, score, by=voice.actor, state=Hand.State.SUBMITTED)
    retire(hand, state=Hand.State.DISPUTED)
    new.save(force_insert=True)
    log(new, "hand_countered", by=voice.actor)
    return new


def call_director(table: Table, *, seat: int | None, reason: str) -> HelpCall:
    """The table's open call for the director, made where there is none."""
    call, _made = HelpCall.objects.get_or_create(
        table=table,
        answered_at=None,
        defaults={"seat": seat, "reason": reason[:20], "called_at": timezone.now()},
    )
    return call


def answer_call(call: HelpCall) -> HelpCall:
    """The call answered: the director is on the way, or has been."""
    if call.answered_at is None:
        call.answered_at = timezone.now()
        call.save(update_fields=["answered_at"])
    return call
