"""Tallies entered by a seat: a new hand, a confirmation by an equal tally, a dispute, or a correction request.

A seat also enters announcements here.
"""

from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.values import HandScore
from tournaments.models import Announcement, ConfirmationPolicy, Hand, Round, Table
from tournaments.models.prepared import insert

from ..core.optimistic_locking import about_hand, stale_version
from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import attach_seats, hands_at, save_fields
from ..hands.announcements import write
from ..hands.help_calls import DISPUTE, call_director, settle_dispute
from ..hands.tallies import HandInput, current_of, log, new_version, refuse_unseen, score_tally
from .agreement import confirm, objectors
from .keys import wrong_pin
from .occupants import occupant_at
from .seat_actors import SeatActor, authorise_entry, locked_table_of
from .table_sessions import refuse_closed

SETTLED = (
    _("Hand %(hand)d is already settled: say which version you want corrected."),
    _("The total is already settled: say which version you want corrected."),
)
ENTERED = (
    _("You have already entered hand %(hand)d: change that version."),
    _("You have already entered the total: change that version."),
)


class Disputed(Conflict):
    """The refusal if two seats enter different tallies: both are stored, and the director decides.

    `current` and `other` are the stored versions.
    """

    leaves_traces = True

    def __init__(self, current: Hand, other: Hand) -> None:
        on_hand = _("Another player entered hand %(hand)d differently: compare it with yours.")
        on_total = _("Another player entered the total differently: compare it with yours.")
        super().__init__(about_hand("hand_disputed", (on_hand, on_total), current.number, current.table.round))
        self.current, self.other = current, other


def submit(entered: HandInput, by: SeatActor, *, pin: str = "") -> Hand:
    """Enter a tally from a seat, by its own phone or with its PIN; return the hand's current version.

    A tally equal to the current one confirms the hand if it comes from a different seat and device; otherwise it
    changes nothing. If the hand is confirmed, or its table or round closed, a different tally becomes a correction
    request. Raises Invalid with every fault. Raises Disputed if another seat has entered a different tally. Raises
    PreconditionRequired or Stale if the seat replaces its own or a confirmed tally without naming the current version.
    Raises AccessDenied if the device does not hold the seat, or for a wrong PIN.
    """
    hand, _is_new = enter(entered, by, pin=pin)
    return hand


def enter(entered: HandInput, by: SeatActor, *, pin: str = "") -> tuple[Hand, bool]:
    """Enter a tally as `submit` does; return the hand and whether it is a new version."""
    entered = replace(entered, seat=by.seat)
    with transaction.atomic():
        table = locked_table_of(by)
        attach_seats(table, by.session.table)
        hands = hands_at(table, entered.number)
        current_hands = current_of(hands)
        score = score_tally(table, current_hands, entered)
        may_record = authorise_entry(table, by, pin=pin)
        hand, other = _submit(table, hands, entered, score, by) if may_record else (None, None)
    if hand is None:
        raise wrong_pin(occupant_at(table, by.seat).entry)
    if other:
        raise Disputed(hand, other)
    return hand, hand not in current_hands


def _submit(
    table: Table, hands: list[Hand], entered: HandInput, score: HandScore, by: SeatActor
) -> tuple[Hand, Hand | None]:
    """Return the hand's current version; and the seat's different version if there is a dispute, else None."""
    tally, current_hands = score.tally.as_json(), current_of(hands)
    current = next((hand for hand in current_hands if hand.number == entered.number), None)
    if current and (current.lines, current.facts) == (tally["lines"], tally["hand"]):
        return _confirm_echo(current, current_hands, by), None
    state = _state_of_new(table, current, by)
    new = new_version(table, hands, entered, score, by=by.actor, state=state)
    if state in (Hand.State.REQUESTED, Hand.State.DISPUTED):
        said_before = _find_repeat(new)
        if state == Hand.State.REQUESTED:
            return said_before or _request_correction(new, current, entered, by), None
        if current:
            objects = current.state == Hand.State.DISPUTED and by.seat in objectors(current)
            return current, (said_before if objects else None) or _contest(new, current, by)
    return _replace(new, current, current_hands, entered, by), None


