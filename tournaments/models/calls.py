"""Calls for the director from tables, decisions on correction requests, and counts of refused attempts."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from .hand import Hand
from .table import Table
from .tournament import Tournament


class HelpCall(models.Model):
    """A table's call for the director, until it is answered."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="help_calls")
    seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=20)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(answered_at=None), name="one_open_call_per_table")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.reason}"


class Ruling(models.Model):
    """A director's decision on a correction request; the request itself stays as it is."""

    requested = models.OneToOneField(Hand, models.PROTECT, related_name="ruling")
    accepted = models.BooleanField()
    reason = models.CharField(max_length=300, blank=True)
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    ruled_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.requested_id}: {self.accepted}"


class RejectedAttempt(models.Model):
    """A count of refused attempts: one row for each kind, table and device.

    `round` and `table` are 0 if unknown, for example after a wrong code. `device` is the digest of a phone that has a
    session, "" for other phones. `seat` is the phone's seat, or None.
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
