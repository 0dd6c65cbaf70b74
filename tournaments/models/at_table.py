"""What lets the players at a table enter its hands, without an account."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from .hand import Hand
from .round import Round, Table
from .tournament import Tournament


class TableKey(models.Model):
    """The capability of table number n for the whole tournament; only digests are kept.

    The secret and the short code on its card are derived from the generation: raising it makes
    every card printed before worthless.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="table_keys")
    number = models.PositiveIntegerField()
    generation = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64, unique=True)
    code_digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_key_per_table"),
            models.UniqueConstraint(
                fields=["tournament", "code_digest"], name="table_codes_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class TableSessionQuerySet(models.QuerySet["TableSession"]):
    """Sessions of devices at tables."""

    def open(self) -> Self:
        """Those that still let in: not ended, their round in play."""
        return self.filter(ended_at=None, table__round__state=Round.State.PUBLISHED)

    def late(self) -> Self:
        """Those of a round that is closed and has no successor yet: they may still ask."""
        later = Round.objects.published().filter(
            tournament=OuterRef("table__round__tournament"),
            number__gt=OuterRef("table__round__number"),
        )
        closed = self.filter(ended_at=None, table__round__state=Round.State.CLOSED)
        return closed.filter(~Exists(later))


class TableSession(models.Model):
    """A device at one table of one round; it ends with the round.

    `device` is the digest of a longer-lived secret of the same browser, so that a device is known
    again whatever seats it claims.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="sessions")
    digest = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=64)
    opened_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    objects = TableSessionQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.device[:8]}"


class SeatClaim(models.Model):
    """A seat bound to the device that said "this is me", until it is released."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="claims")
    seat = models.PositiveSmallIntegerField()
    session = models.ForeignKey(TableSession, models.CASCADE, related_name="claims")
    claimed_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "seat"],
                condition=Q(released_at=None),
                name="one_device_per_seat",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat}"


class HelpCall(models.Model):
    """A table that calls the director, until somebody answers."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="help_calls")
    seat = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(_("why"), max_length=20)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(answered_at=None), name="one_open_call_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.reason}"


class Ruling(models.Model):
    """What a director decided on a claim; the claim itself stays as it was handed in."""

    claim = models.OneToOneField(Hand, models.PROTECT, related_name="ruling")
    accepted = models.BooleanField()
    reason = models.CharField(max_length=300, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    ruled_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.claim_id}: {self.accepted}"
