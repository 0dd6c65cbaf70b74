"""Checks of whether a request may act for a seat: from the seat's own phone or with its PIN."""

from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_noop as _

from tournaments.models import Hand, PinPolicy, SeatClaim, Table, TableSession
from tournaments.models.prepared import Param, Prepared

from ..core.actor import Actor
from ..core.refusals import AccessDenied, Problem
from ..core.rows import lock_table
from .keys import pin_matches
from .occupants import occupant_at

MOST_SEATS = 100
NO_SEAT = -1


def _with_holder() -> QuerySet[Table]:
    claim = SeatClaim.objects.filter(table=OuterRef("pk"), seat=Param("seat"), released_at=None)
    holder = Subquery(claim.values("session__device")[:1])
    return Table.objects.with_round().filter(pk=Param("pk")).annotate(**{"holder": holder})  # noqa: PIE804 - an attribute that Table declares


WITH_HOLDER = Prepared(_with_holder)


@dataclass(frozen=True, slots=True)
class SeatActor:
    """A seat that acts at a table, and the session through which it acts.

    A request with only a table card has a session that is not stored. Without a PIN, such a request may only record
    hands, and only if no device holds the seat and the tournament does not require PINs.
    """

    session: TableSession
    seat: int

    @property
    def actor(self) -> Actor:
        """The seat as an actor of the ledger."""
        return Actor(user=None, source="table", device=self.session.device)


def locked_table_of(by: SeatActor) -> Table:
    """Return the seat's table with its row locked; every write of a seat begins here. Raises Gone."""
    seat = by.seat if 0 <= by.seat < MOST_SEATS else NO_SEAT
    return lock_table(WITH_HOLDER, pk=by.session.table_id, seat=seat)


def authorise_entry(table: Table, by: SeatActor, *, pin: str) -> bool:
    """Whether the seat may enter a tally: from its own phone, or from any phone with its PIN.

    Return False for a wrong PIN. It is counted, so the caller must commit the transaction also then. Raises
    AccessDenied for a different phone without a PIN.
    """
    if pin:
        return pin_matches(occupant_at(table, by.seat), pin)
    _refuse_other_devices(table, by)
    return True


def _refuse_other_devices(table: Table, by: SeatActor) -> None:
    if by.session.pk is None and table.holder is None:
        _refuse_without_pin(table)
        return
    if by.session.pk is None:
        message = _("Another phone has this seat: enter results with that phone, or enter the seat’s PIN.")
        raise AccessDenied(Problem("seat_taken", message, pointer=("seat",)))
    if table.holder != by.session.device:
        message = _("Tap your name first: this phone has no seat here.")
        raise AccessDenied(Problem("seat_not_claimed", message, pointer=("seat",)))


def _refuse_without_pin(table: Table) -> None:
    """Raise AccessDenied for a request with a card only and without a PIN, if the tournament requires PINs."""
    if table.round.tournament.pins != PinPolicy.NONE:
        message = _("Enter the PIN of the seat that you are entering for.")
        raise AccessDenied(Problem("pin_needed", message, pointer=("pin",)))


def authorise_answer(table: Table, hands: list[Hand], by: SeatActor, *, pin: str) -> bool:
    """Whether the seat may accept or reject these hands; false for a wrong PIN.

    A wrong PIN is counted: the caller must commit the transaction also then. Without a PIN, raises AccessDenied for the
    device that entered one of the hands, for a device that does not hold the seat, and for a card without a session.
    """
    if not pin and by.session.pk is None:
        message = _("Enter the PIN of the seat that confirms.")
        raise AccessDenied(Problem("pin_needed", message, pointer=("pin",)))
    if not authorise_entry(table, by, pin=pin):
        return False
    if not pin and any(hand.device == by.session.device for hand in hands):
        message = _("This phone entered the result: confirm on another phone, or enter the seat’s PIN.")
        raise AccessDenied(Problem("own_device", message, pointer=("pin",)))
    return True
