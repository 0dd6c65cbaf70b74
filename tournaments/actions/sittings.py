"""Coming to a table with a phone: the card opens it, a name claims a seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.models import Entry, Round, SeatClaim, Table, TableKey, TableSession, Tournament
from tournaments.models.at_table import TableSessionQuerySet

from .keys import pin
from .problems import Conflict, Invalid, Problem
from .secrets import new_secret, secret_digest
from .versions import locked_table

PIN_TRIES = 5
CODE_TRIES = 30
CODE_WINDOW = timedelta(minutes=10)


def _(message: str) -> str:
    return message


class NotLetIn(Conflict):
    """The key, code or PIN does not open anything here; a wrong one was counted."""

    leaves_traces = True


@dataclass(frozen=True, slots=True)
class Opened:
    """A device's session at a table and the secret that continues it, shown this once."""

    session: TableSession
    secret: str


def open_by_secret(secret: str, *, device: str) -> Opened:
    """A session at the current round's table for whoever holds the card's secret.

    `device` is the browser's own secret. Raises NotLetIn for an unknown or rotated key, and
    Conflict where the table has no game in the round that is in play.
    """
    return open_table(current_table(_known_key(secret)), device=device)


def _known_key(secret: str) -> TableKey:
    key = TableKey.objects.select_related("tournament").filter(digest=secret_digest(secret)).first()
    if key is None:
        raise NotLetIn(Problem("unknown_key", _("This card is no longer valid: ask the director.")))
    return key


def open_by_code(tournament: Tournament, code: str, *, device: str) -> Opened:
    """The same for the card's short code; tries that fail are counted for the tournament.

    Raises NotLetIn, and after 30 failures in ten minutes for right codes too.
    """
    with transaction.atomic():
        _refuse_guessing(tournament)
        typed = "".join(code.upper().split()).replace("-", "")
        key = (
            TableKey.objects.select_related("tournament")
            .filter(tournament=tournament, code_digest=secret_digest(typed))
            .first()
        )
        if key is None:
            _count_failed_code(tournament)
    if key is None:
        raise unknown_code()
    return open_table(current_table(key), device=device)


def unknown_code() -> NotLetIn:
    """What somebody is told whose code opens nothing."""
    message = _("No table has this code: look at the card again.")
    return NotLetIn(Problem("unknown_code", message, pointer=("code",)))


def _refuse_guessing(tournament: Tournament) -> None:
    fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
    since = fresh.code_failures_since
    recent = since is not None and since > timezone.now() - CODE_WINDOW
    if recent and fresh.code_failures >= CODE_TRIES:
        message = _("Too many wrong codes: scan the card, or ask the director.")
        raise NotLetIn(Problem("too_many_tries", message, pointer=("code",)))


def _count_failed_code(tournament: Tournament) -> None:
    now = timezone.now()
    mine = Tournament.objects.filter(pk=tournament.pk)
    if not mine.filter(code_failures_since__gt=now - CODE_WINDOW).update(
        code_failures=F("code_failures") + 1
    ):
        mine.update(code_failures=1, code_failures_since=now)


def open_table(table: Table, *, device: str) -> Opened:
    """A session at this table; whoever calls has made sure that the device may have it."""
    secret = new_secret()
    session = TableSession.objects.create(
        table=table, digest=secret_digest(secret), device=secret_digest(device)
    )
    return Opened(session, secret)


def current_table(key: TableKey, *, late: bool = False) -> Table:
    """The key's table in the round that is in play; raises Conflict where there is none.

    `late` takes a round just closed for one that is, while no other follows.
    """
    mine = Q(round__tournament=key.tournament_id, number=key.number)
    tables = Table.objects.select_related("round__tournament__club").filter(mine)
    table = tables.filter(round__state=Round.State.PUBLISHED).order_by("-round__number").first()
    if table is None and late:
        last = key.tournament.rounds.published().order_by("-number").first()
        table = tables.filter(round=last).first()
    if table is None:
        message = _("No round is in play at table %(table)d: wait for the director.")
        raise Conflict(Problem("no_round_in_play", message, {"table": key.number}))
    return table


def at_card(secret: str) -> TableSession:
    """What the bare secret of a card opens, for one request: it is kept by nobody, and no device.

    In a round just closed it still takes claims. Raises as `open_by_secret` does.
    """
    table_key = _known_key(secret)
    return TableSession(table=current_table(table_key, late=True), device=table_key.digest)


