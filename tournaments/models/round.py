"""Rounds: what may be seen of them, what is due, and how each was drawn."""

from datetime import datetime, timedelta
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .club import DIRECTORS, Club
from .entry import PUBLIC
from .tournament import Tournament
from .user import User

DRAWN = ("draw_inputs", "report", "ahead", "drawn", "refusal")  # of a large draw, megabytes
LATE = timedelta(seconds=10)  # after which what the clock does by itself should have been done


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds by visibility and due work."""

    def published(self) -> Self:
        """Those that the public may see: published or closed."""
        return self.filter(state__in=PUBLIC)

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The published ones, and for the directors of the club its drafts too."""
        if not user.is_authenticated:
            return self.published()
        if user.is_superuser:
            return self
        own = Q(tournament__club__in=Club.objects.of_member(user, DIRECTORS))
        return self.filter(own | Q(state__in=PUBLIC))

    def unpublished(self) -> Self:
        """Those that only directors see: being drawn, not to be drawn, or drafts."""
        return self.exclude(state__in=PUBLIC)

    def drawn(self) -> Self:
        """Those that have their tables: drafts, published or closed."""
        return self.exclude(state__in=(Round.State.DRAWING, Round.State.REFUSED))

    def due_to_draw(self, silent_since: datetime) -> Self:
        """Those to be drawn that no worker has been at since this moment."""
        beating = Q(draw_beat_at__range=(silent_since, timezone.now() + LATE))  # later: the clock was set back
        return self.filter(Q(draw_beat_at=None) | ~beating, state=Round.State.DRAWING)

    def due_to_replay(self, asked_before: datetime) -> Self:
        """Those to be drawn once more that were asked for, or begun, before this moment."""
        ahead = Q(replay_asked_at__gt=timezone.now() + LATE)  # of a clock set back since
        return self.filter(Q(replay_asked_at__lte=asked_before) | ahead)

    def due_to_publish(self, now: datetime | Combinable) -> Self:
        """Drafts whose time to be published has come."""
        return self.filter(state=Round.State.DRAFT, publish_at__lte=now)

    def due_to_close(self, now: datetime | Combinable) -> Self:
        """Published rounds whose time to be closed has come."""
        return self.filter(state=Round.State.PUBLISHED, closes_at__lte=now)


class Round(models.Model):
    """A round of a tournament: everybody due sits at a table or sits out.

    `ahead` holds the rounds that follow in the same schedule, as they were drawn with this one; `drawn` the tables
    as they came from the draw, where they were changed by hand after it; `refusal` the problems for which there is
    no such draw; `closing` what was decided when it was last closed on tables that had not finished. While a worker
    draws it, it says so again and again in `draw_beat_at`, and in `draw_percent` how far it is. Where the draw was
    made once more, `replayed_same` says whether the same tables came out, and nothing where others did but an
    earlier version of the method had drawn them; one that a worker is to make was asked for at `replay_asked_at`.
    """

    class State(models.TextChoices):
        DRAWING = "drawing", _("being drawn")
        REFUSED = "refused", _("not to be drawn")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("in play")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    publish_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    method = models.CharField(max_length=20, choices=Tournament.Pairing.choices)
    seed = models.BigIntegerField()
    draw_inputs = models.JSONField(default=dict)
    report = models.JSONField(default=dict)
    ahead = models.JSONField(default=list)
    drawn = models.JSONField(null=True)
    refusal = models.JSONField(default=list)
    closing = models.JSONField(default=dict)
    expected_seconds = models.PositiveIntegerField(default=0)
    draw_started_at = models.DateTimeField(null=True)
    draw_percent = models.PositiveSmallIntegerField(default=0)
    draw_beat_at = models.DateTimeField(null=True)
    replay_asked_at = models.DateTimeField(null=True)
    replayed_at = models.DateTimeField(null=True)
    replayed_same = models.BooleanField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_numbers_unique"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(state__in=("drawing", "refused", "draft")),
                name="one_round_unpublished",
            ),
        ]
        indexes = [
            models.Index(fields=["draw_beat_at"], name="due_to_draw", condition=Q(state="drawing")),
            models.Index(fields=["replay_asked_at"], name="due_to_replay", condition=Q(replay_asked_at__isnull=False)),
            models.Index(fields=["publish_at"], name="due_to_publish", condition=Q(state="draft")),
            models.Index(fields=["closes_at"], name="due_to_close", condition=Q(state="published")),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def is_public(self) -> bool:
        """Whether everybody who sees the tournament may see this round."""
        return self.state in PUBLIC

    @property
    def is_late(self) -> bool:
        """Whether it should be published, closed or drawn for ten seconds by now, and is not."""
        due = {
            self.State.DRAFT: self.publish_at,
            self.State.PUBLISHED: self.closes_at,
            self.State.DRAWING: self.draw_beat_at or self.created_at,
        }
        since = due.get(self.State(self.state))
        return since is not None and since < timezone.now() - LATE
