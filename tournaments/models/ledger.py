"""The ledger of a tournament: entries in order, in a hash chain."""

from collections.abc import Mapping
from typing import Any

from django.db import models

from .tournament import Tournament


class LedgerEntry(models.Model):
    """An entry of a tournament's ledger. Triggers refuse to change or delete it.

    It has no foreign key to the tournament, because the ledger remains if a tournament is deleted before its first
    hand.
    """

    tournament = models.ForeignKey(Tournament, models.DO_NOTHING, db_constraint=False, related_name="ledger")
    sequence = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()
    facts = models.JSONField(default=dict)
    commitment = models.CharField(max_length=64, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["tournament", "sequence"], name="ledger_sequence_unique")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"

    @property
    def personal(self) -> Mapping[str, Any]:
        """Its personal part: user, device and texts. {} if it had none, or if it was erased."""
        disclosure = getattr(self, "disclosure", None)
        return disclosure.personal if disclosure else {}


class LedgerDisclosure(models.Model):
    """The personal part of a ledger entry, with the salt of its commitment. It is deleted when a person is erased."""

    entry = models.OneToOneField(LedgerEntry, models.CASCADE, related_name="disclosure")
    salt = models.CharField(max_length=64)
    personal = models.JSONField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.entry_id)
