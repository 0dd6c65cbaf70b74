"""Telling the phones that asked where their players sit: by a worker, after a round is published.

Who is due stands in the database, so a message that is lost is made good by the sweep. While a service is talked to
nothing is locked and nobody's turn to write is held: a batch is taken before it, and what became of it recorded after.
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
AT_ONCE = 16  # requests on their way
LONGEST = 15.0  # seconds for a batch; who has not been told by then falls due again
TAKEN = timedelta(seconds=30)


def tell_phones(tournament_id: int) -> bool:
    """Tell every phone of a tournament that is due, a batch at a time; whether there was any."""
    found = False
    while is_on() and (batch := _take(tournament_id)):
        found, started = True, monotonic()
        counts = _tell(batch)
        log.info("phones_told", tournament=tournament_id, **counts, took=round(monotonic() - started, 3))
    return found


def _take(tournament_id: int) -> list[PushSubscription]:
    """Some of the phones that are due, for a while nobody else's to tell."""
    now, mine = timezone.now(), token_hex(16)
    due = PushSubscription.objects.due(now).filter(tournament=tournament_id).order_by("due_at", "pk")
    chosen = list(due.values_list("pk", flat=True)[:BATCH])
    if not chosen:
        return []
    PushSubscription.objects.filter(pk__in=chosen, due_at__lte=now).update(due_at=now + TAKEN, taken_by=mine)
    return list(PushSubscription.objects.filter(taken_by=mine).select_related("entry"))


def _tell(batch: list[PushSubscription]) -> Counter[str]:
    """Send each its message and record what became of it; how often what did."""
    in_play = Round.objects.select_related("tournament").filter(state=Round.State.PUBLISHED)
    round_ = in_play.filter(tournament=batch[0].tournament_id).order_by("number").last()
    if round_ is None:  # taken back a moment ago
        return Counter()
    places = places_in(round_, {phone.entry_id for phone in batch})
    know(round_.number, [phone for phone in batch if phone.entry_id not in places], {})
    counts = Counter[str]()
    for answered in _answers(round_, [(phone, places[phone.entry_id]) for phone in batch if phone.entry_id in places]):
        counts.update(record(round_.number, answered, places))
    return counts


def _answers(round_: Round, to_tell: Iterable[tuple[PushSubscription, int]]) -> Iterator[list[Answered]]:
    """The answers as they come, and none any more after so many seconds."""
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
