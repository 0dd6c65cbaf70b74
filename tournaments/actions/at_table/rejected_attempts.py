"""Refused attempts at tables, counted for the director after the refusal; the number of rows is limited."""

from collections.abc import Iterable
from dataclasses import dataclass

import structlog
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from tournaments.models import RejectedAttempt, SpentCard, TableKey, TableSession

from ..core.actor import secret_digest

logger = structlog.get_logger(__name__)

KINDS = frozenset(
    {
        "another_table",
        "card_replaced",
        "codes_closed",
        "hand_changed",
        "hand_skipped",
        "idempotency_key_reused",
        "own_device",
        "own_hand",
        "round_closed",
        "seat_not_claimed",
        "seat_taken",
        "too_many_tries",
        "unknown_code",
        "wrong_pin",
    }
)
"""The codes of problems that are recorded."""

MAX_ROWS = 500
"""The number of rows per tournament from which on new devices are counted without their identifiers."""

MAX_TIMES = 999
"""The highest count of a row; later attempts are not counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptSource:
    """The origin of a request, as far as known: tournament, round, table, device and session."""

    tournament_id: int
    round: int = 0
    table: int = 0
    device: str = ""
    session: TableSession | None = None


def source_of_session(session: TableSession) -> AttemptSource:
    """Return the source of requests with this session; an unsaved session belongs to a request with only a card."""
    round_ = session.table.round
    return AttemptSource(
        tournament_id=round_.tournament_id,
        round=round_.number,
        table=session.table.number,
        device=session.device,
        session=session if session.pk else None,
    )


def source_of_secret(secret: str) -> AttemptSource | None:
    """Return the origin of requests with this secret of a session or card, valid or not; None if it is unknown."""
    digest = secret_digest(secret)
    sessions = TableSession.objects.select_related("table__round")
    if session := sessions.filter(digest=digest).first():
        return source_of_session(session)
    spent = SpentCard.objects.select_related("key").filter(digest=digest).first()
    key = spent.key if spent else TableKey.objects.filter(digest=digest).first()
    return AttemptSource(tournament_id=key.tournament_id, table=key.number) if key else None


def record(codes: Iterable[str], source: AttemptSource | None) -> None:
    """Count the codes of a refusal that are in `KINDS`. Do nothing if `source` is None.

    A database error is only logged. Call it outside the transaction of the refused action.
    """
    if source is None:
        return
    bind_contextvars(codes=sorted(codes), round=source.round, table=source.table)
    for kind in KINDS.intersection(codes):
        try:
            with transaction.atomic():
                _count(kind, source)
        except DatabaseError as fault:
            logger.warning("rejected_attempt_not_recorded", kind=kind, error=str(fault))


def _count(kind: str, source: AttemptSource) -> None:
    of_tournament = RejectedAttempt.objects.filter(tournament=source.tournament_id)
    alike = of_tournament.filter(round=source.round, table=source.table, kind=kind)
    device = source.device
    if not alike.filter(device=device).exists():
        if of_tournament.count() >= MAX_ROWS:
            device = ""
        _begin(kind, source, device)
    row = alike.filter(device=device, times__lt=MAX_TIMES)
    row.update(times=F("times") + 1, last_at=timezone.now())


def _begin(kind: str, source: AttemptSource, device: str) -> None:
    """Insert a row with count 0, unless a concurrent process has inserted it."""
    now = timezone.now()
    row = RejectedAttempt(
        tournament_id=source.tournament_id,
        round=source.round,
        table=source.table,
        kind=kind,
        device=device,
        seat=_seat(source.session),
        first_at=now,
        last_at=now,
    )
    RejectedAttempt.objects.bulk_create([row], ignore_conflicts=True)


def _seat(session: TableSession | None) -> int | None:
    if session is None:
        return None
    claims = session.claims.filter(released_at=None).order_by("seat")
    return claims.values_list("seat", flat=True).first()