def find_late_session(secret: str) -> TableSession | None:
    """The session of a table whose round is closed while no other follows: it may still ask."""
    return _with_table(TableSession.objects.late(), secret)


def is_over(secret: str) -> bool:
    """Whether this was the secret of a session that has ended, with its round or its card."""
    return TableSession.objects.filter(digest=secret_digest(secret)).exists()


def end_session(session: TableSession) -> None:
    """Let the session's secret open nothing any more; its seats stay bound to the device."""
    TableSession.objects.filter(pk=session.pk, ended_at=None).update(ended_at=timezone.now())


def find_session(secret: str) -> TableSession | None:
    """The open session that this secret continues, with its table, round and tournament."""
    return _with_table(TableSession.objects.open(), secret)


def _with_table(sessions: TableSessionQuerySet, secret: str) -> TableSession | None:
    whole = sessions.select_related("table__round__tournament__club")
    return whole.filter(digest=secret_digest(secret)).first()


def claim_seat(session: TableSession, seat: int, *, given_pin: str = "") -> SeatClaim:
    """The seat bound to this device; claiming it again changes nothing.

    A seat that another device holds is taken over with the seat's PIN. Raises Conflict without
    it, Invalid for a seat that the table does not have or a wrong PIN.
    """
    if session.pk is None:
        message = _("Open a session with the card first: a seat is bound to a device.")
        raise NotLetIn(Problem("session_needed", message))
    taken_over = False
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table.round)
        entry = entry_at(table, seat)
        held = table.claims.filter(seat=seat, released_at=None).select_related("session").first()
        if held and held.session.device == session.device:
            return held
        if held and not given_pin:
            message = _("Another phone sits there: give the PIN on your slip to take over.")
            raise Conflict(Problem("seat_taken", message, {"seat": seat}, ("seat",)))
        taken_over = held is None or pin_matches(entry, given_pin)
        if taken_over:
            if held:
                release_seat(held)
            return SeatClaim.objects.create(table=table, seat=seat, session=session)
    raise wrong_pin(entry)


def refuse_closed(round_: Round) -> None:
    """Raise Conflict unless the round is in play."""
    if round_.state != Round.State.PUBLISHED:
        message = _("Round %(round)d is closed: ask the director.")
        raise Conflict(Problem("round_closed", message, {"round": round_.number}))


def entry_at(table: Table, seat: int) -> Entry:
    """Who sits there; raises Invalid where the table has no such seat."""
    taken = table.seats.select_related("entry").filter(number=seat).first()
    if taken is None:
        message = _("This table has no such seat.")
        raise Invalid(Problem("out_of_range", message, pointer=("seat",)))
    return taken.entry


def pin_matches(entry: Entry, given: str) -> bool:
    """Whether this is the entry's PIN; a wrong one is counted, and after five none is right.

    Call it in a transaction that is committed in either case.
    """
    entry = Entry.objects.select_for_update().get(pk=entry.pk)
    if entry.pin_failures >= PIN_TRIES:
        return False
    if constant_time_compare(given, pin(entry)):
        Entry.objects.filter(pk=entry.pk).update(pin_failures=0)
        return True
    Entry.objects.filter(pk=entry.pk).update(pin_failures=F("pin_failures") + 1)
    return False


def wrong_pin(entry: Entry) -> NotLetIn:
    """What somebody is told who gave a wrong PIN: how many tries are left."""
    failures = Entry.objects.values_list("pin_failures", flat=True).get(pk=entry.pk)
    left = max(0, PIN_TRIES - failures)
    if not left:
        message = _("Five wrong PINs: ask the director for a new one.")
        return NotLetIn(Problem("too_many_tries", message, pointer=("pin",)))
    message = _("This is not the PIN of this seat: %(left)d tries left.")
    return NotLetIn(Problem("wrong_pin", message, {"left": left}, ("pin",)))


def release_by_pin(session: TableSession, seat: int, *, given_pin: str) -> None:
    """Free a seat of the session's table for whoever knows its PIN; a free one stays so.

    Raises NotLetIn for a wrong PIN, Invalid for a seat that the table does not have.
    """
    with transaction.atomic():
        table = locked_table(session.table_id)
        entry = entry_at(table, seat)
        matches = pin_matches(entry, given_pin)
        if matches:
            for held in table.claims.filter(seat=seat, released_at=None):
                release_seat(held)
    if not matches:
        raise wrong_pin(entry)


def release_seat(claim: SeatClaim) -> None:
    """Free a seat for another device, as the director may at any time."""
    claim.released_at = timezone.now()
    claim.save(update_fields=["released_at"])
