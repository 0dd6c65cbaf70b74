"""What every draw of a tournament keeps to: who never sits with whom, who never moves."""

from django.db import models
from django.db.models import F, Q

from .entry import Entry


class KeptApart(models.Model):
    """Two entries of a tournament that no draw seats together; the one with the lower id first."""

    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="kept_apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} – {self.other_id}"


class FixedTable(models.Model):
    """The table that an entry never leaves."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="fixed_table")
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["number", "id"]
        constraints = [models.CheckConstraint(condition=Q(number__gte=1), name="fixed_at_a_table")]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.number}"
