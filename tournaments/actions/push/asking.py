"""Whether phones are told at all, and asking the worker to: what all processes need, without any cryptography."""

from datetime import datetime

from django.conf import settings

from tournaments.hints import hint
from tournaments.models import PushSubscription, Round

TELL = "tournaments.tasks.tell_phones"


def is_on() -> bool:
    """Whether whoever runs this has switched it on."""
    return bool(settings.PUSH_KEY)


def public_key() -> str:
    """The key that browsers subscribe with; empty where it is off."""
    if not is_on():
        return ""
    from .vapid_keys import own_public_key

    return own_public_key()


def ask_to_tell(round_: Round) -> None:
    """Ask the worker to tell a round's phones once it is public; costs nothing where it is off."""
    if is_on():
        hint(TELL, round_.tournament_id)


def requeue_phones(now: datetime) -> list[int]:
    """Ask the worker for the tournaments whose phones are due and that nobody is at; their ids."""
    if not is_on():
        return []
    due = PushSubscription.objects.due(now).order_by("tournament")
    tournaments = list(due.values_list("tournament", flat=True).distinct())
    for pk in tournaments:
        hint(TELL, pk)
    return tournaments


def forget_old_phones(now: datetime) -> int:
    """Forget the phones of tournaments that nobody ended; how many."""
    old = PushSubscription.objects.forgotten(now)
    return old.delete()[0] if old.exists() else 0  # or each look would be a write


def forget_phones(tournament_id: int) -> None:
    """Forget every phone of a tournament: there is nothing more to be told."""
    PushSubscription.objects.filter(tournament=tournament_id).delete()
