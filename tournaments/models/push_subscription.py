"""Subscriptions of phones to messages about their players' next tables."""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.expressions import Combinable
from django.utils import timezone

from .entry import Entry
from .round import Round
from .table import Seat, SitOut
from .tournament import Tournament

LONGEST_ENDPOINT = 1000
SITS_OUT = 0
STALE = timedelta(minutes=30)
"""The time after a round's publication during which phones are notified of their tables."""
FORGOTTEN = timedelta(days=30)
"""A subscription is deleted this long after it was last due, even if its tournament was never ended."""


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    """Subscriptions that are due, or to be deleted."""

    def due(self, now: datetime | Combinable) -> Self:
        """Subscriptions due for a message: about a round after `notified_round`, or another place in that round.

        Rounds count only if they were published within `STALE`. Only a message that failed or is being sent waits for a
        time in the future; any other such time means that a clock was set back.
        """
        fresh = Round.objects.filter(state=Round.State.PUBLISHED, published_at__gt=now - STALE)
        later = fresh.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("notified_round"))
        its = {"entry": OuterRef("entry"), "round__number": OuterRef("notified_round"), "round__in": fresh}
        seats, out = Seat.objects.filter(**its), SitOut.objects.filter(**its)
        elsewhere = seats.exclude(table__number=OuterRef("notified_table"))
        moved = Exists(elsewhere) | Q(Exists(out), notified_table__gt=SITS_OUT)
        joined = Exists(seats) | Exists(out)
        missed = Exists(later) | moved | Q(joined, notified_table=None)
        return self.filter(missed, Q(due_at__lte=now) | Q(tries=0, taken_by=""))

    def forgotten(self, now: datetime) -> Self:
        """Subscriptions that were last due longer than `FORGOTTEN` ago, which are to be deleted."""
        return self.filter(due_at__lt=now - FORGOTTEN)


class PushSubscription(models.Model):
    """A phone's subscription to the push service of its browser, for the entry whose seat it claimed.

    `notified_round` is the last round that the phone got a message about, `notified_table` its table there: 0 for a
    sit-out, None if it had no place. A worker that sends a message sets `taken_by` and postpones `due_at`, so that an
    interrupted message becomes due again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="push_subscriptions")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="push_subscriptions")
    device = models.CharField(max_length=64)
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=10, choices=settings.LANGUAGES)
    notified_round = models.PositiveIntegerField()
    notified_table = models.PositiveIntegerField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    taken_by = models.CharField(max_length=32, blank=True)
    due_at = models.DateTimeField(default=timezone.now)
    subscribed_at = models.DateTimeField(default=timezone.now)

    objects = PushSubscriptionQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "device"], name="one_subscription_per_phone")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.device[:8]}"
