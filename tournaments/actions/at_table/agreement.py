"""Confirmation of hands at a table: a second seat accepts or rejects single hands, or confirms all at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import ConfirmationPolicy, Hand, SeatClaim, Table

from ..core.optimistic_locking import about_hand, stale_version
from ..core.refusals import AccessDenied, Conflict, Invalid, Problem
from ..core.rows import attach_seats, hands_at, save_fields
from ..hands.disputes import dispute_histories
from ..hands.help_calls import DISPUTE, call_director, settle_dispute
from ..hands.tables import table_state
from ..hands.tallies import HandInput, current_of, log, new_version, score_tally
from .keys import wrong_pin
from .occupants import occupant_at
from .seat_actors import SeatActor, authorise_answer, locked_table_of
from .table_sessions import refuse_closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A second seat's answer to a submitted hand: accept it, reject it, or reject it and propose a different tally.

    `version` is the version that the seat saw. With a `pin` the seat may answer from any phone.
    """

    number: int
    version: int
    accept: bool
    pin: str = ""
    counter: object = None
    reason: str = ""


def answer(reply: Answer, by: SeatActor) -> Hand:
    """Apply a seat's answer; return the hand, confirmed or disputed, or the new version that the seat proposed.

    The hand becomes disputed if it is rejected without a proposal or for the second time. Raises Stale if a different
    version is current. Raises AccessDenied for the seat or the device that entered the hand, for a wrong PIN, and if
    hands of the tournament are not confirmed one by one; where they are confirmed at the table's end, a seat may still
    withdraw its objection to one. Raises Conflict if the table is not in play, if a confirmed hand is rejected, or if a
    hand that others disputed is accepted. Raises Invalid for an impossible proposal.
    """
    with transaction.atomic():
        table = locked_table_of(by)
        hands = hands_at(table, reply.number)
        hand = _check_answerable(table, current_of(hands), reply, by)
        if authorise_answer(table, [hand], by, pin=reply.pin):
            return _apply_answer(hand, hands, reply, by)
    raise wrong_pin(occupant_at(table, by.seat).entry)


def _check_answerable(table: Table, current: list[Hand], reply: Answer, by: SeatActor) -> Hand:
    refuse_closed(table)
    hand = next((hand for hand in current if hand.number == reply.number), None)
    if hand is None or hand.version != reply.version:
        raise stale_version(reply.number, table.round)
    confirmation = table.round.tournament.confirmation
    if confirmation == ConfirmationPolicy.DIRECTOR:
        message = _("In this tournament the director confirms.")
        raise AccessDenied(Problem("director_confirms", message))
    if confirmation == ConfirmationPolicy.TABLE_END and reply.accept and hand.state != Hand.State.DISPUTED:
        message = _("In this tournament you confirm all results when the table is over.")
        raise AccessDenied(Problem("table_end_confirms", message))
    if _is_own(table, hand, by):
        message = _("You entered this result: another player confirms it.")
        raise AccessDenied(Problem("own_hand", message, pointer=("seat",)))
    if hand.state == Hand.State.CONFIRMED and not reply.accept:
        on_hand = _("Hand %(hand)d is already settled: to ask for a correction, send your own result.")
        on_total = _("The total is already settled: to ask for a correction, send your own.")
        raise Conflict(about_hand("hand_settled", (on_hand, on_total), hand.number, table.round))
    return hand


def _apply_answer(hand: Hand, hands: list[Hand], reply: Answer, by: SeatActor) -> Hand:
    if reply.accept:
        return _accept(hand, current_of(hands), reply, by)
    refused_before = hand.table.hands.filter(number=hand.number, state=Hand.State.DISPUTED, seat__isnull=False).exists()
    if reply.counter is None or refused_before:
        return _dispute(hand, reply, by)
    return _counter(hand, hands, reply, by)


def _accept(hand: Hand, current: list[Hand], reply: Answer, by: SeatActor) -> Hand:
    if hand.state == Hand.State.CONFIRMED:
        return hand
    if hand.state == Hand.State.DISPUTED:
        _require_sole_objector(hand, by)
    return confirm(hand, current, by, with_pin=bool(reply.pin))


def _require_sole_objector(hand: Hand, by: SeatActor) -> None:
    """Raise Conflict unless this seat alone disputes the hand."""
    on_hand = _(
        "Hand %(hand)d is disputed: the player who objected can withdraw the objection, or the director decides."
    )
    on_total = _("The total is disputed: the player who objected can withdraw the objection, or the director decides.")
    seats = objectors(hand)
    if by.seat in seats:
        on_hand = _("Somebody else disputes hand %(hand)d too: the director decides.")
        on_total = _("Somebody else disputes the total too: the director decides.")
    if seats != (by.seat,):
        raise Conflict(about_hand("hand_disputed", (on_hand, on_total), hand.number, hand.table.round))


