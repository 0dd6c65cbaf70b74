"""Creating, changing and deleting webhooks, and sending their messages again."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLateError
from secrets import token_hex

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.hints import hint
from tournaments.models import Club, Visibility, Webhook, WebhookDelivery, WebhookEvent
from tournaments.models.webhook import LONGEST_ADDRESS

from ..core.refusals import Conflict, Problem, refuse
from ..core.rows import lock_all, locked, save_fields
from ..outgoing import Place, addresses_of, is_public, read_address
from .queueing import CREATED, DELIVER, queue
from .signing import secret_of

MOST = 10
"""The most webhooks of a club."""
LOOK_UP = 2.0  # seconds for looking up the host of a new address
NOT_AN_ADDRESS = _("Write a whole address that begins with https://, without a user, a password or a #.")
NOT_PUBLIC = _(
    "This address is not on the public internet: whoever runs Tavolo must allow its host name in the settings."
)


def create_webhook(club: Club, *, address: str, events: Iterable[str]) -> tuple[Webhook, str]:
    """Create a webhook and queue its first message; return the webhook and its secret.

    Raises Invalid with the faults of address and events, Conflict if the club has the maximum number of webhooks.
    """
    chosen = list(events)
    refuse([*address_problems(address), *event_problems(chosen)])
    with transaction.atomic():
        club = locked(Club.objects.all(), club.pk)
        if club.webhooks.count() >= MOST:
            message = _("A club may have %(most)d webhooks: delete one first.")
            raise Conflict(Problem("too_many_webhooks", message, {"most": MOST}))
        webhook = Webhook.objects.create(club=club, address=address, events=_sorted(chosen), salt=token_hex(16))
        queue([webhook], CREATED, {})
    return webhook, secret_of(webhook)


def change_webhook(
    webhook: Webhook, *, address: str | None = None, events: Iterable[str] | None = None, is_on: bool | None = None
) -> Webhook:
    """Change address or events, or switch the webhook on or off; return it. Waiting messages go to the new address.

    Raises Invalid with every fault.
    """
    chosen = None if events is None else list(events)
    refuse(
        [
            *(() if address in (None, webhook.address) else address_problems(str(address))),
            *(() if chosen is None else event_problems(chosen)),
        ]
    )
    with transaction.atomic():
        webhook = locked(Webhook.objects.select_related("club"), webhook.pk)
        changes: dict[str, object] = {} if address is None else {"address": address}
        changes |= {} if chosen is None else {"events": _sorted(chosen)}
        if is_on is not None and is_on is not (webhook.stopped_at is None):
            changes |= {"stopped_at": None if is_on else timezone.now(), "failing_since": None}
        if changes:
            save_fields(webhook, **changes)
    return webhook


def delete_webhook(webhook: Webhook) -> None:
    """Delete a webhook with its deliveries."""
    with transaction.atomic():
        lock_all(Webhook.objects.filter(pk=webhook.pk))  # a try is recorded under this lock too
        webhook.delete()


def send_again(delivery: WebhookDelivery) -> WebhookDelivery:
    """Queue a message again with the same id and return it.

    Raises Conflict if its webhook is off or its tournament private.
    """
    with transaction.atomic():
        now = timezone.now()
        delivery = locked(WebhookDelivery.objects.select_related("webhook", "tournament"), delivery.pk)
        if delivery.webhook.stopped_at is not None:
            raise Conflict(Problem("webhook_is_off", _("This webhook is switched off: switch it on first.")))
        if delivery.tournament and delivery.tournament.visibility != Visibility.PUBLIC:
            raise Conflict(Problem("not_public", _("This tournament is no longer public: nothing is sent about it.")))
        save_fields(delivery, due_at=now, delivered_at=None, tries=0)
        hint(DELIVER, delivery.webhook_id)
    return delivery


def _sorted(events: Iterable[str]) -> list[str]:
    """Return each event once, in the order of the documentation."""
    chosen = set(events)
    return [event for event in WebhookEvent.values if event in chosen]


def event_problems(events: Iterable[str]) -> Iterator[Problem]:
    """Yield the fault of the chosen events: none is chosen, or one is unknown."""
    chosen = set(events)
    if not chosen or not chosen <= set(WebhookEvent.values):
        message = _("Choose at least one of: %(choices)s.")
        yield Problem("not_a_choice", message, {"choices": ", ".join(WebhookEvent.values)}, ("events",))


def address_problems(address: str) -> list[Problem]:
    """Return the fault of an address, or []. A host that cannot be looked up now is checked before each message."""
    place = read_address(address) if len(address) <= LONGEST_ADDRESS else None
    if place is None or not (place.is_encrypted or is_allowed(place)):
        return [Problem("not_an_address", NOT_AN_ADDRESS, pointer=("address",))]
    if not is_allowed(place) and _is_private_host(place):
        return [Problem("private_address", NOT_PUBLIC, pointer=("address",))]
    return []


def is_allowed(place: Place) -> bool:
    """Whether the settings allow that this host (or host and port) is private and has no TLS."""
    return not {place.host, f"{place.host}:{place.port}"}.isdisjoint(settings.WEBHOOK_PRIVATE_HOSTS)


def _is_private_host(place: Place) -> bool:
    """Whether the host has a private address; False if that cannot be found out in time."""
    pool = ThreadPoolExecutor(1, "look-up")
    try:
        found = pool.submit(addresses_of, place.host, place.port).result(LOOK_UP)
    except (OSError, TooLateError):
        return False
    finally:
        pool.shutdown(wait=False)
    return not all(is_public(ip) for ip, _port in found)


def stopped_webhooks(club: Club) -> list[Problem]:
    """Return a notice for each webhook of the club that was stopped because its messages were not accepted."""
    message = _(
        "A webhook was switched off, because %(address)s no longer accepts its messages. An owner can switch it on "
        "again on the page Webhooks of the club."
    )
    stopped = club.webhooks.exclude(stopped_at=None).exclude(failing_since=None)
    return [Problem("webhook_stopped", message, {"address": webhook.address}) for webhook in stopped]
