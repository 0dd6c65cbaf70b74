"""What playing costs, and who has paid."""

from decimal import Decimal

from django.db import models

from .entry import Entry
from .tournament import Tournament


class TournamentFee(models.Model):
    """The usual amount due from each entry of a tournament."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="fee")
    amount = models.DecimalField(max_digits=8, decimal_places=2)

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=models.Q(amount__gte=0), name="fee_is_not_negative")]

    def __str__(self) -> str:
        return str(self.amount)


class EntryFee(models.Model):
    """An entry's own amount due, if it has one, and the amount paid."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="fee")
    owed = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    paid = models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0))

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(paid__gte=0), name="paid_is_not_negative"),
            models.CheckConstraint(condition=models.Q(owed__gte=0) | models.Q(owed=None), name="owed_is_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.paid} of {self.owed}"
