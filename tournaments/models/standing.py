"""The published standings, one snapshot a round, and what the director takes from an entry's score."""

import json
from typing import Any, Self, cast

from django.conf import settings
from django.db import models

from .entry import Entry
from .standing_bytes import count_placed, head_of, renamed, row_of
from .tournament import Tournament


class Standing(models.Model):
    """The published standings after a round: a snapshot as bytes, plain and compressed.

    Round 0 stands for the time before the first published round. `digest` is of the content
    without its revision, so that what did not change is known again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings")
    after_round = models.PositiveIntegerField()
    revision = models.PositiveBigIntegerField()
    body = models.BinaryField()
    body_gzip = models.BinaryField()
    digest = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["after_round"]
        constraints = [models.UniqueConstraint(fields=["tournament", "after_round"], name="one_standing_per_round")]

    def __str__(self) -> str:
        return f"{self.tournament_id} after {self.after_round}"

    @property
    def etag(self) -> str:
        """What tells these bytes from any others of this standing."""
        return f"{self.digest[:32]}-{self.revision}"

    @property
    def head(self) -> dict[str, Any]:
        """The snapshot without its rows, which are most of it and stand last."""
        return head_of(bytes(self.body))

    @property
    def is_in_play(self) -> bool:
        """Whether a table of its last round had not finished; where none had been told, one of any round."""
        head = self.head
        return bool(head.get("playing", head["outstanding_tables"]))

    @property
    def field(self) -> int:
        """How many have a place in it, without reading the rows."""
        return count_placed(bytes(self.body))

    @property
    def document(self) -> dict[str, Any]:
        """The snapshot as the API answers it."""
        return cast("dict[str, Any]", json.loads(bytes(self.body)))

    def row_of(self, entry: int) -> dict[str, Any] | None:
        """The row of an entry in the snapshot, None where it has none; of thousands, only this one is decoded."""
        return row_of(bytes(self.body), entry)

    def body_naming(self, entry: Entry) -> bytes:
        """The bytes with this entry called by its name."""
        return renamed(bytes(self.body), entry.pk, entry.name)


class StoredResults(models.Model):
    """The results of a tournament's tables as they were at a link of its ledger, compressed JSON.

    Whoever publishes standings begins with them and reads only the tables that later links speak of. They follow from
    the hands and can be thrown away. `made_by` is the digest of the code and the rules that they were made by.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="stored_results")
    ledger_length = models.PositiveBigIntegerField()
    ledger_digest = models.CharField(max_length=64)
    made_by = models.CharField(max_length=64)
    body = models.BinaryField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} at {self.ledger_length}"


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    """Penalties of a tournament."""

    def in_force(self) -> Self:
        """Those that count: not cancelled."""
        return self.filter(cancelled_at=None)


class Penalty(models.Model):
    """A penalty in the scoring's unit, always against the entry; cancelled, never deleted."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    round_number = models.PositiveIntegerField(null=True)
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
