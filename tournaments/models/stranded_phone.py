"""Phones at tables that are no longer there."""

from django.db import models

from .entry import Entry
from .round import Round


class StrandedPhone(models.Model):
    """A phone at a table that ended when its round was put right: what it had opened is known, and opens nothing.

    `entry` had the seat that it spoke for, so that the phone can tell its player where to go.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="stranded_phones")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=64, db_index=True)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    stranded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}: {self.device[:8]}"
