"""Claims of seats: a phone holds its seat until the seat is released, and follows its player to later rounds."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    Entry,
    PhoneSimilarity,
    PinPolicy,
    Round,
    Seat,
    SeatClaim,
    StrandedPhone,
    Table,
    TableSession,
)
from tournaments.models.prepared import Param, Prepared

from ..core import ledger
from ..core.actor import Actor, secret_digest
from ..core.refusals import AccessDenied, Conflict, Problem
from ..core.rows import locked_table
from ..push import subscriptions
from .keys import pin_matches, wrong_pin
from .occupants import SeatOccupant, guests_in_seats, occupant_at, occupant_of, seat_at
from .table_sessions import UNKNOWN, Opened, Origin, open_table, refuse_closed

HELD = Prepared(
    lambda: SeatClaim.objects.filter(table=Param("table"), released_at=None).select_related("session").order_by("pk")
)
MOMENTS = timedelta(minutes=2)


def claim_seat(session: TableSession, seat: int, *, given_pin: str = "") -> SeatClaim:
    """Bind a seat to the session's device and return the claim; repeating it changes nothing.

    To take over a seat that another device holds, the seat's PIN is needed; a free seat may need it too. Raises
    Conflict if the table is not in play, or if another device holds the seat and no PIN is given. Raises AccessDenied
    if the PIN is wrong, or needed and missing, or if the session is not stored. Raises Invalid if the table has no such
    seat.
    """
    if session.pk is None:
        message = _("Open a session with the card first: a seat is bound to a device.")
        raise AccessDenied(Problem("session_needed", message))
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table)
        taken = seat_at(table, seat)
        occupant = occupant_of(taken)
        claim = next((held for held in HELD.all(table=table.pk) if held.seat == seat), None)
        if claim and claim.session.device == session.device:
            return claim
        if claim and not given_pin:
            message = _("Another phone has this seat: enter the PIN on your slip to take it over.")
            raise Conflict(Problem("seat_taken", message, {"seat": seat}, ("seat",)))
        if not given_pin and needs_pin(session, taken):
            message = _("Enter the PIN on your slip to sit down.")
            raise AccessDenied(Problem("pin_needed", message, pointer=("pin",)))
        if not given_pin or pin_matches(occupant, given_pin):
            if claim:
                release_seat(claim)
            return _store_claim(session, table, seat, occupant.followed, with_pin=bool(given_pin))
    raise wrong_pin(occupant.entry)


def needs_pin(session: TableSession, seat: Seat) -> bool:
    """Whether claiming a free seat needs the PIN, by the tournament's policy and earlier PINs of the device."""
    policy = session.table.round.tournament.pins
    if policy != PinPolicy.FIRST:
        return policy == PinPolicy.ALWAYS
    followed = occupant_of(seat).followed
    proved = SeatClaim.objects.filter(session__device=session.device, with_pin=True, entry=followed)
    return followed is None or not proved.exists()


def _store_claim(session: TableSession, table: Table, seat: int, entry: Entry | None, *, with_pin: bool) -> SeatClaim:
    """Store a new claim; log it in the ledger if the phone may be the phone of a different seat at the table."""
    alike = _likeness(session, seat)
    if alike:
        facts = {"round": table.round.number, "table": table.number, "seat": seat, "alike": alike}
        by = Actor(user=None, source="table", device=session.device)
        tournament = table.round.tournament_id
        ledger.append(tournament, "seats_alike", by=by, facts=facts, changes_standings=False)
    if entry:
        subscriptions.sit_down_as(session, entry)
    return SeatClaim.objects.create(
        table=table, seat=seat, entry=entry, session=session, with_pin=with_pin, alike=alike
    )


def _likeness(session: TableSession, seat: int) -> PhoneSimilarity:
    """Return how similar the phone is to another that claimed a different seat of the table in the last two minutes.

    If this device itself holds another seat, the age of that claim does not matter. An address used at other tables of
    the round belongs to the hall's network and is not compared.
    """
    others = session.table.claims.exclude(seat=seat).select_related("session")
    own = others.filter(session__device=session.device, released_at=None)
    if own.exists():
        return PhoneSimilarity.DEVICE
    if not session.address:
        return PhoneSimilarity.NOTHING
    recent = others.filter(claimed_at__gt=timezone.now() - MOMENTS, session__address=session.address)
    strangers: list[SeatClaim] = list(recent.exclude(session__device=session.device))
    if any(claim.session.browser == session.browser for claim in strangers):
        return PhoneSimilarity.BROWSER
    return PhoneSimilarity.ADDRESS if strangers and not _is_of_the_hall(session) else PhoneSimilarity.NOTHING


