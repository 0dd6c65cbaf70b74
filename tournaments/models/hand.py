"""Hands and announcements: every version that was recorded."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q
from django.utils.translation import gettext_lazy as _

from .club import role_at
from .table import Table


class HandQuerySet(models.QuerySet["Hand"]):
    """Versions of hands."""

    def current(self) -> Self:
        """The current version of each hand."""
        return self.filter(is_current=True)

    def with_roles(self) -> Self:
        """Annotate the roles of the users who recorded the version (`role`) and ruled on it (`ruling_role`)."""
        club = OuterRef("table__round__tournament__club")
        return self.annotate(
            role=role_at(club, OuterRef("recorded_by"), OuterRef("recorded_at")),
            ruling_role=role_at(club, OuterRef("ruling__ruled_by"), OuterRef("ruling__ruled_at")),
        )


class Hand(models.Model):
    """A version of a hand at a table: the tally, its scores, who entered it, and the reason.

    A tally is never edited and a hand never deleted; triggers in the database ensure this.
    """

    class State(models.TextChoices):
        SUBMITTED = "submitted", _("submitted")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        CORRECTED = "corrected", _("corrected")
        VOID = "void", _("void")
        REQUESTED = "requested", _("requested")

    table = models.ForeignKey(Table, models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    is_current = models.BooleanField(default=True)
    state = models.CharField(max_length=10, choices=State.choices)
    lines = models.JSONField()
    facts = models.JSONField(default=dict)
    scores = models.JSONField()
    seat = models.PositiveSmallIntegerField(null=True)
    confirmed_seat = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=64, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=10)
    reason = models.CharField(max_length=300, blank=True)
    recorded_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)

    role: str | None
    ruling_role: str | None
    objects = HandQuerySet.as_manager()

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number", "version"], name="hand_versions_unique"),
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(is_current=True), name="one_current_version_per_hand"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
            models.CheckConstraint(
                condition=Q(is_current=False) | ~Q(state__in=("corrected", "void", "requested")),
                name="what_is_current_stands",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}.{self.version}"

    @property
    def tally(self) -> dict[str, Any]:
        """The tally in the wire format: the lines, and the facts of the hand if there are any."""
        return {"lines": self.lines, **({"hand": self.facts} if self.facts else {})}


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """Versions of announcements."""

    def current(self) -> Self:
        """The last version for each hand; it is the one that counts."""
        return self.filter(is_current=True)


class Announcement(models.Model):
    """A version of what a table announced before a hand, such as its bids, and who entered it.

    It is never edited or deleted; triggers in the database ensure this. A change is a new version.
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
