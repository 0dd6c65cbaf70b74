"""Tournaments: what is played, how it is drawn and scored, who may see it."""

from __future__ import annotations

from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from scoring import registry
from scoring.core import TableRules
from scoring.ruleset import RuleSet
from scoring.victory_points import TABLES
from tournaments.ranking import Scoring, read_scoring

from .club import NAME_LENGTH, SCORERS, Club, Role
from .user import User

USUAL_SIDES = 4
CODE_TRIES = 5
"""So many wrong codes in a row close the codes of a tournament."""


class Visibility(models.TextChoices):
    """Who may see what a tournament has published."""

    PUBLIC = "public", _("Everybody")
    LINK = "link", _("Whoever has the link")
    PRIVATE = "private", _("Members of the club")


class Confirmation(models.TextChoices):
    """When what one player enters counts."""

    EVERY_HAND = "every-hand", _("Another player at the table, hand by hand")
    TABLE_END = "table-end", _("The table, when it has played its last hand")
    DIRECTOR = "director", _("The director alone")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments as somebody may see them, and those with work to do."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Those whose page this user may open: not the private ones of other clubs."""
        if user.is_authenticated and user.is_superuser:
            return self
        allowed = ~Q(visibility=Visibility.PRIVATE)
        if user.is_authenticated:
            allowed |= Q(club__in=Club.objects.of_member(user))
        return self.filter(allowed)

    def listed_for(self, user: User | AnonymousUser) -> Self:
        """Those that a list shows this user: the public ones and those of his clubs."""
        if user.is_authenticated and user.is_superuser:
            return self
        listed = Q(visibility=Visibility.PUBLIC)
        if user.is_authenticated:
            listed |= Q(club__in=Club.objects.of_member(user))
        return self.filter(listed)

    def with_stale_standings(self) -> Self:
        """Those whose published standings lag behind their revision."""
        return self.filter(revision__gt=F("published_revision"))


