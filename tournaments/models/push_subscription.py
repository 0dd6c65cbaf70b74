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
FORGOTTEN = timedelta(days=30)
"""How long after it was last told or asked a phone is forgotten: its tournament was never ended."""


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    """Subscriptions by what is due to them."""

    def due(self, now: datetime | Combinable) -> Self:
        """Those to be told of a later round than the last that they know of, or of a first or another table there."""
        fresh = Round.objects.filter(state=Round.State.PUBLISHED, published_at__gt=now - STALE)
        later = fresh.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("told"))
        its = {"entry": OuterRef("entry"), "round__number": OuterRef("told"), "round__in": fresh}
        seats, out = Seat.objects.filter(**its), SitOut.objects.filter(**its)
        elsewhere = seats.exclude(table__number=OuterRef("told_table"))
        moved = Exists(elsewhere) | Q(Exists(out), told_table__gt=SITS_OUT)
        joined = Exists(seats) | Exists(out)
        missed = Exists(later) | moved | Q(joined, told_table=None)
        return self.filter(missed, due_at__lte=now)

    def forgotten(self, now: datetime) -> Self:
        """Those that nothing was told for so long that their tournament is over, whether or not it was ended."""
        return self.filter(due_at__lt=now - FORGOTTEN)


class PushSubscription(models.Model):
    """A phone's subscription to its browser's push service, for the entry that it sat down as.

    `told` is the last round that it knows of, `told_table` its table there, 0 for sitting out, nothing where it was not
    drawn into it. Whoever tells it sets `taken_by` and puts off `due_at` while at it: what is cut off falls due again.
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
