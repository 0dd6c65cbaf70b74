"""Settings declared as columns, with their limits, labels and effects, and the choices of a club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from scoring.fields import Choice, Field, Kind
from scoring.problems import Problem

Column = TypeVar("Column", bound="models.Field[Any, Any]")
YEARS = range(1900, 2200)
KINDS = {models.BooleanField: Kind.BOOLEAN, models.DateTimeField: Kind.MOMENT}
NOT_A_TIME = _("Write a date and time with its zone, such as 2026-03-01T20:30:00+01:00.")

Touches = Literal["game", "ranking", "draws", "running"]
"""The part that a change affects; a change of the game affects the ranking too, and is refused after the first hand."""
Section = Literal["plan", "rules", "table", "constraints", "screen"]
"""The group of a setting: the plan, the rules of its game, its `table`, its `constraints`, or a screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Field):
    """A column for a setting, described as a field; if it is optional, it can be null."""

    column: str
    touches: Touches
    section: Section

    def read(self, raw: object) -> object:
        """Return the value of a raw setting: for a date and time given as text, the time if it can be parsed.

        Other values are returned unchanged. For a date and time, "" gives None.
        """
        if self.kind is not Kind.MOMENT or isinstance(raw, datetime):
            return raw
        return None if raw == "" else read_moment(raw) or raw

    def accepts(self, value: object) -> bool:
        """Whether the setting may have this value, as returned by `read`."""
        if value is None:
            return self.optional
        return isinstance(value, datetime) if self.kind is Kind.MOMENT else Field.accepts(self, value)

    def problem(self, value: object) -> Problem:
        """Return the problem of a value that was not accepted."""
        if self.kind is Kind.MOMENT:
            return Problem("not_a_time", NOT_A_TIME, pointer=(self.name,))
        if self.kind is Kind.INTEGER and not self.choices and value is None:
            return Problem("missing_field", _("Enter a number."), pointer=(self.name,))
        return Field.problem(self, value)


def read_moment(raw: object) -> datetime | None:
    """Return the date and time in a text; None for any other value, without a zone, or with a year outside `YEARS`."""
    try:
        moment = parse_datetime(raw) if isinstance(raw, str) else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo and moment.year in YEARS else None


def setting(column: Column, touches: Touches, section: Section = "plan", name: str = "") -> Column:
    """Declare a column as a setting and return it. `name` is its name in pages and API.

    The default for `name` is the column's name.
    """
    column.declared = {"touches": touches, "section": section, "name": name}  # type: ignore[attr-defined]
    return column


def choice(
    label: Any, choices: type[models.TextChoices], default: str, help_text: Any = ""
) -> models.CharField[str, str]:
    """Return a column that holds one of these choices."""
    return models.CharField(label, max_length=20, choices=choices.choices, default=str(default), help_text=help_text)


def number(
    label: Any = None, least: int = 1, most: int = 1_000_000, help_text: Any = ""
) -> models.PositiveIntegerField[int | None, int | None]:
    """Return a column for a whole number or null."""
    return models.PositiveIntegerField(label, null=True, validators=between(least, most), help_text=help_text)


def between(minimum: int, maximum: int) -> list[MinValueValidator | MaxValueValidator]:
    """Return the validators for a number from `minimum` to `maximum`."""
    return [MinValueValidator(minimum), MaxValueValidator(maximum)]


def settings_of(model: type[models.Model]) -> dict[str, Setting]:
    """Return the settings among a model's columns, by the name of the column, in the order of the columns."""
    columns: Iterable[Any] = model._meta.concrete_fields  # noqa: SLF001 - the documented way
    return {each.name: _setting(each, **each.declared) for each in columns if hasattr(each, "declared")}


def _setting(column: Any, *, name: str, **declared: Any) -> Setting:
    limits = {type(each): each.limit_value for each in column.validators}
    return Setting(
        name=name or column.name.removeprefix("table_"),
        column=column.name,
        label=column.verbose_name,
        help=column.help_text,
        kind=KINDS.get(type(column), Kind.INTEGER),
        minimum=limits.get(MinValueValidator, 0),
        maximum=limits.get(MaxValueValidator, 0),
        choices=tuple(Choice(*choice) for choice in column.choices or ()),
        optional=column.null,
        default=column.default if column.has_default() else None,
        **declared,
    )


class Kept(models.TextChoices):
    """What is recorded of the tables of a round: hands, or only totals."""

    HANDS = "hands", gettext_lazy("Every hand")
    TOTALS = "totals", gettext_lazy("The total of each table")


class CutTies(models.TextChoices):
    """What decides who qualifies in a knock-out if the tie-breaks do not."""

    LOT = "lot", gettext_lazy("The lot")
    ALL = "all", gettext_lazy("All tied players qualify")
    HAND = "hand", gettext_lazy("A deciding hand")


class Visibility(models.TextChoices):
    """Who may see a tournament's published data."""

    PUBLIC = "public", gettext_lazy("Everybody")
    LINK = "link", gettext_lazy("Anybody with the link")
    PRIVATE = "private", gettext_lazy("Members of the club")


class ConfirmationPolicy(models.TextChoices):
    """The confirmation that a hand entered by a player needs before it counts."""

    EVERY_HAND = "every-hand", gettext_lazy("Another player at the table, result by result")
    TABLE_END = "table-end", gettext_lazy("The table, when it is finished")
    DIRECTOR = "director", gettext_lazy("The director alone")


class PinPolicy(models.TextChoices):
    """The cases in which claiming a seat needs its PIN."""

    NONE = "none", gettext_lazy("Never, unless another phone has the seat")
    FIRST = "first-claim", gettext_lazy("The first time that a phone is used for a player")
    ALWAYS = "always", gettext_lazy("Each time")