class Tournament(models.Model):
    """An event of a club: rounds of tables that play one game by one rule set."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("To come")
        RUNNING = "running", _("In play")
        FINISHED = "finished", _("Finished")
        ARCHIVED = "archived", _("Archived")

    class Pairing(models.TextChoices):
        SWISS = "swiss", _("By standing, round after round")
        SCHEDULE = "schedule", _("All rounds at once, everybody meets new opponents")
        RANDOM = "random", _("By lot, avoiding repeats")
        INTERVAL = "interval", _("By rank, at intervals")
        DANISH = "danish", _("First four together, next four, and so on")
        DANISH_MODIFIED = "danish-modified", _("As before, avoiding the last round's opponents")
        MITCHELL = "mitchell", _("North–South stay, East–West move")
        ROUND_ROBIN = "round-robin", _("Everybody against everybody")
        INDIVIDUAL = "individual", _("Partners change every round")
        SCRIPTED = "scripted", _("By hand")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    visibility = models.CharField(
        _("who may see it"),
        max_length=10,
        choices=Visibility.choices,
        default=Visibility.PUBLIC,
    )
    ruleset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    table_target = models.PositiveIntegerField(_("target"), null=True, blank=True)
    table_hands = models.PositiveIntegerField(_("hands at a table"), null=True, blank=True)
    table_minutes = models.PositiveIntegerField(_("minutes at a table"), null=True, blank=True)
    rounds_planned = models.PositiveIntegerField(_("rounds"), default=4)
    pairing = models.CharField(_("how tables are made"), max_length=20, choices=Pairing.choices)
    avoid_same_club = models.BooleanField(
        _("players of one club do not sit together"), default=False
    )
    table_seats = models.PositiveSmallIntegerField(_("seats at a table"), null=True, blank=True)
    uneven_tables = models.BooleanField(
        _("tables of other sizes rather than sitting out"), default=True
    )
    scoring = models.JSONField(default=dict)
    tie_breaks = models.JSONField(default=list)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    round_minutes = models.PositiveIntegerField(_("minutes for a round"), null=True, blank=True)
    draw_after_minutes = models.PositiveIntegerField(
        _("draw the next round by itself, minutes after the last one is closed"),
        null=True,
        blank=True,
    )
    confirmation = models.CharField(
        _("who confirms a hand"),
        max_length=12,
        choices=Confirmation.choices,
        default=Confirmation.EVERY_HAND,
    )
    code_failures = models.PositiveIntegerField(default=0)
    lot_seed = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    standings_hidden_after = models.PositiveIntegerField(null=True, editable=False)
    revision = models.PositiveBigIntegerField(default=1)
    published_revision = models.PositiveBigIntegerField(default=0)
    ledger_length = models.PositiveBigIntegerField(default=0)
    ledger_head = models.CharField(max_length=64, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [
            models.Index(
                F("id"), name="stale_standings", condition=Q(revision__gt=F("published_revision"))
            ),
            models.Index(fields=["club", "status"], name="tournament_by_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        """The rule set that this tournament is played by."""
        ruleset = registry.find(self.ruleset)
        if ruleset is None:
            raise LookupError(f"rule set {self.ruleset!r} is not in the registry")
        return ruleset

    @property
    def codes_are_closed(self) -> bool:
        """Whether so many wrong codes were typed that none opens a table, until a director does."""
        return self.code_failures >= CODE_TRIES

    @property
    def entry_size(self) -> int:
        """How many players make an entry: one, unless partners enter together."""
        if self.pairing == self.Pairing.INDIVIDUAL:
            return 1
        return self.rules.seats_per_side(self.options)

    @property
    def side_counts(self) -> tuple[int, ...]:
        """How many sides a table may have, the usual number first: four where the game has it."""
        counts = [count for count in self.rules.sides(self.options) if self._takes(count)]
        return tuple(sorted(counts, key=lambda count: (abs(count - USUAL_SIDES), count)))

    def _takes(self, sides: int) -> bool:
        """Whether what the tables agree on can be played by so many: hands may say how many."""
        return not any(self.rules.table_problems(self.table_rules(sides=sides)))

    @property
    def possible_table_sizes(self) -> tuple[int, ...]:
        """How many entries a table of the game may seat, the usual number first."""
        partners = self.rules.seats_per_side(self.options) // self.entry_size
        return tuple(sides * partners for sides in self.side_counts)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """How many entries the draw may seat at a table, the number wanted first."""
        possible = self.possible_table_sizes
        if self.table_seats in possible:
            wanted: int = self.table_seats
            possible = tuple(sorted(possible, key=lambda size: (abs(size - wanted), size)))
        return possible if self.uneven_tables else possible[:1]

    def side_of_seat(self, seat: int) -> int:
        """The side that a seat plays for: partners face each other."""
        partners = self.rules.seats_per_side(self.options) // self.entry_size
        return seat if partners == 1 else seat % self.side_counts[0]

    @property
    def draws_lead(self) -> bool:
        """Whether the game lets a draw decide who leads the first hand of a table."""
        return self.rules.opening_lead(TableRules(first_lead=0)) is not None

    def table_rules(self, *, first_lead: int | None = None, sides: int | None = None) -> TableRules:
        """What a table of this tournament agrees on before its first hand."""
        rules = TableRules(self.table_target, self.table_hands, first_lead, sides)
        return self.rules.complete(rules)

    @property
    def ranking_scoring(self) -> Scoring:
        """How tables are turned into scores; what is stored here was read once without problems."""
        scoring = read_scoring(
            self.scoring,
            low_wins=self.rules.low_wins,
            sides=self.side_counts,
            defaults={},
            vp_tables=TABLES,
        )
        if not isinstance(scoring, Scoring):
            raise ValueError(f"tournament {self.pk} has no scoring: {scoring}")
        return scoring

    def permits(self, user: User | AnonymousUser, roles: frozenset[Role] = SCORERS) -> bool:
        """Whether this user has one of these roles in the tournament's club."""
        return self.club.permits(user, roles)

    def hidden_after(self, user: User | AnonymousUser) -> int | None:
        """The last round whose results this user may read; None where nothing is hidden."""
        if self.standings_hidden_after is None or self.permits(user):
            return None
        return self.standings_hidden_after
