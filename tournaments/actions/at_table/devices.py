"""Phones that come back: known again by their own secret, whatever table they were at."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Round, Seat, SeatClaim, TableSession, Tournament

from ..actor import secret_digest
from ..problems import Conflict, Problem
from .keys import pin_matches, wrong_pin
from .seats import claim_seat
from .table_sessions import UNKNOWN, Opened, Origin, known_sessions, open_table


def session_at(tournament: Tournament, device: str, *, round_number: int, table: int) -> TableSession | None:
    """This device's own earlier session at a table, for a tally that it kept until now."""
    place = {"table__round__tournament": tournament, "table__round__number": round_number, "table__number": table}
    mine = known_sessions().filter(device=secret_digest(device), **place)
    return mine.order_by("pk").last()


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Whom a phone last sat down as, and that player's seat in the round in play."""

    entry: Entry
    seat: Seat


def whereabouts(slug: str, device: str) -> Whereabouts | None:
    """Where the player who last used this device sits now, None where nobody knows."""
    claim = (
        SeatClaim.objects.filter(session__device=secret_digest(device), table__round__tournament__slug=slug)
        .order_by("pk")
        .last()
    )
    if claim is None:
        return None
    seats = Seat.objects.select_related("entry")
    was = seats.filter(table=claim.table_id, number=claim.seat).first()
    if was is None:
        return None
    now = (
        Seat.objects.select_related("table__round__tournament__club")
        .filter(entry=was.entry, round__state=Round.State.PUBLISHED)
        .order_by("round__number")
        .last()
    )
    return Whereabouts(was.entry, now) if now else None


def follow_player(slug: str, device: str, *, pin: str, origin: Origin = UNKNOWN) -> Opened:
    """A session at the table that this device's player sits at now, with the PIN of the slip.

    Raises Conflict where nobody has sat down with this device, NotLetIn for a wrong PIN.
    """
    now = whereabouts(slug, device)
    if now is None:
        message = _("This phone does not know you yet: scan the card on your table.")
        raise Conflict(Problem("unknown_device", message, pointer=("pin",)))
    with transaction.atomic():
        let_in = pin_matches(now.entry, pin)
    if not let_in:
        raise wrong_pin(now.entry)
    opened = open_table(now.seat.table, device=device, origin=origin)
    claim_seat(opened.session, now.seat.number, given_pin=pin)
    return opened
