"""Phones that asked to be told where their player sits next."""

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
"""How long after a round began nobody needs to be told any more where he sits."""


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    """Phones that asked."""

    def due(self, now: datetime | Combinable) -> Self:
        """Those to be told of a round that came after the last one they know of, or of another table in that one."""
        fresh = Round.objects.filter(state=Round.State.PUBLISHED, published_at__gt=now - STALE)
        later = fresh.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("told"))
        its = {"entry": OuterRef("entry"), "round__number": OuterRef("told"), "round__in": fresh}
        seats = Seat.objects.filter(**its).exclude(table__number=OuterRef("told_table"))
        moved = Exists(seats) | Q(Exists(SitOut.objects.filter(**its)), told_table__gt=SITS_OUT)
        return self.filter(Exists(later) | Q(moved, told_table__isnull=False), due_at__lte=now)


class PushSubscription(models.Model):
    """A phone's subscription to its browser's push service, for the entry that it sat down as.

    `told` is the last round that it knows of, `told_table` its table there, 0 for sitting out. Whoever tells it sets
    `taken_by` and puts off `due_at` while at it: what is cut off falls due again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="push_subscriptions")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="push_subscriptions")
    device = models.CharField(max_length=64)
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=10, choices=settings.LANGUAGES)
    told = models.PositiveIntegerField()
    told_table = models.PositiveIntegerField(null=True)
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
