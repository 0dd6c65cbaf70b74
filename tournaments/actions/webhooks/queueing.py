"""The outbox: a public event is stored as deliveries in the transaction that records it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from secrets import token_hex

from tournaments.hints import hint, repeat_hints
from tournaments.models import Tournament, Visibility, Webhook, WebhookDelivery, WebhookEvent

from ..core import ledger
from ..core.ledger import UnchainedEntry
from ..ledger_kinds import IMPORTED

DELIVER = "tournaments.tasks.deliver_webhook"
CREATED = "webhook.created"
"""The event of the first message, which is sent to every webhook."""


def queue(
    webhooks: Iterable[Webhook], event: str, facts: Mapping[str, object], tournament: Tournament | None = None
) -> None:
    """Store a message for each of these webhooks, and queue it for the worker."""
    for webhook in webhooks:
        message = f"msg_{token_hex(16)}"
        about = {"tournament": tournament, "event": event, "facts": facts}
        WebhookDelivery.objects.create(webhook=webhook, message=message, **about)
        hint(DELIVER, webhook.pk)


def inform(tournament: Tournament, event: WebhookEvent, **facts: object) -> None:
    """Queue an event of a tournament for those webhooks of its club that want it; do nothing unless it is public."""
    if tournament.visibility == Visibility.PUBLIC:
        listening = Webhook.objects.filter(club=tournament.club_id, stopped_at=None)
        queue([webhook for webhook in listening if event in webhook.events], event, facts, tournament)


def inform_of_standings(tournament: Tournament, rounds: Iterable[int], *, settled: int) -> None:
    """Queue the event that the standings after these closed rounds were published or changed.

    Hidden standings are left out. `settled` is the last closed round.
    """
    hidden = tournament.standings_hidden_after
    shown = sorted(number for number in rounds if hidden is None or number <= hidden)
    if shown:
        is_final = tournament.has_ended and shown[-1] == settled
        inform(tournament, WebhookEvent.STANDINGS, round=shown[-1], changed=shown, final=is_final)


def inform_of_latest_standings(tournament: Tournament) -> None:
    """Queue the event of the standings after the last closed round: they are shown again, or they are now final."""
    settled = tournament.settled_round
    inform_of_standings(tournament, [settled] if settled else [], settled=settled)


@ledger.before_append
def inform_of_ledger_entry(new: UnchainedEntry, head: Tournament) -> None:
    """Queue the public event that belongs to a ledger entry, if there is one."""
    kind, facts = new.entry.kind, new.entry.facts
    if kind == "round_published":
        inform(_tournament(head), WebhookEvent.ROUND, round=facts["round"])
    if kind in ("tournament_created", IMPORTED) or (kind == "tournament_changed" and "visibility" in facts["changed"]):
        inform(_tournament(head), WebhookEvent.ANNOUNCED)
    if kind == "standings_shown" or (kind == "tournament_changed" and facts.get("status") == "finished"):
        inform_of_latest_standings(_tournament(head))


def _tournament(head: Tournament) -> Tournament:
    return Tournament.objects.get(pk=head.pk)


def requeue_webhooks(now: datetime) -> list[int]:
    """Queue the webhooks with a due delivery; return their ids."""
    due = WebhookDelivery.objects.due(now).order_by("webhook")
    return repeat_hints(DELIVER, due.values_list("webhook", flat=True).distinct())


def forget_deliveries(now: datetime) -> int:
    """Delete old deliveries; return the number deleted."""
    old = WebhookDelivery.objects.forgotten(now)
    return old.delete()[0] if old.exists() else 0  # a delete of no rows would still be a write
