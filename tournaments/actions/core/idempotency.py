"""Idempotency: a repeated request has only one effect, and always the same response."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import IdempotencyKey, TableSession
from tournaments.models.prepared import insert, keeping_plans

from .refusals import Invalid, Problem

RETENTION = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """A response to a client: its status, its body, and the address of a created resource or ""."""

    status: int
    body: bytes
    location: str = ""


def holder_at_table(session: TableSession) -> str:
    """Return the owner of the idempotency keys that a device at a table sends, from its page or through the API."""
    return f"device {session.device}"


def answer_once(
    *, holder: str, key: str, request_digest: str, act: Callable[[], StoredResponse], seldom_repeated: bool = False
) -> tuple[StoredResponse, bool]:
    """Call `act` unless a response is stored for this key; return the response, and whether it was already stored.

    `holder` is the owner of the key. The effect of `act` and its response are stored in one transaction. If `act`
    raises or the process ends, nothing is stored. A second call with the same key waits for the first. With
    `seldom_repeated`, `act` runs before the stored response is looked for, and its effect is rolled back if there is
    one: this is faster for new requests. Raises Invalid if the key was used for a different request.
    """
    once = partial(_act_and_store, holder, key, request_digest, act, is_sought=not seldom_repeated)
    if not seldom_repeated:
        forget_expired(holder)
    try:
        return once()
    except OperationalError:  # the transaction may be committed although the database reported an error
        raise
    except Exception as fault:
        if earlier := _find_answer(holder, key, request_digest):
            return earlier, True
        if not (isinstance(fault, IntegrityError) and forget_expired(holder)):
            raise
    return once()


def forget_expired(holder: str) -> bool:
    """Delete the holder's responses that are older than a day; return whether there were any."""
    expired = IdempotencyKey.objects.filter(holder=holder, answered_at__lt=timezone.now() - RETENTION)
    return expired.exists() and bool(expired.delete())


def _act_and_store(
    holder: str, key: str, request_digest: str, act: Callable[[], StoredResponse], *, is_sought: bool
) -> tuple[StoredResponse, bool]:
    """Run `act`; store its effect and its response. If `is_sought`, first look for a stored response and return it.

    Raises IntegrityError if a response is stored and `is_sought` is false.
    """
    with transaction.atomic():
        _take(holder, key)
        if is_sought and (earlier := _find_answer(holder, key, request_digest)):
            return earlier, True
        answer = act()
        insert(
            IdempotencyKey(
                holder=holder,
                key=key,
                request_digest=request_digest,
                answered_at=timezone.now(),
                status=answer.status,
                body=answer.body,
                location=answer.location,
            )
        )
    return answer, False


def _find_answer(holder: str, key: str, request_digest: str) -> StoredResponse | None:
    """Return the stored response; None if there is none. Raises Invalid if it belongs to a different request."""
    recent = IdempotencyKey.objects.filter(answered_at__gte=timezone.now() - RETENTION)
    stored = recent.filter(holder=holder, key=key).first()
    if stored is None:
        return None
    if stored.request_digest != request_digest:
        message = _("This Idempotency-Key belongs to another request: use a new one.")
        raise Invalid(Problem("idempotency_key_reused", message))
    return StoredResponse(stored.status, bytes(stored.body), stored.location)


def _take(holder: str, key: str) -> None:
    """Lock the key until the transaction ends; the wait has the usual limit for locks.

    The lock is released if this process dies. On SQLite the transaction itself is the lock.
    """
    if connection.vendor != "postgresql":
        return
    with keeping_plans() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{holder} {key}"])
