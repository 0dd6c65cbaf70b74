"""The player who is asked to confirm a hand, computed alike for the form and for the page after it."""

from collections.abc import Container, Iterable

from tournaments.models import ConfirmationPolicy, Hand, Seat

from .phone import PhoneAtTable


def asked_before(phone: PhoneAtTable, standing: Hand | None, *, purpose: str) -> Seat | None:
    """Return the player to ask when this phone sends the hand; None without one, or if the sender is unknown."""
    if phone.seat is None or purpose == "correction" or phone.tournament.confirmation != ConfirmationPolicy.EVERY_HAND:
        return None
    out = _out_of(standing) if standing else _sides(place is not None for place in phone.play.state.removed)
    if purpose != "counter" or standing is None:
        return _asked(phone, phone.seat.number, out)
    refuses_again = contradicted_seat(standing) is not None
    return None if refuses_again else _asked(phone, phone.seat.number, out, standing.seat)


def asked_after(phone: PhoneAtTable, hand: Hand) -> Seat:
    """Return the player who is asked about a hand that waits for confirmation."""
    return _asked(phone, hand.seat or 0, _out_of(hand), contradicted_seat(hand))


def _out_of(hand: Hand) -> set[int]:
    """Return the sides that were out of the game before a hand."""
    return _sides(line is None for line in hand.lines)


def _sides(marks: Iterable[bool]) -> set[int]:
    return {side for side, is_marked in enumerate(marks) if is_marked}


def contradicted_seat(hand: Hand) -> int | None:
    """Return the seat whose tally a correction contradicts; None if there is none."""
    if hand.version == 1:
        return None
    before = Hand.objects.filter(table=hand.table_id, number=hand.number, version=hand.version - 1)
    return before.filter(state=Hand.State.DISPUTED).values_list("seat", flat=True).first()


def _asked(phone: PhoneAtTable, sender: int, out: Container[int], contradicted: int | None = None) -> Seat:
    """Return the seat whose tally is contradicted, else the nearest before the sender's that is still in the game.

    With the keypad that seat owns the number that was derived, not typed. A seat with a phone of its own comes first,
    among several an opponent's.
    """
    seats = phone.play.seats
    side = next(seat.side for seat in seats if seat.number == sender)
    others = [seats[(sender - step) % len(seats)] for step in range(1, len(seats))]

    def order(seat: Seat) -> tuple[bool, bool, bool, bool]:
        return seat.number != contradicted, seat.side in out, seat.number not in phone.taken_seats, seat.side == side

    return min(others, key=order)
