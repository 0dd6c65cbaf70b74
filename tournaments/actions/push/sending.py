"""Notifications to subscribed phones: each gets its player's table in a round, in the language of the phone."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import timedelta
from secrets import token_hex
from time import monotonic
from urllib.parse import urlsplit

import structlog
from django.db.models import Case, F, PositiveIntegerField, QuerySet, When
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from tournaments.models import PushSubscription, Round, Seat, SitOut
from tournaments.models.push_subscription import SITS_OUT

from ..outgoing import Reply
from .asking import is_on
from .encryption import fresh, seal
from .services import Services, is_gone

Places = Mapping[int, int]


def places_in(round_: Round, entries: Iterable[int]) -> dict[int, int]:
    """Return the table of each of these entries, 0 for one that sits out. Entries without a place are left out."""
    named = list(entries)
    out = SitOut.objects.filter(round=round_, entry__in=named).values_list("entry", flat=True)
    seats = Seat.objects.filter(round=round_, entry__in=named).values_list("entry", "table__number")
    return {**dict.fromkeys(out, SITS_OUT), **dict(seats)}


def message_for(phone: PushSubscription, round_: Round, table: int) -> bytes:
    """Return a notification as JSON for the phone's service worker; its names are those of public pages."""
    tournament = round_.tournament
    with translation.override(phone.language):
        params = {"table": table, "number": round_.number}
        title = gettext("You are at table %(table)d") if table else gettext("You sit out round %(number)d")
        where = [gettext("Round %(number)s") % params] if table else []
    message = {
        "title": title % params,
        "body": " · ".join([phone.entry.name, *where, tournament.name]),
        "lang": phone.language,
        "tag": topic_of(round_),
        "url": reverse("at-table", args=[tournament.slug]),
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def topic_of(round_: Round) -> str:
    """Return the topic of a tournament's notifications; a new notification replaces older ones with the same topic."""
    return f"tavolo-{round_.tournament_id}"


log = structlog.stdlib.get_logger(__name__)
Answered = tuple[PushSubscription, Reply]
FIRST_WAIT, LONGEST_WAIT = 5, 300  # seconds before the next try; doubled after each


def record(number: int, answered: Sequence[Answered], places: Places) -> Counter[str]:
    """Store the results of sending notifications for a round; return the number of phones by result.

    Phones that no longer exist are deleted. Phones for which sending failed for now become due again later.
    """
    sorted_out = defaultdict[str, list[Answered]](list)
    for phone, answer in answered:
        sorted_out[_outcome(answer)].append((phone, answer))
    _forget([phone for phone, _answer in sorted_out["gone"]])
    _postpone(sorted_out["later"])
    for phone, answer in sorted_out["refused"]:
        log.warning("A push service took no message.", status=answer.status, host=urlsplit(phone.endpoint).hostname)
    mark_notified(
        number, [phone for outcome in ("notified", "refused") for phone, _answer in sorted_out[outcome]], places
    )
    return Counter({outcome: len(found) for outcome, found in sorted_out.items() if found})


def _outcome(answer: Reply) -> str:
    if answer.is_accepted:
        return "notified"
    if is_gone(answer):
        return "gone"
    return "later" if answer.is_to_be_repeated else "refused"


def mark_notified(number: int, phones: Collection[PushSubscription], places: Places) -> None:
    """Store which round and places these phones have been notified of, so that they are no longer due."""
    if phones:
        cases = [When(entry=phone.entry_id, then=places[phone.entry_id]) for phone in phones if places]
        table = Case(*cases, output_field=PositiveIntegerField())
        _still_claimed(phones).update(
            notified_round=number, notified_table=table, tries=0, taken_by="", due_at=timezone.now()
        )


def _forget(phones: Collection[PushSubscription]) -> None:
    if phones:
        _still_claimed(phones).delete()


def _postpone(answered: Collection[Answered]) -> None:
    waits = defaultdict[int, list[PushSubscription]](list)
    for phone, answer in answered:
        own = min(FIRST_WAIT << min(phone.tries, 10), LONGEST_WAIT)
        waits[own if answer.after is None else max(answer.after, 1)].append(phone)
    for seconds, phones in waits.items():
        due_at = timezone.now() + timedelta(seconds=seconds)
        _still_claimed(phones).update(due_at=due_at, tries=F("tries") + 1, taken_by="")


def _still_claimed(phones: Collection[PushSubscription]) -> QuerySet[PushSubscription]:
    """Return the rows of these phones, except those that subscribed again or that another worker has taken."""
    taken_by = {phone.taken_by for phone in phones}
    return PushSubscription.objects.filter(pk__in=[phone.pk for phone in phones], taken_by__in=taken_by)


BATCH = 200
AT_ONCE = 16  # simultaneous requests
LONGEST = 15.0  # seconds for a batch; phones not notified by then become due again
TAKEN = timedelta(seconds=30)


def notify_phones(tournament_id: int) -> bool:
    """Notify all due phones of a tournament, in batches; return whether there was any."""
    found = False
    while is_on() and (batch := _take(tournament_id)):
        found = True
        _notify(batch)
    return found


def _take(tournament_id: int) -> list[PushSubscription]:
    """Reserve a batch of due phones for this worker for a limited time, and return it."""
    now, mine = timezone.now(), token_hex(16)
    due = PushSubscription.objects.due(now).filter(tournament=tournament_id).order_by("due_at", "pk")
    chosen = list(due.values_list("pk", flat=True)[:BATCH])
    if not chosen:
        return []
    PushSubscription.objects.due(now).filter(pk__in=chosen).update(due_at=now + TAKEN, taken_by=mine)
    return list(PushSubscription.objects.filter(taken_by=mine).select_related("entry"))


def _notify(batch: list[PushSubscription]) -> None:
    """Notify each phone of a batch, store the results, and log the number of phones by result."""
    started = monotonic()
    in_play = Round.objects.select_related("tournament").filter(state=Round.State.PUBLISHED)
    round_ = in_play.filter(tournament=batch[0].tournament_id).order_by("number").last()
    if round_ is None:  # the round was unpublished a moment ago
        return
    places = places_in(round_, {phone.entry_id for phone in batch})
    mark_notified(round_.number, [phone for phone in batch if phone.entry_id not in places], {})
    counts = Counter[str]()
    for answered in _answers(round_, [(phone, places[phone.entry_id]) for phone in batch if phone.entry_id in places]):
        counts.update(record(round_.number, answered, places))
    about = {"tournament": round_.tournament.slug, "round": round_.number}
    log.info("phones_notified", **about, **counts, took=round(monotonic() - started, 3))


def _answers(round_: Round, to_tell: Iterable[tuple[PushSubscription, int]]) -> Iterator[list[Answered]]:
    """Yield the services' replies as they arrive, in lists, until the time limit of a batch."""
    services, topic, until = Services(), topic_of(round_), monotonic() + LONGEST
    pool = ThreadPoolExecutor(AT_ONCE, "push")
    waiting: dict[Future[Reply], PushSubscription] = {}
    for phone, table in to_tell:
        message = message_for(phone, round_, table)
        waiting[pool.submit(_send, services, phone, message, topic)] = phone
    while waiting and (left := until - monotonic()) > 0:
        done, _others = wait(waiting, left, FIRST_COMPLETED)
        yield [(waiting.pop(future), future.result()) for future in done]
    pool.shutdown(wait=False, cancel_futures=True)


def _send(services: Services, phone: PushSubscription, message: bytes, topic: str) -> Reply:
    return services.send(phone.endpoint, seal(message, phone.p256dh, phone.auth, fresh()), topic)