def _find_repeat(new: Hand) -> Hand | None:
    """Return the seat's last version that waits for the director if it equals the new version; else None."""
    waiting = Q(state=Hand.State.DISPUTED) | Q(state=Hand.State.REQUESTED, ruling=None)
    earlier = new.table.hands.filter(waiting, number=new.number, seat=new.seat, is_current=False)
    last = earlier.order_by("-version").first()
    same = last and (last.lines, last.facts, last.state) == (new.lines, new.facts, new.state)
    return last if same else None


def _state_of_new(table: Table, current: Hand | None, by: SeatActor) -> Hand.State:
    if not table.is_in_play or (current and current.state == Hand.State.CONFIRMED):
        return Hand.State.REQUESTED
    if current and current.seat != by.seat:
        return Hand.State.DISPUTED
    return Hand.State.SUBMITTED


def _confirm_echo(current: Hand, current_hands: list[Hand], by: SeatActor) -> Hand:
    """Return the hand after an equal tally, which confirms it if it comes from a different seat and device.

    The hand stays as it is if the tournament does not confirm hands one by one, if the table is not in play, if others
    dispute the hand, or if the tally comes with a card without a session.
    """
    table = current.table
    every_hand = table.round.tournament.confirmation == ConfirmationPolicy.EVERY_HAND
    of_another = current.seat != by.seat and current.device != by.session.device
    if current.state == Hand.State.CONFIRMED or not (every_hand and table.is_in_play and of_another and by.session.pk):
        return current
    if current.state == Hand.State.DISPUTED and objectors(current) != (by.seat,):
        return current
    return confirm(current, current_hands, by)


def _request_correction(new: Hand, current: Hand | None, entered: HandInput, by: SeatActor) -> Hand:
    """Store a correction request with its reason, for the director to decide.

    While the table is in play, the request must name the current version. Later it may leave out the version, because
    the phone no longer shows the table. A hand without a current version needs no reason.
    """
    if new.table.is_in_play:
        _refuse_unseen(current, entered, SETTLED, new.table.round)
    if current and not new.reason:
        raise Invalid(Problem("missing_field", _("Enter why the result must be corrected."), pointer=("reason",)))
    insert(new)
    log(new, "correction_requested", by=by.actor)
    return new


def _refuse_unseen(current: Hand | None, entered: HandInput, messages: tuple[str, str], round_: Round) -> None:
    """Raise PreconditionRequired if the tally does not name the current version, Stale if it names an old version."""
    unnamed = about_hand("hand_stands", messages, entered.number, round_)
    refuse_unseen(current, entered.replaces, unnamed=unnamed, changed=stale_version(entered.number, round_))


def _contest(new: Hand, current: Hand, by: SeatActor) -> Hand:
    """Store a different tally of another seat. The current version stays current and becomes disputed."""
    insert(new)
    if current.state != Hand.State.DISPUTED:
        save_fields(current, state=Hand.State.DISPUTED)
    log(new, "hand_disputed", by=by.actor, objector=by.seat)
    call_director(current.table, seat=by.seat, reason=DISPUTE)
    return new


def _replace(new: Hand, current: Hand | None, current_hands: list[Hand], entered: HandInput, by: SeatActor) -> Hand:
    """Store a seat's tally as the current version; a dispute over the seat's former tally is settled."""
    _refuse_unseen(current, entered, ENTERED, new.table.round)
    if current:
        settle_dispute(current, current_hands)
        save_fields(current, is_current=False, state=Hand.State.CORRECTED)
    insert(new)
    log(new, "hand_submitted", by=by.actor, head=new.table.round.tournament)
    return new


def announce(entered: HandInput, by: SeatActor, *, pin: str = "") -> tuple[Announcement, bool]:
    """Record an announcement from a seat; return the locked announcement, and whether it is new.

    All phones at the table show it. Until the hand is entered, any seat may change it by naming its current version.
    Raises what `announcements.announce` raises, and AccessDenied if the device does not hold the seat, or for a wrong
    PIN.
    """
    with transaction.atomic():
        table = locked_table_of(by)
        refuse_closed(table)
        occupant = occupant_at(table, by.seat)
        if authorise_entry(table, by, pin=pin):
            return write(table, entered, by=by.actor, seat=by.seat)
    raise wrong_pin(occupant.entry)
