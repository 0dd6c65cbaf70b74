"""The screens of a hall: browsers on a wall, with settings that directors choose."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .setting_columns import between, choice, setting, settings_of
from .tournament import Tournament

CODE_LENGTH = 6
LONGEST_MESSAGE, LONGEST_NAME = 120, 40
LEAST_SECONDS, MOST_SECONDS = 4, 120


class ReadingDistance(models.TextChoices):
    """The distance from which text can be read on a screen that is one metre high."""

    FAR = "10", _("From ten metres")
    MIDDLE = "7", _("From seven metres")
    NEAR = "5", _("From five metres")


class ColourScheme(models.TextChoices):
    """The colours of text and background."""

    DARK = "dark", _("Light on dark")
    LIGHT = "light", _("Dark on light")


def _shown(label: Any, *, default: bool = True) -> "models.BooleanField[bool, bool]":
    return setting(models.BooleanField(label, default=default), "running", "screen")


class Screen(models.Model):
    """A browser on a wall, identified by the secret in its address. Without a tournament it shows its `code`.

    Its settings are declared here. `version` counts the changes. `pages` is how many pages its cycle had at `seen_at`.
    `address` is the digest of the network address from which it was opened.
    """

    digest = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    address = models.CharField(max_length=64, db_index=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()
    pages = models.PositiveIntegerField(null=True)
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, related_name="screens")
    version = models.PositiveIntegerField(default=1)

    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    held = setting(models.BooleanField(_("Stay on the page that is shown now"), default=False), "running", "screen")
    shows_names = _shown(_("Who sits where, by name"))
    shows_tables = _shown(_("Who sits where, by table"), default=False)
    shows_clock = _shown(_("The clock"))
    shows_standings = _shown(_("The standings"))
    shows_tree = _shown(_("The tree of tables of a knock-out"), default=False)
    shows_season = _shown(_("The standings of the season"), default=False)
    shows_calls = _shown(_("Tables that call the director"), default=False)
    shows_next = _shown(_("The next round"))
    seconds = setting(
        models.PositiveIntegerField(
            _("Seconds for each page"), default=8, validators=between(LEAST_SECONDS, MOST_SECONDS)
        ),
        "running",
        "screen",
    )
    reach = setting(choice(_("Letters legible"), ReadingDistance, ReadingDistance.FAR), "running", "screen")
    look = setting(choice(_("Looks"), ColourScheme, ColourScheme.DARK), "running", "screen")
    language = setting(
        models.CharField(_("Language"), max_length=20, choices=settings.LANGUAGES, default="it"), "running", "screen"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds__range=(LEAST_SECONDS, MOST_SECONDS)), name="screen_turns_at_a_readable_pace"
            ),
            models.CheckConstraint(condition=Q(look__in=ColourScheme.values), name="screen_has_a_look"),
            models.CheckConstraint(condition=Q(reach__in=ReadingDistance.values), name="screen_has_a_reach"),
        ]

    def __str__(self) -> str:
        return self.name or self.code


PROGRAM = settings_of(Screen)
"""The settings of a screen that directors choose, by column name."""
