"""Doing once what a client may ask for twice, because it never heard the answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import IdempotencyKey

from .problems import Conflict, Invalid, Problem

KEPT = timedelta(hours=24)
LEASE = timedelta(minutes=1)
"""After so long whoever began is taken to have died; his effect could no longer be stored."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a client hears: a status, the body, and where what was made is."""

    status: int
    body: bytes
    location: str = ""


def answer_once(
    *, holder: str, key: str, request_digest: str, act: Callable[[], Answer]
) -> tuple[Answer, bool]:
    """What `act` answers, and whether that was an earlier call with the same key.

    `holder` says whose key it is. The effect and the answer are stored together or not at all;
    what `act` raises leaves the key free again. Raises Invalid where the key was used for another
    request, and Conflict while the first one is still running.
    """
    claim = _claim(holder, key, request_digest)
    if claim.status is not None:
        return Answer(claim.status, bytes(claim.body), claim.location), True
    try:
        with transaction.atomic():
            answer = act()
            _keep(claim, answer)
    except BaseException:
        _mine(claim).delete()
        raise
    return answer, False


@transaction.atomic
def _claim(holder: str, key: str, request_digest: str) -> IdempotencyKey:
    """The key with its answer, or without one and ours to work on."""
    now, attempt = timezone.now(), secrets.token_hex(16)
    IdempotencyKey.objects.filter(holder=holder, started_at__lt=now - KEPT).delete()
    begun = {"request_digest": request_digest, "attempt": attempt, "started_at": now}
    claim, is_new = IdempotencyKey.objects.select_for_update().get_or_create(
        holder=holder, key=key, defaults=begun
    )
    if is_new:
        return claim
    if claim.request_digest != request_digest:
        message = _("This Idempotency-Key stands for another request: use a new one.")
        raise Invalid(Problem("idempotency_key_reused", message))
    if claim.status is None:
        if claim.started_at > now - LEASE:
            raise _still_running()
        claim.attempt, claim.started_at = attempt, now
        claim.save(update_fields=["attempt", "started_at"])
    return claim


def _keep(claim: IdempotencyKey, answer: Answer) -> None:
    stored = _mine(claim).update(status=answer.status, body=answer.body, location=answer.location)
    if not stored:
        raise _still_running()


def _mine(claim: IdempotencyKey) -> QuerySet[IdempotencyKey]:
    return IdempotencyKey.objects.filter(pk=claim.pk, attempt=claim.attempt, status=None)


def _still_running() -> Conflict:
    message = _("The first request with this Idempotency-Key is still running: ask again soon.")
    return Conflict(Problem("still_running", message))
