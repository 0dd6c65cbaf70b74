"""Stages: which tournaments a tournament follows, which entries qualify, and which points they carry over."""

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .setting_columns import Visibility
from .tournament import Tournament

MOST_PLACES = 1_000


class StageQuerySet(models.QuerySet["Stage"]):
    """Declared stages."""

    def of_championship(self, tournament: Tournament) -> Self:
        """The declared stages of a tournament's championship, with their tournaments, in order of creation."""
        together = self.filter(tournament__championship=tournament.championship)
        return together.select_related("tournament__club").prefetch_related("sources").order_by("tournament_id")

    def taking_best_of(self, tournament: Tournament, *, public: bool) -> Self:
        """The stages for which entries of a tournament qualify; if `public`, only those that everybody may see."""
        best = self.filter(sources=tournament, first=1, last__gt=0).order_by("pk")
        return best.filter(tournament__visibility=Visibility.PUBLIC) if public else best


class Stage(models.Model):
    """The declaration that a tournament follows others of its club.

    Entries in the places `first` to `last` qualify. If `last` is None, all from `first` on qualify; if it is 0, only
    entries that the director names. The places are those of each earlier tournament or, if `of_each` is false, of all
    together. `share` is the percentage of the points that is carried over, `bonus` has points by place. `ties` says
    what decides between entries tied at the last place. `named` has the players of each entry that the director added.
    """

    class Carry(models.TextChoices):
        NOTHING = "nothing", _("Nothing")
        ALL = "all", _("All points")
        SHARE = "share", _("A share of the points")
        BONUS = "bonus", _("A bonus by place")

    class Ties(models.TextChoices):
        LOT = "lot", _("The lot decides")
        ALL = "all", _("All of them qualify")
        DECIDE = "decide", _("The director decides, for example by a deciding hand")

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="stage")
    sources = models.ManyToManyField(Tournament, related_name="followed_by")
    of_each = models.BooleanField(default=True)
    first = models.PositiveIntegerField(default=1)
    last = models.PositiveIntegerField(null=True)
    carry = models.CharField(max_length=7, choices=Carry.choices, default=Carry.NOTHING)
    share = models.PositiveSmallIntegerField(null=True)
    bonus = models.JSONField(default=list)
    ties = models.CharField(max_length=6, choices=Ties.choices, default=Ties.LOT)
    filled_at = models.DateTimeField(null=True)
    named = models.JSONField(default=list)

    objects = StageQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first__gte=1) & (Q(last=None) | Q(last=0) | Q(last__gte=F("first"))), name="places_in_order"
            ),
            models.CheckConstraint(
                condition=Q(carry="share", share__gte=1, share__lte=99) | (~Q(carry="share") & Q(share=None)),
                name="share_where_carried",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} follows"

    @property
    def declared(self) -> dict[str, Any]:
        """The declaration in the format of the API, without the tournaments that are followed."""
        return {name: getattr(self, name) for name in DECLARED}


DECLARED = ("of_each", "first", "last", "carry", "share", "bonus", "ties")
"""The fields of a declaration."""
