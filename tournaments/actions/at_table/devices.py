"""Phones that come back: known again by their own secret, whatever table they were at."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Round, Seat, SeatClaim, TableSession, Tournament

from ..actor import secret_digest
from ..refusals import Conflict, Problem
from .keys import pin_matches, wrong_pin
from .seats import claim_seat
from .table_sessions import UNKNOWN, Opened, Origin, open_table, usable_sessions


def session_at(tournament: Tournament, device: str, *, round_number: int, table: int) -> TableSession | None:
    """This device's own earlier session at a table, for a tally that it kept until now."""
    place = {"table__round__tournament": tournament, "table__round__number": round_number, "table__number": table}
    mine = usable_sessions().filter(device=secret_digest(device), **place)
    return mine.order_by("pk").last()


def seat_of_device(slug: str, device: str) -> Seat | None:
    """The seat in the round in play of the player who last used this device, None where nobody knows."""
    claims = SeatClaim.objects.filter(session__device=secret_digest(device), table__round__tournament__slug=slug)
    claim = claims.order_by("pk").last()
    last = Seat.objects.filter(table=claim.table_id, number=claim.seat).first() if claim else None
    if last is None:
        return None
    seats = Seat.objects.select_related("entry", "table__round__tournament__club")
    return seats.filter(entry=last.entry_id, round__state=Round.State.PUBLISHED).order_by("round__number").last()


def follow_player(slug: str, device: str, *, pin: str, origin: Origin = UNKNOWN) -> Opened:
    """A session at the table that this device's player sits at now, with the PIN of the slip.

    Raises Conflict where nobody has sat down with this device, AccessDenied for a wrong PIN.
    """
    seat = seat_of_device(slug, device)
    if seat is None:
        message = _("This phone does not know you yet: scan the card on your table.")
        raise Conflict(Problem("unknown_device", message, pointer=("pin",)))
    with transaction.atomic():
        let_in = pin_matches(seat.entry, pin)
    if not let_in:
        raise wrong_pin(seat.entry)
    opened = open_table(seat.table, device=device, origin=origin)
    claim_seat(opened.session, seat.number, given_pin=pin)
    return opened
