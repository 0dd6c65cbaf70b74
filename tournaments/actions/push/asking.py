"""Whether push notifications are on, and queueing them for the worker. This module imports no cryptography."""

from datetime import datetime

from django.conf import settings

from tournaments.hints import hint, repeat_hints
from tournaments.models import PushSubscription, Round

NOTIFY = "tournaments.tasks.notify_phones"


def is_on() -> bool:
    """Whether push notifications are configured."""
    return bool(settings.PUSH_KEY)


def public_key() -> str:
    """Return the key with which browsers subscribe; "" if push notifications are off."""
    if not is_on():
        return ""
    from .encryption import own_public_key

    return own_public_key()


def queue_notifications(round_: Round) -> None:
    """Queue the notifications of a public round for the worker; do nothing if notifications are off."""
    if is_on():
        hint(NOTIFY, round_.tournament_id)


def requeue_phones(now: datetime) -> list[int]:
    """Queue the tournaments that have due subscriptions which no worker is handling; return their ids."""
    if not is_on():
        return []
    due = PushSubscription.objects.due(now).order_by("tournament")
    return repeat_hints(NOTIFY, due.values_list("tournament", flat=True).distinct())


def forget_old_phones(now: datetime) -> int:
    """Delete subscriptions whose last message was due so long ago that the tournament must be over; return how many."""
    old = PushSubscription.objects.forgotten(now)
    return old.delete()[0] if old.exists() else 0  # a delete of no rows would still be a write


def forget_phones(tournament_id: int) -> None:
    """Delete all subscriptions of a tournament, which sends no more notifications."""
    PushSubscription.objects.filter(tournament=tournament_id).delete()
