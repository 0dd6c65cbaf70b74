"""A tournament's settings: columns that say what they take, their words, and what they touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_noop as _

from scoring.fields import Choice, Field, Kind
from scoring.problems import Problem

Column = TypeVar("Column", bound="models.Field[Any, Any]")
YEARS = range(1900, 2200)
KINDS = {models.BooleanField: Kind.BOOLEAN, models.DateTimeField: Kind.MOMENT}
NOT_A_TIME = _("Write a date and time with its zone, such as 2026-03-01T20:30:00+01:00.")

Touches = Literal["game", "ranking", "draws", "running"]
"""What has to follow a change; one of the game also ranks, and is refused once it is played."""
Section = Literal["plan", "rules", "table", "constraints", "screen"]
"""Where it is read: in the plan, there by the game's rules, in `table`, in `constraints`; or of a screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Field):
    """A setting's column, described as a field; null if it is optional."""

    column: str
    touches: Touches
    section: Section

    def read(self, raw: object) -> object:
        """The raw value with a moment read, where it names one; an empty text names none."""
        if self.kind is not Kind.MOMENT or isinstance(raw, datetime):
            return raw
        return None if raw == "" else read_moment(raw) or raw

    def accepts(self, value: object) -> bool:
        """Say whether a value may stand here; a moment is read by then."""
        if value is None:
            return self.optional
        return isinstance(value, datetime) if self.kind is Kind.MOMENT else Field.accepts(self, value)

    def problem(self, value: object) -> Problem:
        """What is wrong with a value that was not accepted."""
        if self.kind is Kind.MOMENT:
            return Problem("not_a_time", NOT_A_TIME, pointer=(self.name,))
        if self.kind is Kind.INTEGER and not self.choices and value is None:
            return Problem("missing_field", _("Enter a number."), pointer=(self.name,))
        return Field.problem(self, value)


def read_moment(raw: object) -> datetime | None:
    """The moment that a text names with its zone; None where it is no such text."""
    try:
        moment = parse_datetime(raw) if isinstance(raw, str) else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo and moment.year in YEARS else None


def setting(column: Column, touches: Touches, section: Section = "plan", name: str = "") -> Column:
    """The column, declared as a setting; pages and API call it `name`, or as it is called here."""
    column.declared = {"touches": touches, "section": section, "name": name}  # type: ignore[attr-defined]
    return column


def choice(
    label: Any, choices: type[models.TextChoices], default: str, help_text: Any = ""
) -> models.CharField[str, str]:
    """A column for one of these words."""
    return models.CharField(label, max_length=20, choices=choices.choices, default=str(default), help_text=help_text)


def number(
    label: Any = None, least: int = 1, most: int = 1_000_000, help_text: Any = ""
) -> models.PositiveIntegerField[int | None, int | None]:
    """A column for a whole number, or none."""
    return models.PositiveIntegerField(label, null=True, validators=between(least, most), help_text=help_text)


def between(minimum: int, maximum: int) -> list[MinValueValidator | MaxValueValidator]:
    """The validators of a number within these bounds."""
    return [MinValueValidator(minimum), MaxValueValidator(maximum)]


def settings_of(model: type[models.Model]) -> dict[str, Setting]:
    """What was declared among a model's columns, by the column's name and in their order."""
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
