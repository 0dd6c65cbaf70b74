"""What a table announced before a hand was played, every version of it."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from .round import Table


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Versions of announcements."""

    def current(self) -> Self:
        """The one version for each hand that is locked."""
        return self.filter(is_current=True)


class Announcement(models.Model):
    """One version of what a table announced before a hand, such as its bids, and who entered it.

    It is locked from then on: never edited or deleted, which triggers in the database hold; a
    change is a new version.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="announcements")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    is_current = models.BooleanField(default=True)
    lines = models.JSONField()
    seat = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=64, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=10)
    recorded_at = models.DateTimeField()

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number", "version"], name="announcement_versions_unique"),
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(is_current=True), name="one_current_announcement_per_hand"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="announced_from_hand_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number}.{self.version}"
