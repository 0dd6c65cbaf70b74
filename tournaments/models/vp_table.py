"""A club's own tables of victory points."""

from itertools import pairwise
from typing import Any

from django.db import models
from django.db.models import F, Q

from scoring.victory_points import PLACES, Limits

from .club import NAME_LENGTH, Club

LIMITS = tuple(f"limit_{place}" for place in range(1, PLACES + 1))


def _rising() -> Q:
    rising = Q(limit_1__gte=0)
    for before, limit in pairwise(LIMITS):
        rising &= Q(**{f"{limit}__gt": F(before)})
    return rising


class VictoryPointTable(models.Model):
    """The largest differences that still give 10-10, 11-9, ... 19-1; above the last it is 20-0.

    As limits that rise, a table has neither a gap nor an overlap: the database holds that.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="vp_tables")
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=NAME_LENGTH)
    limit_1 = models.PositiveIntegerField()
    limit_2 = models.PositiveIntegerField()
    limit_3 = models.PositiveIntegerField()
    limit_4 = models.PositiveIntegerField()
    limit_5 = models.PositiveIntegerField()
    limit_6 = models.PositiveIntegerField()
    limit_7 = models.PositiveIntegerField()
    limit_8 = models.PositiveIntegerField()
    limit_9 = models.PositiveIntegerField()
    limit_10 = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_vp_table_per_address"),
            models.CheckConstraint(condition=_rising(), name="vp_limits_rise"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def limits(self) -> Limits:
        """The ten limits."""
        return tuple(getattr(self, limit) for limit in LIMITS)

    @staticmethod
    def columns(limits: Limits) -> dict[str, Any]:
        """Ten limits as the values of this model's columns."""
        return dict(zip(LIMITS, limits, strict=True))
