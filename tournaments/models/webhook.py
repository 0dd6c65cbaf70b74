"""Webhooks: addresses of programs that get messages from a club, and the deliveries of these messages."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .club import Club
from .setting_columns import Visibility
from .tournament import Tournament

LONGEST_ADDRESS = 500
FORGOTTEN = timedelta(days=30)
"""The time after which a delivery is deleted."""


class WebhookEvent(models.TextChoices):
    """The events that a webhook can ask for."""

    ANNOUNCED = "tournament.announced", _("A tournament is created or becomes public")
    ROUND = "round.published", _("A round is published")
    STANDINGS = "standings.published", _("The standings after a closed round are published, or change")


class Webhook(models.Model):
    """An address that gets messages about events of a club's public tournaments.

    Its secret is derived from `salt` and the installation's key. `failing_since` is when the first message failed since
    the last success; after a day of failures the webhook is stopped.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    events = models.JSONField(default=list)
    salt = models.CharField(max_length=32)
    failing_since = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.address


class DeliveryQuerySet(models.QuerySet["WebhookDelivery"]):
    """Deliveries by due work."""

    def due(self, now: datetime | Combinable) -> Self:
        """Deliveries to be tried now: their webhooks are not stopped, and their tournaments are still public."""
        is_public = Q(tournament=None) | Q(tournament__visibility=Visibility.PUBLIC)
        return self.filter(is_public, due_at__lte=now, webhook__stopped_at=None)

    def forgotten(self, now: datetime) -> Self:
        """Deliveries that are older than `FORGOTTEN`."""
        return self.filter(created_at__lt=now - FORGOTTEN)


class WebhookDelivery(models.Model):
    """A message to a webhook about an event. Without a tournament, it is the message that the webhook was created.

    `facts` are the event's own values; names are read when the message is sent. `due_at` is when it is tried next, None
    after success or the last try. `tries` counts the failed tries since the message was created or last sent again;
    `answers` has the latest results of all tries.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="webhook_deliveries")
    message = models.CharField(max_length=40, unique=True)
    event = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    tries = models.PositiveSmallIntegerField(default=0)
    answers = models.JSONField(default=list)
    due_at = models.DateTimeField(null=True, default=timezone.now)
    delivered_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["due_at"], name="due_deliveries", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.message

    @property
    def state(self) -> str:
        """`waiting` for its next try, `delivered`, or `failed` after the last try."""
        if self.due_at is not None:
            return "waiting"
        return "delivered" if self.delivered_at else "failed"
