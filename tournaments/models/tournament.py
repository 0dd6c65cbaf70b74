"""Tournaments, with their game, draws, scoring and visibility."""

from secrets import token_urlsafe
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Max, Min, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from .club import NAME_LENGTH, SCORERS, Club, Role
from .setting_columns import Visibility
from .tournament_settings import TournamentSettings
from .user import User

KEY_MARK = "~"
"""The separator between a tournament's slug and the key of its link."""


def new_link_key() -> str:
    """Return a new secret of 128 bits for addresses."""
    return token_urlsafe(16)


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments, by visibility, order and what is due."""

    def at_address(self, address: str, user: User | AnonymousUser) -> Self:
        """The tournament at this address if the user may open it, else none.

        For a hidden tournament this takes as many queries as for an unknown one.
        """
        slug, _tilde, key = address.partition(KEY_MARK)
        return self.named(slug, key, user)

    def named(self, slug: object, key: object, user: User | AnonymousUser) -> Self:
        """The tournament with this slug and link key if the user may open it, else none."""
        named = self.filter(slug=slug)
        return named.listed_for(user) | named.filter(visibility=Visibility.LINK, link_key=key)

    def listed_for(self, user: User | AnonymousUser) -> Self:
        """The tournaments that this user sees in lists: public ones, and those of the user's clubs.

        A superuser sees all tournaments.
        """
        if user.is_authenticated and user.is_superuser and user.reach is None:
            return self
        listed = Q(visibility=Visibility.PUBLIC)
        if user.is_authenticated:
            listed |= Q(club__in=Club.objects.of_member(user))
        return self.filter(listed)

    def with_last_round(self) -> Self:
        """Join the club; annotate the last public round, and as `first_open` the first round in play.

        The tournaments are ordered latest first. `in_season` is not None if the tournament is an evening of a season.
        """
        public, in_play = Q(rounds__state__in=("published", "closed")), Q(rounds__state="published")
        last, first = Max("rounds__number", filter=public), Min("rounds__number", filter=in_play)
        added = {"last_round": last, "first_open": first, "in_season": Max("season_evenings")}
        return self.annotate(**added).select_related("club").latest_first()

    def latest_first(self) -> Self:
        """Order by start, latest first. Aggregates ignore the model's own order, but not this one."""
        return self.order_by(Coalesce("starts_at", "created_at").desc(), "-id")

    def soonest_first(self) -> Self:
        """Order by start, earliest first; tournaments without a start come last."""
        return self.order_by(F("starts_at").asc(nulls_last=True), "id")

    def with_stale_standings(self) -> Self:
        """Tournaments whose published standings are older than their revision."""
        return self.filter(revision__gt=F("published_revision"))

    def drawn_by_clock(self) -> Self:
        """Tournaments in play whose next round is drawn automatically."""
        return self.filter(status=Tournament.Status.RUNNING, draw_after_minutes__isnull=False)


class Tournament(TournamentSettings):
    """A tournament of a club: rounds of tables that play one game by one rule set.

    `standings_due_at` is the time of the first change that the published standings lack. `settled_round` is the last
    round with published standings before any round in play: changes of standings up to it must be confirmed.
    `championship` is a number that the stages of one championship share, None for other tournaments. `origin` has the
    ids that an imported tournament had where it came from; None if it was not imported.
    """

    first_open: int | None
    last_round: int | None

    class Status(models.TextChoices):
        PLANNED = "planned", _("To come")
        RUNNING = "running", _("In play")
        FINISHED = "finished", _("Finished")
        ARCHIVED = "archived", _("Archived")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)

    link_key = models.CharField(max_length=30, default=new_link_key, editable=False)
    lot_seed = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    standings_hidden_after = models.PositiveIntegerField(null=True, editable=False)
    prizes = models.JSONField(default=dict, editable=False)
    teams = models.JSONField(default=dict, editable=False)
    revision = models.PositiveBigIntegerField(default=1)
    published_revision = models.PositiveBigIntegerField(default=0)
    settled_round = models.PositiveIntegerField(default=0, editable=False)
    standings_due_at = models.DateTimeField(null=True, editable=False)
    ledger_length = models.PositiveBigIntegerField(default=0)
    ledger_head = models.CharField(max_length=64, blank=True)
    championship = models.PositiveBigIntegerField(null=True, editable=False)
    origin = models.JSONField(null=True, editable=False)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [
            models.Index(F("id"), name="stale_standings", condition=Q(revision__gt=F("published_revision"))),
            models.Index(fields=["club", "status"], name="tournament_by_club"),
            models.Index(
                fields=["draw_at"], name="due_to_draw_first", condition=Q(status="planned", draw_at__isnull=False)
            ),
            models.Index(fields=["championship"], name="stages", condition=Q(championship__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """The tournament in URLs: its slug; if it is visible by link, with the link's key."""
        if self.visibility == Visibility.LINK:
            return f"{self.slug}{KEY_MARK}{self.link_key}"
        return self.slug

    @property
    def is_over(self) -> bool:
        """Whether the tournament is finished or archived."""
        return self.status in (self.Status.FINISHED, self.Status.ARCHIVED)

    @property
    def has_ended(self) -> bool:
        """Whether it is over. One that was archived while a round was in play ends when this round is closed."""
        if self.status != self.Status.ARCHIVED:
            return self.is_over
        return not self.rounds.in_play().exists()

    @property
    def is_stale(self) -> bool:
        """Whether the published standings are older than the revision."""
        return self.revision > self.published_revision

    def permits(self, user: User | AnonymousUser, roles: frozenset[Role] = SCORERS) -> bool:
        """Whether this user has one of these roles in the tournament's club."""
        return self.club.permits(user, roles)

    def hidden_after(self, user: User | AnonymousUser) -> int | None:
        """The last round whose results this user may read; None if nothing is hidden."""
        hidden = self.standings_hidden_after
        return None if hidden is None or self.permits(user) else hidden
