"""Rounds: their states, their times, and what is stored of each draw."""

from datetime import datetime, timedelta
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import RuleSet
from scoring.values import TableRules

from .club import DIRECTORS, Club
from .entry import PUBLIC
from .setting_columns import Kept
from .tournament import Tournament
from .user import User

DRAWN = ("draw_inputs", "report", "ahead", "drawn", "refusal")  # large columns: megabytes after a large draw
LATE = timedelta(seconds=10)  # an automatic action that is overdue by more than this is late


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds by visibility and due work."""

    def published(self) -> Self:
        """Rounds that are public: published or closed."""
        return self.filter(state__in=PUBLIC)

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Rounds that this user may see: public ones, and all rounds of clubs that the user directs.

        A superuser may see all rounds.
        """
        if not user.is_authenticated:
            return self.published()
        if user.is_superuser and user.reach is None:
            return self
        own = Q(tournament__club__in=Club.objects.of_member(user, DIRECTORS))
        return self.filter(own | Q(state__in=PUBLIC))

    def unpublished(self) -> Self:
        """Rounds that only directors may see: drafts, draws that are running, and draws that were refused."""
        return self.exclude(state__in=PUBLIC)

    def drawn(self) -> Self:
        """Rounds that have tables: drafts, published rounds and closed rounds."""
        return self.exclude(state__in=(Round.State.DRAWING, Round.State.REFUSED))

    def due_to_draw(self, silent_since: datetime) -> Self:
        """Rounds waiting for a draw whose worker, if any, has reported no progress since this time."""
        beating = Q(draw_beat_at__range=(silent_since, timezone.now() + LATE))  # later: a clock was set back
        return self.filter(Q(draw_beat_at=None) | ~beating, state=Round.State.DRAWING)

    def due_to_replay(self, asked_before: datetime) -> Self:
        """Rounds whose repeated draw was requested or begun before this time."""
        ahead = Q(replay_asked_at__gt=timezone.now() + LATE)  # a time in the future means that a clock was set back
        return self.filter(Q(replay_asked_at__lte=asked_before) | ahead)

    def due_to_publish(self, now: datetime | Combinable) -> Self:
        """Drafts whose time of publication has come, except in archived tournaments."""
        due = self.filter(state=Round.State.DRAFT, publish_at__lte=now)
        return due.exclude(tournament__status=Tournament.Status.ARCHIVED)

    def in_play(self) -> Self:
        """Published rounds that are not closed yet."""
        return self.filter(state=Round.State.PUBLISHED)

    def due_to_close(self, now: datetime | Combinable) -> Self:
        """Rounds in play whose closing time has come."""
        return self.in_play().filter(closes_at__lte=now)


class Round(models.Model):
    """A round of a tournament. Each entry that is due sits at a table or sits out.

    `ahead` has the later rounds of the same schedule, drawn together with this one. `drawn` has the tables as drawn, if
    they were changed by hand. `refusal` has the problems if no draw was possible. `closing` has the choices for
    unfinished tables made when it was last closed. While a worker draws the round, it updates `draw_beat_at` and
    `draw_percent`. `replay_asked_at` is when a repeated draw was requested; `replayed_same` says whether it gave the
    same tables, None if an earlier version of the method drew them.
    """

    class State(models.TextChoices):
        DRAWING = "drawing", _("being drawn")
        REFUSED = "refused", _("cannot be drawn")
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
    kept = models.CharField(max_length=20, choices=Kept.choices, default=Kept.HANDS)
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
        """Whether everybody who may see the tournament may see the round."""
        return self.state in PUBLIC

    @property
    def awaits_another(self) -> bool:
        """Whether a later round is planned in a tournament that is not archived."""
        tournament = self.tournament
        return self.number < tournament.rounds_planned and tournament.status != Tournament.Status.ARCHIVED

    @property
    def is_by_totals(self) -> bool:
        """Whether each table has only its total, as its only hand."""
        return self.kept == Kept.TOTALS

    @property
    def rules(self) -> RuleSet:
        """The rule set that applies at its tables."""
        return self.tournament.totals if self.is_by_totals else self.tournament.rules

    def table_rules(self, *, first_lead: int | None = None, sides: int | None = None) -> TableRules:
        """Return the rules for a table of this round."""
        return self.rules.complete(self.tournament.table_rules(first_lead=first_lead, sides=sides))

    @property
    def is_late(self) -> bool:
        """Whether the round should have been published, closed or drawn more than `LATE` ago."""
        due = {
            self.State.DRAFT: self.publish_at,
            self.State.PUBLISHED: self.closes_at,
            self.State.DRAWING: self.draw_beat_at or self.created_at,
        }
        since = due.get(self.State(self.state))
        return since is not None and since < timezone.now() - LATE


class ComparisonQuerySet(models.QuerySet["Comparison"]):
    """Comparisons due for a worker."""

    def due(self, silent_since: datetime) -> Self:
        """Unfinished comparisons whose worker, if any, has reported no progress since this time."""
        beating = Q(beat_at__range=(silent_since, timezone.now() + LATE))  # later: a clock was set back
        return self.filter(Q(beat_at=None) | ~beating, is_done=False)


class Comparison(models.Model):
    """The comparison of a round with a draw that a worker repeats with present scores.

    `request` is the digest of the inputs. `reseated` is the number of entries that would sit with other players; None
    until it is computed, or if no draw is possible. `beat_at` is when the worker last reported progress.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="comparison")
    request = models.CharField(max_length=64)
    percent = models.PositiveSmallIntegerField(default=0)
    beat_at = models.DateTimeField(null=True)
    is_done = models.BooleanField(default=False)
    reseated = models.PositiveIntegerField(null=True)

    objects = ComparisonQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(percent__lte=100), name="comparison_percent_is_valid")]
        indexes = [models.Index(fields=["is_done"], name="due_to_compare", condition=Q(is_done=False))]

    def __str__(self) -> str:
        return f"{self.round}: {self.percent} %"
