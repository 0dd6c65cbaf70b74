"""What was tried at the tables and refused, for the director to see."""

from django.db import models

from .tournament import Tournament


class RejectedAttempt(models.Model):
    """Refused attempts, counted: one row for each kind, table and device.

    `round` and `table` are 0 where nobody knows them, as with a wrong code; `device` is the digest
    of a phone that was let in, empty for strangers; `seat` is the one that it had.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rejected_attempts")
    round = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=40)
    device = models.CharField(max_length=64, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    times = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ["-last_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "table", "kind", "device"], name="one_rejected_attempt_of_a_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.kind}"
