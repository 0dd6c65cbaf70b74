"""Tournaments: what is played, how it is drawn and scored, who may see it."""

from secrets import token_urlsafe
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Max, Min, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring import registry
from scoring.ruleset import RuleSet
from scoring.values import TableRules
from scoring.victory_points import TABLES
from tournaments.ranking import Scoring, read_scoring

from .club import NAME_LENGTH, SCORERS, Club, Role
from .setting_columns import between, choice, number, setting
from .tournament_choices import ConfirmationPolicy, PinPolicy, Visibility
from .user import User

USUAL_SIDES = 4
MAX_ROUNDS = 100
A_WEEK = 7 * 24 * 60
KEY_MARK = "~"
"""Between a tournament's slug and the key of its link."""


def new_link_key() -> str:
    """Return a new secret of 128 bits for addresses."""
    return token_urlsafe(16)


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Tournaments by visibility, and those with work to do."""

    def at_address(self, address: str, user: User | AnonymousUser) -> Self:
        """The tournament at this address if this user may open it; the same query whatever the reason for none."""
        slug, _tilde, key = address.partition(KEY_MARK)
        return self.named(slug, key, user)

    def named(self, slug: object, key: object, user: User | AnonymousUser) -> Self:
        """Like `at_address`, by the two parts of the address."""
        named = self.filter(slug=slug)
        return named.listed_for(user) | named.filter(visibility=Visibility.LINK, link_key=key)

    def listed_for(self, user: User | AnonymousUser) -> Self:
        """The tournaments in this user's lists: public ones and those of the user's clubs."""
        if user.is_authenticated and user.is_superuser:
            return self
        listed = Q(visibility=Visibility.PUBLIC)
        if user.is_authenticated:
            listed |= Q(club__in=Club.objects.of_member(user))
        return self.filter(listed)

    def with_last_round(self) -> Self:
        """Add the club, the number of the last public round, and that of the first one in play (`first_open`)."""
        public, in_play = Q(rounds__state__in=("published", "closed")), Q(rounds__state="published")
        last, first = Max("rounds__number", filter=public), Min("rounds__number", filter=in_play)
        return self.annotate(last_round=last, first_open=first).select_related("club").latest_first()

    def latest_first(self) -> Self:
        """Order by start, latest first; aggregates drop the model's own order."""
        return self.order_by(Coalesce("starts_at", "created_at").desc(), "-id")

    def soonest_first(self) -> Self:
        """Order by start, soonest first, then those without a start."""
        return self.order_by(F("starts_at").asc(nulls_last=True), "id")

    def with_stale_standings(self) -> Self:
        """Tournaments whose published standings are older than their revision."""
        return self.filter(revision__gt=F("published_revision"))

    def drawn_by_clock(self) -> Self:
        """Tournaments in play whose next round is drawn automatically."""
        return self.filter(status=Tournament.Status.RUNNING, draw_after_minutes__isnull=False)