def _is_of_the_hall(session: TableSession) -> bool:
    others = TableSession.objects.exclude(table=session.table_id)
    return others.filter(table__round=session.table.round_id, address=session.address).exists()


def entry_at(table: Table, seat: int) -> Entry:
    """Return the entry of a seat, even if guests sit in. Raises Invalid if the table has no such seat."""
    return seat_at(table, seat).entry


def release_by_pin(session: TableSession, seat: int, *, given_pin: str) -> None:
    """Release a seat of the session's table with its PIN; a free seat stays free.

    Raises AccessDenied for a wrong PIN, Invalid if the table has no such seat, Conflict if the table is not in play.
    """
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table)
        occupant = occupant_at(table, seat)
        matches = pin_matches(occupant, given_pin)
        if matches:
            for claim in table.claims.filter(seat=seat, released_at=None):
                release_seat(claim)
    if not matches:
        raise wrong_pin(occupant.entry)


def stand_up(session: TableSession) -> None:
    """Release all seats that this device holds at its table, for a player who tapped the wrong name."""
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table)
        for claim in table.claims.filter(session__device=session.device, released_at=None):
            release_seat(claim)


def release_seat(claim: SeatClaim) -> None:
    """Release a seat, so that a different device can claim it. A director may do this at any time."""
    SeatClaim.objects.filter(pk=claim.pk, released_at=None).update(released_at=timezone.now())


def accept_similar_phone(claim: SeatClaim) -> None:
    """Remove the warning that a claim's phone is similar to another, after a director has checked the seat."""
    SeatClaim.objects.filter(pk=claim.pk).update(alike=PhoneSimilarity.NOTHING)


def seat_of_device(slug: str, device: str) -> Seat | None:
    """Return the seat in play of the entry that used this device last; None if there is none or a guest sits there."""
    claims = SeatClaim.objects.filter(session__device=secret_digest(device), table__round__tournament__slug=slug)
    entry = _last_entry(claims.exclude(entry=None).order_by("pk").last(), _stranded(slug, device))
    if entry is None:
        return None
    seats = Seat.objects.select_related("entry", "table__round__tournament__club")
    seats = seats.exclude(pk__in=guests_in_seats().values("seat"))
    return seats.filter(entry=entry, round__state=Round.State.PUBLISHED).order_by("round__number").last()


def _last_entry(claim: SeatClaim | None, stranded: StrandedPhone | None) -> int | None:
    """Return the id of the entry for which a device last claimed a seat; None if there is none.

    `stranded` is the device's last table that was deleted by a repair, which may be later than its last claim.
    """
    if stranded and (claim is None or stranded.stranded_at > claim.claimed_at):
        return stranded.entry_id
    return claim.entry_id if claim else None


def _stranded(slug: str, device: str) -> StrandedPhone | None:
    phones = StrandedPhone.objects.filter(device=secret_digest(device), tournament__slug=slug)
    return phones.exclude(entry=None).order_by("pk").last()


def follow_player(slug: str, device: str, *, pin: str, origin: Origin = UNKNOWN) -> Opened:
    """Open a session at the table where this device's player sits now, and claim the seat.

    The PIN on the slip is needed. Raises Conflict if `seat_of_device` returns None, AccessDenied for a wrong PIN.
    """
    seat = seat_of_device(slug, device)
    if seat is None:
        message = _("This phone is not at a table yet: scan the card on your table.")
        raise Conflict(Problem("unknown_device", message, pointer=("pin",)))
    with transaction.atomic():
        let_in = pin_matches(SeatOccupant(seat.entry), pin)
    if not let_in:
        raise wrong_pin(seat.entry)
    opened = open_table(seat.table, device=device, origin=origin)
    claim_seat(opened.session, seat.number, given_pin=pin)
    return opened
