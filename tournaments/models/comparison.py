"""How far a draw is that is made once more to be compared with the one that is out."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .round import LATE, Round


class ComparisonQuerySet(models.QuerySet["Comparison"]):
    """Comparisons due for a worker."""

    def due(self, silent_since: datetime) -> Self:
        """Those that are asked for, and of which no worker has been heard since this moment."""
        beating = Q(beat_at__range=(silent_since, timezone.now() + LATE))  # later: the clock was set back
        return self.filter(Q(beat_at=None) | ~beating, is_done=False)


class Comparison(models.Model):
    """A round's draw repeated by a worker with the present scores.

    `request` is the digest of what it goes by. `elsewhere` is how many it would have seated with others; None where it
    is not done, or there would be no such draw. The worker says at `beat_at` that it is at it.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="comparison")
    request = models.CharField(max_length=64)
    percent = models.PositiveSmallIntegerField(default=0)
    beat_at = models.DateTimeField(null=True)
    is_done = models.BooleanField(default=False)
    elsewhere = models.PositiveIntegerField(null=True)

    objects = ComparisonQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(percent__lte=100), name="comparison_percent_is_valid")]
        indexes = [models.Index(fields=["is_done"], name="due_to_compare", condition=Q(is_done=False))]

    def __str__(self) -> str:
        return f"{self.round}: {self.percent} %"