def confirm(hand: Hand, current: Sequence[Hand], by: SeatActor, *, with_pin: bool = False) -> Hand:
    """Confirm a hand and settle its dispute; return it. The table must be locked; `current` are its current hands."""
    settle_dispute(hand, current)
    save_fields(hand, state=Hand.State.CONFIRMED, confirmed_at=timezone.now(), confirmed_seat=by.seat)
    log(hand, "hand_confirmed", by=by.actor, head=hand.table.round.tournament, with_pin=with_pin)
    return hand


def _dispute(hand: Hand, reply: Answer, by: SeatActor) -> Hand:
    """Mark the hand as disputed by this seat, even if another seat disputes it already, and call the director."""
    if hand.state != Hand.State.DISPUTED or by.seat not in objectors(hand):
        save_fields(hand, state=Hand.State.DISPUTED)
        log(hand, "hand_disputed", by=by.actor, text=reply.reason, objector=by.seat)
    call_director(hand.table, seat=by.seat, reason=DISPUTE)
    return hand


def _counter(hand: Hand, hands: list[Hand], reply: Answer, by: SeatActor) -> Hand:
    """Store the tally of the seat that rejects as the current version, which another seat can confirm."""
    entered = HandInput(
        number=hand.number, tally=reply.counter, seat=by.seat, reason=reply.reason, replaces=hand.version
    )
    attach_seats(hand.table, by.session.table)
    current = current_of(hands)
    score = score_tally(hand.table, current, entered)
    tally = score.tally.as_json()
    if (hand.lines, hand.facts) == (tally["lines"], tally["hand"]):
        message = _("This has already been entered. Change it or confirm it.")
        raise Invalid(Problem("same_tally", message))
    new = new_version(hand.table, hands, entered, score, by=by.actor, state=Hand.State.SUBMITTED)
    settle_dispute(hand, current)
    save_fields(hand, is_current=False, state=Hand.State.DISPUTED)
    new.save(force_insert=True)
    log(new, "hand_countered", by=by.actor)
    return new


def objectors(hand: Hand) -> tuple[int | None, ...]:
    """Return the seats that disputed the hand, None for a director. One that is alone may confirm the hand later."""
    history = dispute_histories(hand.table).get(hand.number)
    return history.objectors if history else ()


def agree_to_all(versions: Mapping[int, int], by: SeatActor, *, pin: str = "") -> list[Hand]:
    """Confirm all submitted hands that a different player entered; return the confirmed hands.

    `versions` gives the version of each hand that the seat has seen. Raises Stale if other versions are current. Raises
    Conflict if the table is not in play, or if hands are confirmed at the table's end and it is not over. Raises
    AccessDenied as `answer` does.
    """
    with transaction.atomic():
        table = locked_table_of(by)
        attach_seats(table, by.session.table)
        current = hands_at(table)
        _refuse_too_early(table, current)
        waiting = _for_this_seat(table, current, by)
        for hand in waiting:
            if versions.get(hand.number) != hand.version:
                raise stale_version(hand.number, table.round)
        if authorise_answer(table, waiting, by, pin=pin):
            return [confirm(hand, current, by, with_pin=bool(pin)) for hand in waiting]
    raise wrong_pin(occupant_at(table, by.seat).entry)


def _refuse_too_early(table: Table, current: Sequence[Hand]) -> None:
    refuse_closed(table)
    tournament = table.round.tournament
    if tournament.confirmation == ConfirmationPolicy.DIRECTOR:
        message = _("In this tournament the director confirms.")
        raise AccessDenied(Problem("director_confirms", message))
    over = table_state(table, current).over
    if tournament.confirmation == ConfirmationPolicy.TABLE_END and not over:
        message = _("Play the last hand first: the table is not over.")
        raise Conflict(Problem("table_not_over", message))


def _is_own(table: Table, hand: Hand, by: SeatActor) -> bool:
    """Whether the player now in this seat entered the hand; false if the phone had the seat for a different entry."""
    if hand.seat != by.seat:
        return False
    claims = SeatClaim.objects.filter(table=table, seat=hand.seat, session__device=hand.device)
    claims = claims.filter(claimed_at__lte=hand.recorded_at).select_related("entry")
    claim = claims.order_by("-claimed_at").first()
    return claim is None or claim.entry == occupant_at(table, by.seat).followed


def _for_this_seat(table: Table, current: Sequence[Hand], by: SeatActor) -> list[Hand]:
    waiting = [hand for hand in current if hand.state == Hand.State.SUBMITTED]
    others = [hand for hand in waiting if not _is_own(table, hand, by)]
    if waiting and not others:
        message = _("You entered these results: another player confirms them.")
        raise AccessDenied(Problem("own_hand", message, pointer=("seat",)))
    return others
