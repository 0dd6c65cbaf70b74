"""Stores the outcomes of notifications as soon as they are known."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import timedelta
from urllib.parse import urlsplit

import structlog
from django.db.models import Case, F, PositiveIntegerField, QuerySet, When
from django.utils import timezone

from tournaments.models import PushSubscription

from .messages import Places
from .services import PushResult

log = structlog.stdlib.get_logger(__name__)
Answered = tuple[PushSubscription, PushResult]
FIRST_WAIT, LONGEST_WAIT = 5, 300  # seconds, twice as many with each try


def record(number: int, answered: Sequence[Answered], places: Places) -> Counter[str]:
    """Store the outcomes of notifications about these places in a round; return how many had each outcome.

    Phones that are gone are deleted; those that failed for now become due again later.
    """
    sorted_out = defaultdict[str, list[Answered]](list)
    for phone, answer in answered:
        sorted_out[_outcome(answer)].append((phone, answer))
    _forget([phone for phone, _answer in sorted_out["gone"]])
    _put_off(sorted_out["later"])
    for phone, answer in sorted_out["refused"]:
        log.warning("A push service took no message.", status=answer.status, host=urlsplit(phone.endpoint).hostname)
    know(number, [phone for outcome in ("told", "refused") for phone, _answer in sorted_out[outcome]], places)
    return Counter({outcome: len(found) for outcome, found in sorted_out.items() if found})


def _outcome(answer: PushResult) -> str:
    if answer.is_told:
        return "told"
    if answer.is_gone:
        return "gone"
    return "later" if answer.is_to_be_repeated else "refused"


def know(number: int, phones: Collection[PushSubscription], places: Places) -> None:
    """Store the round and the places that these phones were notified of, so that they are no longer due."""
    if phones:
        known = [When(entry=phone.entry_id, then=places[phone.entry_id]) for phone in phones if places]
        table = Case(*known, output_field=PositiveIntegerField())
        _still_taken(phones).update(told=number, told_table=table, tries=0, taken_by="", due_at=timezone.now())


def _forget(phones: Collection[PushSubscription]) -> None:
    if phones:
        _still_taken(phones).delete()


def _put_off(answered: Collection[Answered]) -> None:
    waits = defaultdict[int, list[PushSubscription]](list)
    for phone, answer in answered:
        own = min(FIRST_WAIT << min(phone.tries, 10), LONGEST_WAIT)
        waits[own if answer.after is None else max(answer.after, 1)].append(phone)
    for seconds, phones in waits.items():
        due_at = timezone.now() + timedelta(seconds=seconds)
        _still_taken(phones).update(due_at=due_at, tries=F("tries") + 1, taken_by="")


def _still_taken(phones: Collection[PushSubscription]) -> QuerySet[PushSubscription]:
    """Return the phones' rows, except for those that subscribed again meanwhile."""
    taken_by = {phone.taken_by for phone in phones}
    return PushSubscription.objects.filter(pk__in=[phone.pk for phone in phones], taken_by__in=taken_by)
