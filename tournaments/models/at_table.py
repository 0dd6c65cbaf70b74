"""Cards, sessions and seat claims: how players enter hands without an account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .club import Club
from .entry import Entry
from .round import DRAWN, Round
from .table import Table
from .tournament import Tournament

EVENING = timedelta(hours=24)
"""How long after a round's close a table may still hand in a tally for the director to decide on."""


class PhoneSimilarity(models.TextChoices):
    """How similar the phone at a seat is to a phone that claimed another seat of the table shortly before."""

    NOTHING = "", _("nothing")
    DEVICE = "device", _("the same phone")
    BROWSER = "browser", _("the same kind of browser at the same address")
    ADDRESS = "address", _("the same address")


class MinuteCount(models.Model):
    """The number of changes in one minute, to limit their rate.

    `asked_in` is the minute of the last change, counted from the epoch.
    """

    asked_in = models.PositiveBigIntegerField(default=0)
    asked = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


def count_changes(asking: models.QuerySet[Any], changes: int) -> bool:
    """Add `changes` to the counts of these rows; return False if all of them had reached this minute's limit.

    One statement does both, so the limit holds for all processes together. Return True if there are no rows.
    """
    minute, most = int(timezone.now().timestamp()) // 60, settings.TABLE_CHANGES_PER_MINUTE
    full = Q(asked_in=minute, asked__gte=most)
    once_more = Case(When(asked_in=minute, then=F("asked") + changes), default=Value(changes))
    if asking.exclude(full).update(asked=once_more, asked_in=minute):
        return True
    return not asking.filter(full).exists()


class PrintedKey(MinuteCount):
    """The key of a table's card, stored only as digests.

    The secret and the short code on the card are derived from `about`, which contains the generation: a new generation
    makes all earlier cards invalid.
    """

    number = models.PositiveIntegerField()
    generation = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64, unique=True)
    code_digest = models.CharField(max_length=64)

    class Meta:
        abstract = True

    @property
    def about(self) -> str:
        """The text from which the secret and the code are derived."""
        raise NotImplementedError


class TableKey(PrintedKey):
    """The key of one table number, for a whole tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="table_keys")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_key_per_table"),
            models.UniqueConstraint(fields=["tournament", "code_digest"], name="table_codes_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"

    @property
    def about(self) -> str:
        """The text `{tournament id}/{table number}/{generation}`."""
        return f"{self.tournament_id}/{self.number}/{self.generation}"


class ClubTableKey(PrintedKey):
    """The key of one table number of a club, for whichever tournament is in play there."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="table_keys")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_club_key_per_table"),
            models.UniqueConstraint(fields=["club", "code_digest"], name="club_table_codes_unique"),
        ]

    def __str__(self) -> str:
        return f"club {self.club_id}/{self.number}"

    @property
    def about(self) -> str:
        """The text `club/{club id}/{table number}/{generation}`."""
        return f"club/{self.club_id}/{self.number}/{self.generation}"


class SpentCard(models.Model):
    """A replaced card: it is recognised, but gives no access."""

    key = models.ForeignKey(TableKey, models.CASCADE, related_name="spent_cards")
    digest = models.CharField(max_length=64, unique=True)
    code_digest = models.CharField(max_length=64)
    spent_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["key", "code_digest"], name="spent_codes")]

    def __str__(self) -> str:
        return f"{self.key_id}: {self.spent_at}"


class TableSessionQuerySet(models.QuerySet["TableSession"]):
    """Sessions of devices at tables."""

    def open(self) -> Self:
        """Sessions that give access: they have not ended, and their round is in play."""
        return self.filter(ended_at=None, table__round__state=Round.State.PUBLISHED)

    def late(self) -> Self:
        """Sessions of rounds closed within `EVENING`, which may still hand in a tally as a correction request."""
        closed = self.filter(ended_at=None, table__round__state=Round.State.CLOSED)
        return closed.filter(table__round__closed_at__gt=timezone.now() - EVENING)

    def with_table(self) -> Self:
        """Join table, round, tournament and club, without large columns; annotate `own_seat`."""
        needless = [f"table__round__{column}" for column in DRAWN]
        needless += [f"table__round__tournament__{column}" for column in ("scoring", "tie_breaks")]
        own = SeatClaim.objects.filter(
            table=models.OuterRef("table"), session__device=models.OuterRef("device"), released_at=None
        )
        seat = models.Subquery(own.order_by("seat").values("seat")[:1])
        rows = self.select_related("table__round__tournament__club").defer(*needless)
        return rows.annotate(**{"own_seat": seat})  # noqa: PIE804 - an attribute that the model declares


class TableSession(MinuteCount):
    """A session of a device at one table of one round. It ends with the round, or when the card is replaced.

    `device` is the digest of a secret that the browser keeps for longer; it identifies the browser whatever seat it
    claims. `address` and `browser` are digests of its origin. `own_seat` is the first seat that the device holds at the
    table, if a query read it.
    """

    own_seat: int | None = None

    table = models.ForeignKey(Table, models.CASCADE, related_name="sessions")
    digest = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=64)
    address = models.CharField(max_length=64, blank=True)
    browser = models.CharField(max_length=64, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    objects = TableSessionQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.device[:8]}"

    @property
    def is_usable(self) -> bool:
        """Whether the session has not ended, and its round is in play or was closed within `EVENING`."""
        round_ = self.table.round
        closed_at = round_.closed_at if round_.state == Round.State.CLOSED else None
        is_late = closed_at is not None and closed_at > timezone.now() - EVENING
        return self.ended_at is None and (round_.state == Round.State.PUBLISHED or is_late)

    @property
    def has_ended(self) -> bool:
        """Whether its table or round is no longer in play; then it may only hand in tallies as correction requests."""
        return not self.table.is_in_play


class SeatClaim(models.Model):
    """A device's claim of a seat, until it is released.

    `entry` is the entry whose seat the device follows to other tables. It is None if players of other entries sat
    there, or if the entry has had another player since.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="claims")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    session = models.ForeignKey(TableSession, models.CASCADE, related_name="claims")
    claimed_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True)
    with_pin = models.BooleanField(default=False)
    alike = models.CharField(max_length=10, choices=PhoneSimilarity.choices, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(released_at=None), name="one_device_per_seat")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat}"


class StrandedPhone(models.Model):
    """A phone whose table was deleted by a repair of the round: its session is recognised but gives no access.

    `entry` had the phone's seat, so that the phone can show where its player sits now.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stranded_phones")
    round_number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=64, db_index=True)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    stranded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.round_number}: {self.device[:8]}"