class Tournament(models.Model):
    """An event of a club: rounds of tables that play one game by one rule set.

    `standings_due_at` is the time of the first change that the published standings lack. `settled_round` is the last
    round before the one in play with published standings: changes of standings up to it must be confirmed.
    """

    first_open: int | None

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
        DANISH_MODIFIED = "danish-modified", _("First four together, but not the last round’s opponents")
        MITCHELL = "mitchell", _("North–South stay, East–West move")
        ROUND_ROBIN = "round-robin", _("Everybody against everybody")
        INDIVIDUAL = "individual", _("Partners change every round")
        SCRIPTED = "scripted", _("By hand")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)

    ruleset = setting(models.CharField(max_length=40), "game", "rules")
    options = setting(models.JSONField(default=dict), "game", "rules")
    scoring = setting(models.JSONField(default=dict), "ranking", "rules")
    tie_breaks = setting(models.JSONField(default=list), "ranking", "rules")
    table_target = setting(number(), "game", "table")
    table_hands = setting(number(), "game", "table")
    table_minutes = setting(number(most=A_WEEK), "running", "table")
    starts_at = setting(models.DateTimeField(_("Starts"), null=True), "running")
    rounds_planned = setting(
        models.PositiveIntegerField(_("Rounds"), default=4, validators=between(1, MAX_ROUNDS)), "draws", name="rounds"
    )
    pairing = setting(choice(_("How tables are made"), Pairing, Pairing.RANDOM), "draws")
    round_minutes = setting(
        number(
            _("Minutes for a round"),
            most=A_WEEK,
            help_text=_("The round then closes automatically, as soon as every hand is entered."),
        ),
        "running",
    )
    draw_after_minutes = setting(
        number(_("Draw the next round automatically, this many minutes after the previous one closes"), 0, A_WEEK),
        "running",
    )
    clock_warning = setting(
        number(
            _("The clock warns so many minutes before the end"), 0, 60, _("5 where nothing is written; 0 for never.")
        ),
        "running",
    )
    visibility = setting(choice(_("Who may see it"), Visibility, Visibility.PUBLIC), "running")
    confirmation = setting(
        choice(_("Who confirms a hand"), ConfirmationPolicy, ConfirmationPolicy.EVERY_HAND), "running"
    )
    pins = setting(
        choice(
            _("When sitting down takes the PIN on the slip"),
            PinPolicy,
            PinPolicy.NONE,
            help_text=_("Print the seat slips first: without a PIN nobody sits down then."),
        ),
        "running",
    )
    avoid_same_club = setting(
        models.BooleanField(_("Players of one club do not sit together"), default=False), "draws", "constraints"
    )
    table_seats = setting(
        number(_("Players at a table"), 2, 12, help_text="null for what is usual in the game"), "draws", "constraints"
    )
    uneven_tables = setting(
        models.BooleanField(
            _("Where numbers do not fit, make tables of other sizes"),
            help_text=_("Otherwise the players left over sit out a round."),
            default=True,
        ),
        "draws",
        "constraints",
    )
    outlook = setting(
        models.BooleanField(
            _("Show which places are still possible"),
            help_text=_("Beside each place stands what is already safe and what can still be reached."),
            default=False,
        ),
        "ranking",
    )

    link_key = models.CharField(max_length=30, default=new_link_key, editable=False)
    lot_seed = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    standings_hidden_after = models.PositiveIntegerField(null=True, editable=False)
    revision = models.PositiveBigIntegerField(default=1)
    published_revision = models.PositiveBigIntegerField(default=0)
    settled_round = models.PositiveIntegerField(default=0, editable=False)
    standings_due_at = models.DateTimeField(null=True, editable=False)
    ledger_length = models.PositiveBigIntegerField(default=0)
    ledger_head = models.CharField(max_length=64, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [
            models.Index(F("id"), name="stale_standings", condition=Q(revision__gt=F("published_revision"))),
            models.Index(fields=["club", "status"], name="tournament_by_club"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        """The rule set, configured by the tournament's options."""
        ruleset = registry.find(self.ruleset)
        if ruleset is None:
            raise LookupError(f"rule set {self.ruleset!r} is not in the registry")
        return ruleset.configured(self.options)

    @property
    def address(self) -> str:
        """Its part of addresses: the slug, with the link's key if it is visible by link."""
        if self.visibility == Visibility.LINK:
            return f"{self.slug}{KEY_MARK}{self.link_key}"
        return self.slug

    @property
    def is_over(self) -> bool:
        """Whether it is finished or archived."""
        return self.status in (self.Status.FINISHED, self.Status.ARCHIVED)

    @property
    def entry_size(self) -> int:
        """The number of players of an entry: one, unless partners enter together."""
        if self.pairing == self.Pairing.INDIVIDUAL:
            return 1
        return self.rules.seats_per_side(self.options)

    @property
    def side_counts(self) -> tuple[int, ...]:
        """The possible numbers of sides with these table rules, the one nearest to four first."""
        rules = self.rules
        counts = [sides for sides in rules.sides if not any(rules.table_problems(self.table_rules(sides=sides)))]
        return tuple(sorted(counts, key=lambda count: (abs(count - USUAL_SIDES), count)))

    @property
    def possible_table_sizes(self) -> tuple[int, ...]:
        """The numbers of entries that a table of the game may seat, the usual one first."""
        partners = self.rules.seats_per_side(self.options) // self.entry_size
        return tuple(sides * partners for sides in self.side_counts)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The numbers of entries that the draw may seat at a table, the preferred one first."""
        possible = self.possible_table_sizes
        if self.table_seats in possible:
            usual: int = self.table_seats
            possible = tuple(sorted(possible, key=lambda size: (abs(size - usual), size)))
        return possible if self.uneven_tables else possible[:1]

    def side_of_seat(self, seat: int) -> int:
        """The side that a seat plays for: partners face each other."""
        partners = self.rules.seats_per_side(self.options) // self.entry_size
        return seat if partners == 1 else seat % self.side_counts[0]

    @property
    def draws_lead(self) -> bool:
        """Whether a table's first lead is drawn by lot."""
        return self.rules.opening_lead(TableRules(first_lead=0)) is not None

    def table_rules(self, *, first_lead: int | None = None, sides: int | None = None) -> TableRules:
        """The rules of a table of this tournament."""
        return self.rules.complete(TableRules(self.table_target, self.table_hands, first_lead, sides))

    @property
    def own_end(self) -> str:
        """The game's own end of a table as part of a sentence; empty if only the plan ends it."""
        return self.rules.own_end(self.options)

    @property
    def hands_of_each_table(self) -> int | None:
        """The number of hands of each table, None if a table may end earlier."""
        rules = self.rules
        may_end_early = rules.removes_sides or rules.may_end_early or self.table_minutes or self.table_rules().target
        return None if may_end_early else self.table_hands

    @property
    def ranking_scoring(self) -> Scoring:
        """The scoring method; stored settings are valid."""
        scoring = read_scoring(
            self.scoring, low_wins=self.rules.low_wins, sides=self.side_counts, defaults={}, vp_tables=TABLES
        )
        if not isinstance(scoring, Scoring):
            raise ValueError(f"tournament {self.pk} has no scoring: {scoring}")
        return scoring

    @property
    def low_score_wins(self) -> bool:
        """Whether lower scores are ahead in the standings."""
        return self.ranking_scoring.low_score_wins

    def permits(self, user: User | AnonymousUser, roles: frozenset[Role] = SCORERS) -> bool:
        """Whether this user has one of these roles in the tournament's club."""
        return self.club.permits(user, roles)

    def hidden_after(self, user: User | AnonymousUser) -> int | None:
        """The last round whose results this user may read; None if nothing is hidden."""
        hidden = self.standings_hidden_after
        return None if hidden is None or self.permits(user) else hidden
