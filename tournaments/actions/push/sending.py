"""Sending notifications to phones about their players' next tables: by a worker, after a round is published.

Due subscriptions are rows in the database, so the sweep repairs a lost message. While requests to a service are running
no lock and no write transaction is held: a batch is marked before, and its outcomes are stored after.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import timedelta
from secrets import token_hex
from time import monotonic

import structlog
from django.utils import timezone

from tournaments.models import PushSubscription, Round

from .asking import is_on
from .messages import message_for, places_in, topic_of
from .outcomes import Answered, know, record
from .sealing import fresh, seal
from .services import PushResult, Services

log = structlog.stdlib.get_logger(__name__)
BATCH = 200
AT_ONCE = 16  # simultaneous requests
LONGEST = 15.0  # seconds for a batch; phones not notified by then fall due again
TAKEN = timedelta(seconds=30)


def tell_phones(tournament_id: int) -> bool:
    """Notify all due phones of a tournament, in batches; return whether there were any."""
    found = False
    while is_on() and (batch := _take(tournament_id)):
        found, started = True, monotonic()
        counts = _tell(batch)
        log.info("phones_told", tournament=tournament_id, **counts, took=round(monotonic() - started, 3))
    return found


def _take(tournament_id: int) -> list[PushSubscription]:
    """Mark a batch of due phones as taken by this worker for a while, and return it."""
    now, mine = timezone.now(), token_hex(16)
    due = PushSubscription.objects.due(now).filter(tournament=tournament_id).order_by("due_at", "pk")
    chosen = list(due.values_list("pk", flat=True)[:BATCH])
    if not chosen:
        return []
    PushSubscription.objects.filter(pk__in=chosen, due_at__lte=now).update(due_at=now + TAKEN, taken_by=mine)
    return list(PushSubscription.objects.filter(taken_by=mine).select_related("entry"))


def _tell(batch: list[PushSubscription]) -> Counter[str]:
    """Notify each phone of a batch and store the outcomes; return how many had each outcome."""
    in_play = Round.objects.select_related("tournament").filter(state=Round.State.PUBLISHED)
    round_ = in_play.filter(tournament=batch[0].tournament_id).order_by("number").last()
    if round_ is None:  # unpublished a moment ago
        return Counter()
    places = places_in(round_, {phone.entry_id for phone in batch})
    know(round_.number, [phone for phone in batch if phone.entry_id not in places], {})
    counts = Counter[str]()
    for answered in _answers(round_, [(phone, places[phone.entry_id]) for phone in batch if phone.entry_id in places]):
        counts.update(record(round_.number, answered, places))
    return counts


def _answers(round_: Round, to_tell: Iterable[tuple[PushSubscription, int]]) -> Iterator[list[Answered]]:
    """Yield the answers as they arrive, until the time limit of a batch."""
    services, topic, until = Services(), topic_of(round_), monotonic() + LONGEST
    pool = ThreadPoolExecutor(AT_ONCE, "push")
    waiting: dict[Future[PushResult], PushSubscription] = {}
    for phone, table in to_tell:
        message = message_for(phone, round_, table)
        waiting[pool.submit(_send, services, phone, message, topic)] = phone
    while waiting and (left := until - monotonic()) > 0:
        done, _others = wait(waiting, left, FIRST_COMPLETED)
        yield [(waiting.pop(future), future.result()) for future in done]
    pool.shutdown(wait=False, cancel_futures=True)


def _send(services: Services, phone: PushSubscription, message: bytes, topic: str) -> PushResult:
    return services.send(phone.endpoint, seal(message, phone.p256dh, phone.auth, fresh()), topic)
