"""What the director takes from an entry."""

from typing import Self

from django.conf import settings
from django.db import models

from .entry import Entry
from .round import Round
from .tournament import Tournament


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    """Penalties of a tournament."""

    def standing(self) -> Self:
        """Those that count: not cancelled."""
        return self.filter(cancelled_at=None)


class Penalty(models.Model):
    """An amount in the scoring's unit, always to the entry's harm; cancelled, never deleted."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, models.PROTECT, null=True, related_name="penalties")
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    reason = models.CharField(max_length=300)
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    issued_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=models.Q(amount__gt=0), name="penalty_is_positive")]

    def __str__(self) -> str:
        return f"{self.amount} ({self.reason})"
