"""Entering tallies from a seat: a new hand, a confirmation by the same tally, a dispute, a correction request.

Announcements before a hand are entered here too.
"""

from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from scoring.values import HandScore
from tournaments.models import Announcement, ConfirmationPolicy, Hand, Table
from tournaments.models.prepared import insert

from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import attach_seats, hands_at, save_fields
from ..core.unseen import stale_version
from ..hands.announcements import write
from ..hands.help_calls import DISPUTE, call_director
from ..hands.tallies import Entered, log, new_version, refuse_unseen, score_tally, standing_of
from .agreement import confirm, has_objected
from .keys import wrong_pin
from .seat_actors import SeatActor, authorise_entry, locked_table_of
from .speakers import speaker_at
from .table_sessions import refuse_closed


class Disputed(Conflict):
    """The refusal if two seats enter different tallies: both are stored and the director decides.

    `standing` and `other` are the versions that differ.
    """

    leaves_traces = True

    def __init__(self, standing: Hand, other: Hand) -> None:
        message = _("Hand %(hand)d was entered differently by another player: compare.")
        super().__init__(Problem("hand_disputed", message, {"hand": standing.number}))
        self.standing, self.other = standing, other


def submit(entered: Entered, by: SeatActor, *, pin: str = "") -> Hand:
    """Enter a tally from a seat, by its own phone or with its PIN; return the hand's current version.

    An equal tally changes nothing, or confirms the hand if it comes from another seat's device. After the table or its
    round is closed, or the hand confirmed, a tally is stored as a correction request. Raises Invalid with every fault;
    Disputed if another seat has entered something else; PreconditionRequired or Stale if one's own or a confirmed tally
    is replaced without naming the current version; AccessDenied if the device does not hold the seat, or for a wrong
    PIN.
    """
    hand, _is_new = enter(entered, by, pin=pin)
    return hand


def enter(entered: Entered, by: SeatActor, *, pin: str = "") -> tuple[Hand, bool]:
    """Enter a tally as `submit` does; return the hand and whether it is a new version."""
    entered = replace(entered, seat=by.seat)
    with transaction.atomic():
        table = locked_table_of(by)
        attach_seats(table, by.session.table)
        hands = hands_at(table, entered.number)
        current = standing_of(hands)
        score = score_tally(table, current, entered)
        may_record = authorise_entry(table, by, pin=pin)
        hand, other = _submit(table, hands, entered, score, by) if may_record else (None, None)
    if hand is None:
        raise wrong_pin(speaker_at(table, by.seat).entry)
    if other:
        raise Disputed(hand, other)
    return hand, hand not in current


def _submit(
    table: Table, hands: list[Hand], entered: Entered, score: HandScore, by: SeatActor
) -> tuple[Hand, Hand | None]:
    """Return the hand's current version and, if the seats disagree, the version that differs."""
    tally, current = score.tally.as_json(), standing_of(hands)
    standing = next((hand for hand in current if hand.number == entered.number), None)
    if standing and (standing.lines, standing.facts) == (tally["lines"], tally["hand"]):
        return _confirm_echo(standing, current, by), None
    state = _state_of_new(table, standing, by)
    new = new_version(table, hands, entered, score, by=by.actor, state=state)
    if state in (Hand.State.REQUESTED, Hand.State.DISPUTED):
        said_before = _find_repeat(new)
        if state == Hand.State.REQUESTED:
            return said_before or _request_correction(new, standing, entered, by), None
        if standing:
            return standing, said_before or _contest(new, standing, by)
    return _replace(new, standing, entered, by), None


def _find_repeat(new: Hand) -> Hand | None:
    """Return the seat's last version if it is equal and still waits for a director: the request was repeated."""
    waiting = Q(state=Hand.State.DISPUTED) | Q(state=Hand.State.REQUESTED, ruling=None)
    earlier = new.table.hands.filter(waiting, number=new.number, seat=new.seat, is_current=False)
    last = earlier.order_by("-version").first()
    same = last and (last.lines, last.facts, last.state) == (new.lines, new.facts, new.state)
    return last if same else None


def _state_of_new(table: Table, standing: Hand | None, by: SeatActor) -> Hand.State:
    if not table.is_in_play or (standing and standing.state == Hand.State.CONFIRMED):
        return Hand.State.REQUESTED
    if standing and standing.seat != by.seat:
        return Hand.State.DISPUTED
    return Hand.State.SUBMITTED


def _confirm_echo(standing: Hand, current: list[Hand], by: SeatActor) -> Hand:
    """Return the hand after an equal tally; one from another seat and device confirms it.

    It does not if hands are confirmed at the table's end or by the director, or if the table is closed.
    """
    table = standing.table
    every_hand = table.round.tournament.confirmation == ConfirmationPolicy.EVERY_HAND
    of_another = standing.seat != by.seat and standing.device != by.session.device
    if standing.state == Hand.State.CONFIRMED or not (every_hand and table.is_in_play and of_another and by.session.pk):
        return standing
    if standing.state == Hand.State.DISPUTED and not has_objected(standing, by):
        return standing
    return confirm(standing, current, by)


def _request_correction(new: Hand, standing: Hand | None, entered: Entered, by: SeatActor) -> Hand:
    """Store a correction request with its reason, for the director to decide.

    While the table is in play it must name the current version; afterwards not, because the table can no longer look.
    If there is no current version, it needs no reason.
    """
    if new.table.is_in_play:
        message = _("Hand %(hand)d is settled: say which version you want corrected.")
        _refuse_unseen(standing, entered, message)
    if standing and not new.reason:
        raise Invalid(Problem("missing_field", _("Say why it is to be corrected."), pointer=("reason",)))
    insert(new)
    log(new, "correction_requested", by=by.actor)
    return new


def _refuse_unseen(standing: Hand | None, entered: Entered, message: str) -> None:
    """Raise unless the tally names the current version; the message is for one that names none."""
    unnamed = Problem("hand_stands", message, {"hand": entered.number})
    refuse_unseen(standing, entered.replaces, unnamed=unnamed, changed=stale_version(entered.number))


def _contest(new: Hand, standing: Hand, by: SeatActor) -> Hand:
    """Store another seat's different tally; the current version stays and is disputed."""
    insert(new)
    if standing.state != Hand.State.DISPUTED:
        save_fields(standing, state=Hand.State.DISPUTED)
    log(new, "hand_disputed", by=by.actor, objector=by.seat)
    call_director(standing.table, seat=by.seat, reason=DISPUTE)
    return new


def _replace(new: Hand, standing: Hand | None, entered: Entered, by: SeatActor) -> Hand:
    _refuse_unseen(standing, entered, _("You have entered hand %(hand)d already: change that version."))
    if standing:
        save_fields(standing, is_current=False, state=Hand.State.CORRECTED)
    insert(new)
    log(new, "hand_submitted", by=by.actor, head=new.table.round.tournament)
    return new


def announce(entered: Entered, by: SeatActor, *, pin: str = "") -> tuple[Announcement, bool]:
    """Record an announcement from a seat; return the locked announcement and whether it is new.

    Every phone at the table shows it. Until the hand is entered, any seat may change it by naming the version that it
    has seen. Raises as `announcements.announce` does, and AccessDenied if the device does not hold the seat, or for a
    wrong PIN.
    """
    with transaction.atomic():
        table = locked_table_of(by)
        refuse_closed(table)
        speaker = speaker_at(table, by.seat)
        if authorise_entry(table, by, pin=pin):
            return write(table, entered, by=by.actor, seat=by.seat)
    raise wrong_pin(speaker.entry)
