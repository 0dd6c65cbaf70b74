"""Who is asked whether a hand is right: the form names the same seat before it is sent as the page does afterwards."""

from tournaments.models import ConfirmationPolicy, Hand, Seat

from .phone import PhoneAtTable


def asked_before(phone: PhoneAtTable, standing: Hand | None, *, purpose: str) -> Seat | None:
    """Who will be asked once this phone has sent the hand; None where no player is, or the sender is not known yet."""
    if phone.seat is None or purpose == "correction" or phone.tournament.confirmation != ConfirmationPolicy.EVERY_HAND:
        return None
    if purpose != "counter" or standing is None:
        return _asked(phone, phone.seat.number)
    refuses_again = contradicted_seat(standing) is not None
    return None if refuses_again else _asked(phone, phone.seat.number, standing.seat)


def asked_after(phone: PhoneAtTable, hand: Hand) -> Seat:
    """Who is asked about a hand that was sent and waits."""
    return _asked(phone, hand.seat or 0, contradicted_seat(hand))


def contradicted_seat(hand: Hand) -> int | None:
    """The seat whose tally this one was proposed against; None for one that contradicts nobody."""
    if hand.version == 1:
        return None
    before = Hand.objects.filter(table=hand.table_id, number=hand.number, version=hand.version - 1)
    return before.filter(state=Hand.State.DISPUTED).values_list("seat", flat=True).first()


def _asked(phone: PhoneAtTable, sender: int, contradicted: int | None = None) -> Seat:
    """The seat whose tally is contradicted, else the nearest before the sender's.

    With the keypad that seat owns the number that was derived, not typed. A seat with a phone of its own comes first,
    among several an opponent's.
    """
    seats = phone.play.seats
    side = next(seat.side for seat in seats if seat.number == sender)
    others = [seats[(sender - step) % len(seats)] for step in range(1, len(seats))]

    def order(seat: Seat) -> tuple[bool, bool, bool]:
        return seat.number != contradicted, seat.number not in phone.taken_seats, seat.side == side

    return min(others, key=order)
