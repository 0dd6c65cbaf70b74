"""The seat that is asked to confirm a hand: for the form before sending, and for the page afterwards."""

from collections.abc import Container, Iterable

from tournaments.models import ConfirmationPolicy, Hand, Seat

from .phone import PhoneAtTable


def confirmer_before_sending(phone: PhoneAtTable, current: Hand | None, *, purpose: str) -> Seat | None:
    """Return the seat that will be asked to confirm the hand that this phone is about to send.

    Return None if no player is asked, or if the phone has no seat.
    """
    if phone.seat is None or purpose == "correction" or phone.tournament.confirmation != ConfirmationPolicy.EVERY_HAND:
        return None
    out = _sides_out_before(current) if current else _sides(place is not None for place in phone.play.state.removed)
    if purpose != "counter" or current is None:
        return _asked(phone, phone.seat.number, out)
    refuses_again = contradicted_seat(current) is not None
    return None if refuses_again else _asked(phone, phone.seat.number, out, current.seat)


def confirmer_after_sending(phone: PhoneAtTable, hand: Hand) -> Seat:
    """Return the seat that is asked to confirm a submitted hand."""
    return _asked(phone, hand.seat or 0, _sides_out_before(hand), contradicted_seat(hand))


def _sides_out_before(hand: Hand) -> set[int]:
    """Return the sides that were out of the game before this hand."""
    return _sides(line is None for line in hand.lines)


def _sides(marks: Iterable[bool]) -> set[int]:
    return {side for side, is_marked in enumerate(marks) if is_marked}


def contradicted_seat(hand: Hand) -> int | None:
    """Return the seat whose disputed tally this version contradicts; None if it contradicts none."""
    if hand.version == 1:
        return None
    before = Hand.objects.filter(table=hand.table_id, number=hand.number, version=hand.version - 1)
    return before.filter(state=Hand.State.DISPUTED).values_list("seat", flat=True).first()


def _asked(phone: PhoneAtTable, sender: int, out: Container[int], contradicted: int | None = None) -> Seat:
    """Return the seat to ask: the contradicted seat, else another seat, preferably of a side still in the game.

    Seats with their own phones come first, then opponents, then the seat nearest before the sender's, because the
    keypad computes that side's number and nobody types it.
    """
    seats = phone.play.seats
    side = next(seat.side for seat in seats if seat.number == sender)
    others = [seats[(sender - step) % len(seats)] for step in range(1, len(seats))]

    def order(seat: Seat) -> tuple[bool, bool, bool, bool]:
        return seat.number != contradicted, seat.side in out, seat.number not in phone.taken_seats, seat.side == side

    return min(others, key=order)
