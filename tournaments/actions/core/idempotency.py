"""Idempotency: a request that is repeated has one effect and one answer."""

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
    """What a client hears: a status, the body, and where what was made is."""

    status: int
    body: bytes
    location: str = ""


def holder_at_table(session: TableSession) -> str:
    """Whose key it is that a device at a table sends, whether by its page or through the API."""
    return f"device {session.device}"


def answer_once(
    *, holder: str, key: str, request_digest: str, act: Callable[[], StoredResponse], seldom_repeated: bool = False
) -> tuple[StoredResponse, bool]:
    """What `act` answers, and whether that was an earlier call with the same key.

    `holder` says whose key it is. The effect and the answer are stored in one transaction; what
    `act` raises, or the end of its process, leaves the key free. A call waits while another one with its key runs.
    What is `seldom_repeated` and done quickly is done before anybody looks for an earlier answer, and undone where
    there is one. Raises Invalid where the key was used for another request.
    """
    once = partial(_act_and_store, holder, key, request_digest, act, is_sought=not seldom_repeated)
    if not seldom_repeated:
        forget_expired(holder)
    try:
        return once()
    except OperationalError:  # the answer may be stored, and not be on the disk
        raise
    except Exception as fault:
        if earlier := _find_answer(holder, key, request_digest):
            return earlier, True
        if not (isinstance(fault, IntegrityError) and forget_expired(holder)):
            raise
    return once()


def forget_expired(holder: str) -> bool:
    """Delete the holder's answers that are older than a day; whether there were any."""
    expired = IdempotencyKey.objects.filter(holder=holder, answered_at__lt=timezone.now() - RETENTION)
    return expired.exists() and bool(expired.delete())


def _act_and_store(
    holder: str, key: str, request_digest: str, act: Callable[[], StoredResponse], *, is_sought: bool
) -> tuple[StoredResponse, bool]:
    """What `act` answers, stored with its effect, or the earlier answer where that is sought.

    Raises IntegrityError where the key has an answer that was not sought.
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
    """The earlier answer, None where there was none; raises Invalid for another request's."""
    kept = IdempotencyKey.objects.filter(answered_at__gte=timezone.now() - RETENTION)
    stored = kept.filter(holder=holder, key=key).first()
    if stored is None:
        return None
    if stored.request_digest != request_digest:
        message = _("This Idempotency-Key belongs to another request: use a new one.")
        raise Invalid(Problem("idempotency_key_reused", message))
    return StoredResponse(stored.status, bytes(stored.body), stored.location)


def _take(holder: str, key: str) -> None:
    """Take the key until the transaction ends, once nobody else has it; waits as briefly as for any other lock.

    Whoever holds it lets go when it dies, as of every lock. On SQLite the transaction itself is what others wait for.
    """
    if connection.vendor != "postgresql":
        return
    with keeping_plans() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{holder} {key}"])
