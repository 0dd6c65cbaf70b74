"""Directors' decisions on entries: on the score of a round, or a disqualification."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .entry import Entry
from .tournament import Tournament


class DecisionQuerySet(models.QuerySet["Decision"]):
    """Decisions of a tournament."""

    def in_force(self) -> Self:
        """Decisions that are not cancelled."""
        return self.filter(cancelled_at=None)

    def on_rounds(self) -> Self:
        """Decisions on the score of a round."""
        return self.exclude(kind=Decision.Kind.DISQUALIFIED)


class Decision(models.Model):
    """A decision on an entry, with its reason. It can be cancelled, but is never deleted.

    An award replaces the entry's result in the round by `amount`. A forfeit or an absence does so too; if `amount` is
    None, by the usual score of an absence. A disqualification counts in the standings after its round and later ones.
    The round is stored by number, so that a decision remains when the round is drawn again.
    """

    class Kind(models.TextChoices):
        AWARD = "award", pgettext_lazy("given by a director", "Award")
        FORFEIT = "forfeit", _("Forfeit")
        ABSENT = "absent", _("Absence")
        DISQUALIFIED = "disqualified", _("Disqualification")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="decisions")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="decisions")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    round_number = models.PositiveIntegerField()
    amount = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    reason = models.CharField(max_length=300)
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    issued_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = DecisionQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="award") | Q(amount__isnull=False), name="award_is_worth_something"
            ),
            models.CheckConstraint(
                condition=~Q(kind="disqualified") | Q(amount=None), name="disqualified_without_an_amount"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(kind="disqualified", cancelled_at=None), name="disqualified_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.reason})"
