"""A club's own games. Each row is a version of a definition: a generic rule set with options."""

from dataclasses import replace
from typing import Any, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery

from scoring import registry
from scoring.ruleset import RuleSet, UntranslatedText

from .club import NAME_LENGTH, Club

BASES = ("points", "result", "places")
"""The rule sets on which a club's game may be based."""
UNIT_LENGTH = 30


class ClubGameQuerySet(models.QuerySet["ClubGame"]):
    """Versions of games."""

    def current(self) -> Self:
        """The last version of each game, by name.

        `used` says whether a tournament plays that version, `played` whether a tournament plays any version of the
        game.
        """
        versions = ClubGame.objects.filter(club=OuterRef("club"), slug=OuterRef("slug")).order_by("-version")
        played = versions.filter(tournaments__isnull=False)
        last = self.filter(pk=Subquery(versions.values("pk")[:1]))
        return last.annotate(used=Exists(played.filter(pk=OuterRef("pk"))), played=Exists(played)).order_by(
            "name", "pk"
        )

    def offered(self) -> Self:
        """The last version of each game that is not hidden, by name."""
        return self.current().filter(hidden=False)


class ClubGame(models.Model):
    """A version of a club's game. Triggers refuse to change it, and to delete it while a tournament plays it.

    `unit` is "" if the unit is that of the base. `table`, `scoring` and `tie_breaks` are the first settings of new
    tournaments of the game, in the format of the API; without tie-breaks, those of the base are used. The last version
    is `hidden` if the club no longer plays the game.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="games")
    slug = models.SlugField(max_length=40)
    version = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=NAME_LENGTH)
    unit = models.CharField(max_length=UNIT_LENGTH, blank=True)
    base = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    table = models.JSONField(default=dict)
    scoring = models.JSONField(default=dict)
    tie_breaks = models.JSONField(null=True)
    hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    used: bool  # these two only if a query annotated them
    played: bool

    objects = ClubGameQuerySet.as_manager()

    class Meta:
        ordering = ["slug", "version"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug", "version"], name="one_game_per_version"),
            models.CheckConstraint(condition=Q(version__gte=1), name="versions_count_from_one"),
            models.CheckConstraint(condition=Q(base__in=BASES), name="known_base_of_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"

    @property
    def ruleset(self) -> RuleSet:
        """The rule set on which the game is based, with the options, name and unit of the game."""
        base = registry.find(self.base)
        assert base is not None  # noqa: S101 - a constraint permits only `BASES`
        return self.named(base.configured(self.options))

    def named(self, rules: RuleSet) -> RuleSet:
        """Return these rules with the game's name and unit."""
        words: dict[str, Any] = {"title": UntranslatedText(self.name)}
        if self.unit:
            words["unit"] = UntranslatedText(self.unit)
            label = UntranslatedText(self.unit[:1].upper() + self.unit[1:])
            words["line"] = tuple(
                replace(each, label=label) if each.name == rules.score_field else each for each in rules.line
            )
        return replace(rules, **words)
