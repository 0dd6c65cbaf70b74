"""Table sessions: a phone opens a session at one table with a card; the session ends with the round.

For one more day its tallies are accepted as correction requests, because the phone may have stored them while it had no
network.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from tournaments.models import ClubTableKey, Round, SpentCard, Table, TableKey, TableSession, Tournament
from tournaments.models.at_table import EVENING, TableSessionQuerySet
from tournaments.models.prepared import Param, Prepared

from ..core.actor import new_secret, secret_digest
from ..core.idempotency import forget_expired, holder_at_table
from ..core.refusals import AccessDenied, Conflict, Problem
from .absent_tables import find_stranded, not_in_play, of_another_evening, session_over, table_ended


@dataclass(frozen=True, slots=True)
class Origin:
    """Digests of a phone's address, and of the address with its browser; "" if unknown."""

    address: str = ""
    browser: str = ""


UNKNOWN = Origin()
BY_DIGEST = Prepared(lambda: TableSession.objects.with_table().filter(digest=Param("digest")))
BY_CARD = Prepared(lambda: TableKey.objects.select_related("tournament").filter(digest=Param("digest")))
IN_PLAY = Prepared(
    lambda: (
        _tables_of(Param("tournament"), Param("number"))
        .filter(round__state=Round.State.PUBLISHED)
        .order_by("-round__number")[:1]
    )
)


def origin_of(meta: Mapping[str, Any]) -> Origin:
    """Return the origin of a request, given its `META`."""
    address = str(meta.get("REMOTE_ADDR", ""))
    parts = [address, *(str(meta.get(f"HTTP_{name}", "")) for name in ("USER_AGENT", "ACCEPT_LANGUAGE"))]
    return Origin(_digest(address), _digest("\n".join(parts)))


