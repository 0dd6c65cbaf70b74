"""The settings of a tournament, and what follows from them: rules, table sizes and scoring."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring import registry
from scoring.ruleset import RuleSet
from scoring.totals import totals
from scoring.values import TableRules
from scoring.victory_points import TABLES
from tournaments.ranking import Scoring, read_scoring

from .club_game import ClubGame
from .setting_columns import (
    ConfirmationPolicy,
    CutTies,
    Kept,
    PinPolicy,
    Section,
    Setting,
    Visibility,
    between,
    choice,
    number,
    setting,
    settings_of,
)

USUAL_SIDES = 4
MAX_ROUNDS = 100
A_WEEK = 7 * 24 * 60


class TournamentSettings(models.Model):
    """The settings that a club chooses for a tournament.

    `game` is the club's own game, if it plays one. It gives only the name and the unit: results depend on `ruleset` and
    `options`.
    """

    class Pairing(models.TextChoices):
        SWISS = "swiss", _("By standing, round after round")
        SCHEDULE = "schedule", _("All rounds at once, everybody meets new opponents")
        RANDOM = "random", _("By lot, avoiding repeats")
        INTERVAL = "interval", _("By rank, at intervals")
        DANISH = "danish", _("First four together, next four, and so on")
        DANISH_MODIFIED = "danish-modified", _("First four together, but not the last round’s opponents")
        KNOCK_OUT = "knock-out", _("Knock-out: the best of each table qualify")
        MITCHELL = "mitchell", _("North–South stay, East–West move")
        ROUND_ROBIN = "round-robin", _("Everybody against everybody")
        INDIVIDUAL = "individual", _("Partners change every round")
        SCRIPTED = "scripted", _("By hand")

    ruleset = setting(models.CharField(max_length=40), "game", "rules")
    options = setting(models.JSONField(default=dict), "game", "rules")
    game = models.ForeignKey(ClubGame, models.PROTECT, null=True, editable=False, related_name="tournaments")
    scoring = setting(models.JSONField(default=dict), "ranking", "rules")
    tie_breaks = setting(models.JSONField(default=list), "ranking", "rules")
    table_target = setting(number(), "game", "table")
    table_hands = setting(number(), "game", "table")
    table_minutes = setting(number(most=A_WEEK), "running", "table")
    kept = setting(
        choice(
            _("What is written down"),
            Kept,
            Kept.HANDS,
            help_text=_("For rounds that are not drawn yet; each round can be changed while nothing is entered in it."),
        ),
        "running",
    )
    starts_at = setting(models.DateTimeField(_("Starts"), null=True), "running")
    rounds_planned = setting(
        models.PositiveIntegerField(_("Rounds"), default=4, validators=between(1, MAX_ROUNDS)), "draws", name="rounds"
    )
    pairing = setting(choice(_("How tables are made"), Pairing, Pairing.RANDOM), "draws")
    going_on = setting(
        number(
            _("In a knock-out, how many qualify from each table"), most=3, help_text=_("Half of a table if left empty.")
        ),
        "draws",
    )
    cut_ties = setting(
        choice(_("In a knock-out, if no tie-break decides who qualifies"), CutTies, CutTies.LOT), "draws"
    )
    round_minutes = setting(
        number(
            _("Minutes for a round"),
            most=A_WEEK,
            help_text=_("The round then closes automatically, as soon as every result is entered."),
        ),
        "running",
    )
    draw_at = setting(
        models.DateTimeField(
            _("Draw the first round automatically at"),
            null=True,
            help_text=_("With the players who are entered then. If it cannot be drawn, the desk says why."),
        ),
        "running",
    )
    draw_after_minutes = setting(
        number(_("Draw the next round automatically, this many minutes after the previous one closes"), 0, A_WEEK),
        "running",
    )
    publish_drawn = setting(
        models.BooleanField(
            _("Publish at once what is drawn automatically"),
            help_text=_("Otherwise the draft waits until you publish it."),
            default=False,
        ),
        "running",
    )
    clock_warning = setting(
        number(_("Minutes before the end at which the clock warns"), 0, 60, _("5 if left empty; 0 for no warning.")),
        "running",
    )
    visibility = setting(choice(_("Who may see it"), Visibility, Visibility.PUBLIC), "running")
    confirmation = setting(
        choice(_("Who confirms a result"), ConfirmationPolicy, ConfirmationPolicy.EVERY_HAND), "running"
    )
    pins = setting(
        choice(
            _("When sitting down requires the PIN on the slip"),
            PinPolicy,
            PinPolicy.NONE,
            help_text=_("Print the seat slips first: nobody can then sit down without a PIN."),
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
            _("If the number of players does not fit, make tables of other sizes"),
            help_text=_("Otherwise the players left over sit out a round."),
            default=True,
        ),
        "draws",
        "constraints",
    )
    by_rating = setting(
        models.BooleanField(
            _("The first round is drawn by the ratings"),
            help_text=_("If tables are made by standing or by rank. A player without a rating counts as 1500."),
            default=False,
        ),
        "draws",
        "constraints",
    )
    outlook = setting(
        models.BooleanField(
            _("Show which places are still possible"),
            help_text=_("Each row of the standings shows the best and the worst place that is still possible."),
            default=False,
        ),
        "ranking",
    )

    class Meta:
        abstract = True

    @property
    def rules(self) -> RuleSet:
        """The rule set with the tournament's options.

        Name and unit are those of the club's own game, if it plays one.
        """
        ruleset = registry.find(self.ruleset)
        if ruleset is None:
            raise LookupError(f"rule set {self.ruleset!r} is not in the registry")
        rules = ruleset.configured(self.options)
        return self.game.named(rules) if self.game else rules

    @property
    def game_slug(self) -> str:
        """The slug of the club's own game, or of the rule set if it plays none."""
        return self.game.slug if self.game else self.ruleset

    @property
    def totals(self) -> RuleSet:
        """The rule set for rounds in which only the total of each table is recorded."""
        return totals(self.rules, self.table_rules(), timed=self.table_minutes is not None)

    @property
    def entry_size(self) -> int:
        """How many players an entry has: one, unless partners enter together."""
        if self.pairing == self.Pairing.INDIVIDUAL:
            return 1
        return self.rules.seats_per_side(self.options)

    @property
    def side_counts(self) -> tuple[int, ...]:
        """How many sides a table can have by these rules; the number nearest to four comes first."""
        rules = self.rules
        counts = [sides for sides in rules.sides if not any(rules.table_problems(self.table_rules(sides=sides)))]
        return tuple(sorted(counts, key=lambda count: (abs(count - USUAL_SIDES), count)))

    @property
    def possible_table_sizes(self) -> tuple[int, ...]:
        """How many entries a table of this game can have; the usual number comes first."""
        partners = self.rules.seats_per_side(self.options) // self.entry_size
        return tuple(sides * partners for sides in self.side_counts)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """How many entries the draw may seat at a table; the preferred number comes first."""
        possible = self.possible_table_sizes
        if self.table_seats in possible:
            usual: int = self.table_seats
            possible = tuple(sorted(possible, key=lambda size: (abs(size - usual), size)))
        return possible if self.uneven_tables else possible[:1]

    def side_of_seat(self, seat: int) -> int:
        """Return the side that a seat plays for; partners sit opposite each other."""
        partners = self.rules.seats_per_side(self.options) // self.entry_size
        return seat if partners == 1 else seat % self.side_counts[0]

    @property
    def draws_lead(self) -> bool:
        """Whether lots decide who leads first at a table."""
        return self.rules.opening_lead(TableRules(first_lead=0)) is not None

    def table_rules(self, *, first_lead: int | None = None, sides: int | None = None) -> TableRules:
        """Return the rules for a table of this tournament."""
        timed = self.table_minutes is not None
        return self.rules.complete(TableRules(self.table_target, self.table_hands, first_lead, sides, timed))

    @property
    def own_end(self) -> str:
        """How a table of this game can end before the planned hands, as part of a sentence; "" if it cannot."""
        return self.rules.own_end(self.options)

    @property
    def hands_of_each_table(self) -> int | None:
        """How many hands each table plays; None if this is not set, or if a table can end earlier."""
        rules = self.rules
        may_end_early = rules.removes_sides or rules.may_end_early or self.table_minutes or self.table_rules().target
        return None if may_end_early else self.table_hands

    @property
    def ranking_scoring(self) -> Scoring:
        """The scoring method. Raises ValueError if the stored settings are not valid."""
        scoring = read_scoring(
            self.scoring, low_wins=self.rules.low_wins, sides=self.side_counts, defaults={}, vp_tables=TABLES
        )
        if not isinstance(scoring, Scoring):
            raise ValueError(f"tournament {self.pk} has no scoring: {scoring}")
        return scoring

    @property
    def low_score_wins(self) -> bool:
        """Whether the lowest score is the best in the standings."""
        return self.ranking_scoring.low_score_wins


SETTINGS = settings_of(TournamentSettings)
"""The settings by column name."""


def settings_in(section: Section) -> list[Setting]:
    """Return the settings of a section."""
    return [each for each in SETTINGS.values() if each.section == section]
