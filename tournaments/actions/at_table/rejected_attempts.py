"""Refused attempts at tables, recorded for the director after the refusal, with limits on rows and counts."""

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
"""The number of rows per tournament; attempts of further devices are counted together."""

MAX_TIMES = 999
"""The highest count of a row; further attempts are not written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The origin of a request as far as it is known: round, table and device."""

    tournament_id: int
    round: int = 0
    table: int = 0
    device: str = ""
    session: TableSession | None = None


def asker_of(session: TableSession) -> Asker:
    """Return the holder of this session, or of the bare card."""
    round_ = session.table.round
    return Asker(
        tournament_id=round_.tournament_id,
        round=round_.number,
        table=session.table.number,
        device=session.device,
        session=session if session.pk else None,
    )


def asker_with(secret: str) -> Asker | None:
    """Return the holder of this secret, even if it is no longer valid; None if it is unknown."""
    digest = secret_digest(secret)
    sessions = TableSession.objects.select_related("table__round")
    if session := sessions.filter(digest=digest).first():
        return asker_of(session)
    spent = SpentCard.objects.select_related("key").filter(digest=digest).first()
    key = spent.key if spent else TableKey.objects.filter(digest=digest).first()
    return Asker(tournament_id=key.tournament_id, table=key.number) if key else None


def record(codes: Iterable[str], asker: Asker | None) -> None:
    """Count a refusal. Database errors are logged and do not change the response.

    Call it outside of the refused transaction.
    """
    if asker is None:
        return
    bind_contextvars(codes=sorted(codes), round=asker.round, table=asker.table)
    for kind in KINDS.intersection(codes):
        try:
            with transaction.atomic():
                _count(kind, asker)
        except DatabaseError as fault:
            logger.warning("rejected_attempt_not_recorded", kind=kind, error=str(fault))


def _count(kind: str, asker: Asker) -> None:
    of_tournament = RejectedAttempt.objects.filter(tournament=asker.tournament_id)
    alike = of_tournament.filter(round=asker.round, table=asker.table, kind=kind)
    device = asker.device
    if not alike.filter(device=device).exists():
        if of_tournament.count() >= MAX_ROWS:
            device = ""
        _begin(kind, asker, device)
    row = alike.filter(device=device, times__lt=MAX_TIMES)
    row.update(times=F("times") + 1, last_at=timezone.now())


def _begin(kind: str, asker: Asker, device: str) -> None:
    """Insert a row with count 0, unless another process has done so."""
    now = timezone.now()
    row = RejectedAttempt(
        tournament_id=asker.tournament_id,
        round=asker.round,
        table=asker.table,
        kind=kind,
        device=device,
        seat=_seat(asker.session),
        first_at=now,
        last_at=now,
    )
    RejectedAttempt.objects.bulk_create([row], ignore_conflicts=True)


def _seat(session: TableSession | None) -> int | None:
    if session is None:
        return None
    claims = session.claims.filter(released_at=None).order_by("seat")
    return claims.values_list("seat", flat=True).first()