def _digest(what: str) -> str:
    return salted_hmac("tavolo origin", what, algorithm="sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Opened:
    """A new session and its secret, which is returned only this once; the phone keeps it."""

    session: TableSession
    secret: str


def open_by_secret(secret: str, *, device: str, origin: Origin = UNKNOWN) -> Opened:
    """Open a session at the current round's table with the secret of a card.

    `device` is the browser's own secret. Raises AccessDenied for an unknown or rotated key, Conflict if the table is
    not in the round in play.
    """
    return open_table(current_table(_find_key(secret)), device=device, origin=origin)


def _find_key(secret: str) -> TableKey:
    key = BY_CARD.first(digest=secret_digest(secret))
    if key is None:
        if SpentCard.objects.filter(digest=secret_digest(secret)).exists():
            raise AccessDenied(card_replaced())
        if ClubTableKey.objects.filter(digest=secret_digest(secret)).exists():
            message = _("Exchange the club’s card for a session first.")
            raise AccessDenied(Problem("session_needed", message))
        raise AccessDenied(Problem("unknown_key", _("This card is no longer valid: ask the director.")))
    return key


def open_table(table: Table, *, device: str, origin: Origin = UNKNOWN) -> Opened:
    """Return a new session at this table. The caller must have checked that the device may open it."""
    secret = new_secret()
    session = TableSession.objects.create(
        table=table,
        digest=secret_digest(secret),
        device=secret_digest(device),
        address=origin.address,
        browser=origin.browser,
    )
    forget_expired(holder_at_table(session))
    return Opened(session, secret)


def current_table(key: TableKey) -> Table:
    """Return the key's table in the round in play. Raises Conflict if there is none."""
    table = IN_PLAY.first(tournament=key.tournament_id, number=key.number)
    if table is None:
        over = key.tournament.is_over
        why = of_another_evening(key.tournament) if over else not_in_play(key.number, key.tournament.rounds.all())
        raise Conflict(why)
    return table


def _tables_of(tournament: int | Param, number: int | Param) -> QuerySet[Table]:
    tables = Table.objects.with_round().select_related("round__tournament__club")
    return tables.filter(round__tournament=tournament, number=number)


def session_at_card(secret: str) -> TableSession:
    """Return an unsaved session for a request with a card's secret; its `device` is the card's digest.

    Between two rounds, the session is at the table of the last round if that was closed within a day. Raises what
    `open_by_secret` raises.
    """
    table_key = _find_key(secret)
    try:
        table = current_table(table_key)
    except Conflict:
        if (just_played := _recently_closed(table_key)) is None:
            raise
        table = just_played
    return TableSession(table=table, device=table_key.digest)


def _recently_closed(key: TableKey) -> Table | None:
    """Return the key's table of the last public round, if that round was closed within a day; else None."""
    last = key.tournament.rounds.published().order_by("-number").first()
    tables = _tables_of(key.tournament_id, key.number)
    recent = tables.filter(round__closed_at__gt=timezone.now() - EVENING)
    return recent.filter(round=last).first()


def why_ended(secret: str) -> Problem | None:
    """Return why the session with this secret has ended; None if there was no such session."""
    sessions = TableSession.objects.select_related("table__round")
    session = sessions.filter(digest=secret_digest(secret)).first()
    if session is None:
        stranded = find_stranded(secret_digest(secret))
        return table_ended(stranded) if stranded else None
    table = session.table
    key = TableKey.objects.filter(tournament=table.round.tournament_id, number=table.number)
    if SpentCard.objects.filter(key__in=key, spent_at__gte=session.opened_at).exists():
        return card_replaced()
    if session.has_ended:
        return closed(table)
    return session_over()


def why_too_late(tournament: Tournament, device: str, *, round_number: int, table: int) -> Problem | None:
    """Return why this device may no longer send a stored tally for a table; None if its round is not closed.

    The device had a session there, which its browser may have forgotten since.
    """
    place = {"table__round__tournament": tournament, "table__round__number": round_number, "table__number": table}
    sessions = TableSession.objects.filter(
        device=secret_digest(device), table__round__state=Round.State.CLOSED, **place
    )
    session = sessions.select_related("table__round").last()
    return closed(session.table) if session else None


def card_replaced(pointer: tuple[str, ...] = ()) -> Problem:
    """Return the refusal of a replaced card, and of sessions that were opened with it."""
    message = _("This table has a new card: scan that one. The old one no longer works.")
    return Problem("card_replaced", message, pointer=pointer)


def closed(table: Table) -> Problem:
    """Return the refusal for a closed table: the table or its round was closed, or the round was unpublished."""
    round_ = table.round
    if table.closing and round_.state == Round.State.PUBLISHED:
        return Problem("table_closed", _("Table %(table)d is closed: ask the director."), {"table": table.number})
    if round_.state != Round.State.CLOSED:
        message = _("Round %(round)d has not begun yet: wait for the director.")
        return Problem("round_not_begun", message, {"round": round_.number})
    message = _("Round %(round)d is closed: ask the director.")
    return Problem("round_closed", message, {"round": round_.number})


def end_session(session: TableSession) -> None:
    """End a session; the device keeps its seats."""
    TableSession.objects.filter(pk=session.pk, ended_at=None).update(ended_at=timezone.now())


def find_session(secret: str) -> TableSession | None:
    """Return the session with this secret, joined with table, round and tournament, if it `is_usable`; else None."""
    session = BY_DIGEST.first(digest=secret_digest(secret))
    return session if session and session.is_usable else None


def usable_sessions() -> TableSessionQuerySet:
    """Return the sessions in play, and the sessions of closed rounds that may still hand in tallies."""
    sessions = TableSession.objects.open() | TableSession.objects.late()
    return sessions.with_table()


def session_at(tournament: Tournament, device: str, *, round_number: int, table: int) -> TableSession | None:
    """Return this device's latest usable session at a table, or None. It is for tallies that the phone has stored."""
    place = {"table__round__tournament": tournament, "table__round__number": round_number, "table__number": table}
    return usable_sessions().filter(device=secret_digest(device), **place).order_by("pk").last()


def refuse_closed(table: Table) -> None:
    """Raise Conflict unless the table is in play."""
    if not table.is_in_play:
        raise Conflict(closed(table))
