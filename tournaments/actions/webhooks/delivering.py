"""Sending the messages of a webhook. They are signed; a failed message is repeated for a day.

If nothing was accepted in this time, the webhook is stopped.
"""

import json
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from time import monotonic, time
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Webhook, WebhookDelivery

from ..core.rows import lock_all, save_fields
from ..outgoing import GONE, Reply, post, read_address
from .signing import key_of, signature
from .webhooks import is_allowed

log = structlog.stdlib.get_logger(__name__)
PATIENCE = 5.0  # seconds for each step of a request; twice this for the whole request
TAKEN = timedelta(minutes=1)
WAITS = tuple(timedelta(seconds=seconds) for seconds in (5, 60, 300, 1800, 2 * 3600, 4 * 3600, 7 * 3600, 11 * 3600))
"""The pauses after failed tries; together they are longer than `LONG`."""
LONG = timedelta(days=1)
"""How long a webhook may fail before it is stopped."""
KEPT_ANSWERS = 20


def deliver_webhook(webhook_id: int) -> bool:
    """Send the due messages of a webhook, oldest first, until one gets no response; return whether any was due."""
    found = False
    while delivery := _take(webhook_id):
        found = True
        if not _deliver(delivery).status:
            _postpone_others(webhook_id)
            break
    return found


def is_failing(webhook_id: int) -> bool:
    """Whether the webhook's last message was not accepted."""
    return Webhook.objects.filter(pk=webhook_id).exclude(failing_since=None).exists()


def _take(webhook_id: int) -> WebhookDelivery | None:
    """Return the oldest due delivery, after postponing it by the longest duration of a request; None if none is due.

    So no other worker sends it at the same time.
    """
    now = timezone.now()
    due = WebhookDelivery.objects.due(now).filter(webhook=webhook_id).select_related("webhook__club", "tournament")
    for delivery in due.order_by("pk"):
        until = now + TAKEN
        if WebhookDelivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at).update(due_at=until):
            delivery.due_at = until
            return delivery
    return None


def _postpone_others(webhook_id: int) -> None:
    """Postpone the other due messages of a webhook that does not respond, so that other webhooks are not delayed."""
    now = timezone.now()
    WebhookDelivery.objects.filter(webhook=webhook_id, due_at__lte=now).update(due_at=now + WAITS[1])


def _deliver(delivery: WebhookDelivery) -> Reply:
    started = monotonic()
    answer = _post(delivery)
    took = round(monotonic() - started, 3)
    outcome = _record(delivery, answer, took)
    log.info("webhook_called", webhook=delivery.webhook_id, what=delivery.event, outcome=outcome, took=took)
    return answer


def _post(delivery: WebhookDelivery) -> Reply:
    place = read_address(delivery.webhook.address)
    if place is None or not (place.is_encrypted or is_allowed(place)):
        return Reply(0, fault="private_address")  # the settings no longer allow private addresses
    body, at = json.dumps(payload(delivery), ensure_ascii=False).encode(), int(time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Tavolo",
        "webhook-id": delivery.message,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(key_of(delivery.webhook), delivery.message, at, body),
    }
    return post(place, body, headers, patience=PATIENCE, to_private=is_allowed(place), context=_tls())


@cache
def _tls() -> ssl.SSLContext:
    """Return the TLS settings of all requests, cached because reading the certificate authorities takes 40 ms."""
    return ssl.create_default_context()


def payload(delivery: WebhookDelivery) -> dict[str, Any]:
    """Return the content of a message: public facts with the tournament's present name."""
    club, tournament = delivery.webhook.club, delivery.tournament
    data: dict[str, Any] = {"club": club.slug}
    if tournament:
        addresses = {"url": reverse("tournament", args=[tournament.slug])}
        addresses["api"] = reverse("api:tournament", args=[tournament.slug])
        whole = {name: settings.TAVOLO_URL + address for name, address in addresses.items()}
        data["tournament"] = {"slug": tournament.slug, "name": tournament.name, **whole}
    return {"type": delivery.event, "timestamp": _in_utc(delivery.created_at), "data": {**data, **delivery.facts}}


def _in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _record(delivery: WebhookDelivery, answer: Reply, took: float) -> str:
    """Store the result of a try and return it.

    Do nothing if the delivery was taken again or deleted in the meantime.
    """
    now = timezone.now()
    with transaction.atomic():
        webhooks = lock_all(Webhook.objects.filter(pk=delivery.webhook_id))
        mine = lock_all(WebhookDelivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at))
        if not webhooks or not mine:
            return "overtaken"
        (webhook,), (row,) = webhooks, mine
        entry = {"at": _in_utc(now), "status": answer.status, "fault": answer.fault, "took": took}
        row.answers = [*row.answers, entry][-KEPT_ANSWERS:]
        if answer.is_accepted:
            save_fields(row, answers=row.answers, due_at=None, delivered_at=now)
            save_fields(webhook, failing_since=None)
            return "delivered"
        return _fail(webhook, row, answer, now)


def _fail(webhook: Webhook, row: WebhookDelivery, answer: Reply, now: datetime) -> str:
    """Store a failed try; return "stopped", "given_up" or "later".

    The webhook is stopped if the receiver says that it is gone, or if the last try of a message failed and nothing was
    accepted for the time `LONG`.
    """
    since = webhook.failing_since or now
    is_last = row.tries >= len(WAITS)
    stops = answer.status == GONE or (is_last and now - since >= LONG)
    due_at = None if is_last or stops else now + _pause(row, answer)
    save_fields(row, answers=row.answers, tries=row.tries + 1, due_at=due_at)
    changes: Mapping[str, object] = {"stopped_at": now} if stops else {}
    if webhook.stopped_at is None:  # else an owner switched it off meanwhile
        save_fields(webhook, failing_since=since, **changes)
    return "stopped" if stops else "given_up" if is_last else "later"


def _pause(row: WebhookDelivery, answer: Reply) -> timedelta:
    own = WAITS[row.tries]
    return own if answer.after is None else max(own, timedelta(seconds=answer.after))
