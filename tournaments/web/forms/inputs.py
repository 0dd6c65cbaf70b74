"""Fields that accept any text, so that actions report all faults at once; and the inputs of a tally by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scoring.fields import Choice, Field, Kind
from tournaments.actions.setup.pairing_methods import DESCRIPTIONS
from tournaments.models import Seat, Tournament
from tournaments.models.setting_columns import YEARS
from tournaments.wording.words import translated

DIGITS = 9
MAX_TICKED = 4
"""So many are ticked and not typed."""
NOBODY = "nobody"
"""What a form sends where it is said that none of the sides is meant."""


def number(text: str) -> int | str | None:
    """The number that was typed, None for nothing, the text itself where it is no number."""
    bare = text.strip().replace("−", "-")
    if not bare:
        return None
    digits = bare.removeprefix("-")
    return int(bare) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else bare


def number_in(sent: QueryDict, name: str) -> int | None:
    """Return the integer sent under a name, None for anything else."""
    typed = number(sent.get(name, ""))
    return typed if isinstance(typed, int) else None


@dataclass(slots=True)
class Input:
    """A declared field under its name on the form.

    `rest` is the rest of a sum, if only this input of the column is empty.
    """

    declared: Field
    name: str
    typed: str
    choices: Sequence[tuple[str, str]] = ()
    faults: list[str] = field(default_factory=list)
    rest: int | None = None

    @property
    def label(self) -> str:
        """The label of the field."""
        return translated(self.declared.label)

    @property
    def short(self) -> str:
        """The short label, where room is scarce."""
        return translated(self.declared.short or self.declared.label)

    @property
    def help(self) -> str:
        """The help text of the field."""
        return translated(self.declared.help)

    @property
    def control(self) -> str:
        """How it is filled in: number, count, tick or choice."""
        declared = self.declared
        if self.choices:
            return "choice"
        if declared.kind is Kind.BOOLEAN or (declared.minimum, declared.maximum) == (0, 1):
            return "tick"
        return "count" if declared.minimum == 0 and declared.maximum <= MAX_TICKED else "number"

    @property
    def ticked(self) -> str:
        """The value of a ticked box."""
        return "yes" if self.declared.kind is Kind.BOOLEAN else "1"

    @property
    def counts(self) -> list[str]:
        """The numbers to tick one of."""
        return [str(number) for number in range(self.declared.maximum + 1)]

    @property
    def value(self) -> Any:
        """The value for the rule set, None if empty."""
        if self.declared.kind is Kind.BOOLEAN:
            return self.typed == "yes"
        if self.is_nobody:
            return None
        if self.declared.choices:
            values = {str(choice.value): choice.value for choice in self.declared.choices}
            return values.get(self.typed, self.typed or None)
        return self.rest if self.typed == "" else number(self.typed)

    @property
    def said(self) -> str:
        """The typed value, a choice by its label."""
        return dict(self.choices).get(self.typed, self.typed)

    @property
    def is_nobody(self) -> bool:
        """Whether the value means no side."""
        return self.is_side and self.typed == NOBODY

    @property
    def is_side(self) -> bool:
        """Whether one of the sides is chosen."""
        return self.declared.kind is Kind.SIDE

    @property
    def is_unknown(self) -> bool:
        """Whether the value is none of the choices."""
        return bool(self.choices and self.typed) and self.typed not in dict(self.choices) and not self.is_nobody

    @property
    def is_usual(self) -> bool:
        """Whether the value is the default."""
        return self.typed in ("", written(self.declared.default))


@dataclass(slots=True)
class SideInputs:
    """One side's part of the form; without inputs for a side that is out of the game."""

    side: int
    seats: tuple[Seat, ...]
    plays: bool
    inputs: dict[str, Input] = field(default_factory=dict)

    @property
    def who(self) -> str:
        """The names of the side's players."""
        return " – ".join(seat.name for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of a column's inputs, less the fact named `less`."""

    name: str
    label: str
    sum: int
    less: str = ""


def written(value: object) -> str:
    """A value as a form holds it."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)


def values(inputs: Iterable[Input]) -> dict[str, Any]:
    """The values for the rule set, without empty inputs."""
    by_name = {one.declared.name: one.value for one in inputs}
    return {name: value for name, value in by_name.items() if value is not None}


class Number(forms.CharField):
    """An integer; None if empty, and the text itself if it is no integer."""

    def __init__(self, *, optional: bool = False, **kwargs: Any) -> None:
        digits = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})  # brings them up on a phone
        super().__init__(required=False, widget=digits, **kwargs)
        self.optional = optional

    def to_python(self, value: Any) -> Any:
        """The number, None, or the text that is none."""
        return number(super().to_python(value) or "")


class PlainTextField(forms.CharField):
    """A text whose length and content the action checks."""

    def __init__(self, *, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.optional = optional


ZERO = timedelta(0)


class ClubDateTimeField(forms.DateTimeField):
    """A date and time in the club's zone, or none.

    An ambiguous time, when clocks go back, is the first one, unless the second was stored before.
    """

    default_error_messages = {
        "invalid": _("Choose a day and a time."),
        "skipped": _("The clocks go forward that night, and this time does not exist: choose another."),
    }
    optional = True

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        """The moment; ValidationError for a year in which no club plays, and for a time that does not exist."""
        try:
            moment = super().to_python(value)
        except forms.ValidationError as fault:
            if fault.code != "ambiguous_timezone" or not fault.params:
                raise
            moment = self._when_clocks_change(fault.params["datetime"])
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment and moment.astimezone(UTC)  # no moment equals one of a time that comes twice in another zone

    def _clean_bound_field(self, bound: forms.BoundField) -> datetime | None:
        """Return the stored moment if the same time was sent again."""
        moment: datetime | None = super()._clean_bound_field(bound)  # type: ignore[misc]  # unknown to its stubs
        before = bound.initial
        if moment and isinstance(before, datetime) and _shown(before) == _shown(moment):
            return before.astimezone(UTC)
        return moment

    def _when_clocks_change(self, local: datetime) -> datetime:
        """The first moment of an ambiguous time; raises ValidationError for one that is skipped."""
        first, second = (timezone.make_aware(local.replace(fold=fold)) for fold in (0, 1))
        if (first.utcoffset() or ZERO) < (second.utcoffset() or ZERO):
            raise forms.ValidationError(self.error_messages["skipped"], code="skipped")
        return first


def _shown(moment: datetime) -> datetime:
    """A moment as a form shows it: to the minute, by the clock here."""
    return timezone.localtime(moment).replace(tzinfo=None, second=0, microsecond=0, fold=0)


def form_field(field: Field) -> forms.Field:
    """A form's field for a declared one."""
    made: forms.Field
    if field.choices:
        values = {str(choice.value): choice.value for choice in field.choices}
        empty: Any = field.default
        made = forms.TypedChoiceField(
            choices=worded(field.choices), coerce=values.get, empty_value=empty, required=False
        )
    elif field.kind is Kind.BOOLEAN:
        made = forms.BooleanField(required=False)
    elif field.kind is Kind.MOMENT:
        made = ClubDateTimeField()
    else:
        made = Number(optional=field.optional)
    made.label, made.help_text = translated(field.label), translated(field.help)
    made.initial = field.default
    return made


def worded(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    """A declaration's choices in the reader's language."""
    return [(str(choice.value), translated(choice.label)) for choice in choices]


class MethodSelect(forms.RadioSelect):
    """The ways of making tables: the two that people use in sight, the others folded away unless one is chosen."""

    template_name = "django/forms/widgets/methods.html"
    USUAL = (Tournament.Pairing.RANDOM, Tournament.Pairing.SWISS)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """As of any radio buttons, with those in sight and the others apart."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        widget = context["widget"]
        options = [option for _name, group, _index in widget["optgroups"] for option in group]
        usual = [option for option in options if option["value"] in self.USUAL] or options[: len(self.USUAL)]
        others = [option for option in options if option not in usual]
        is_open = any(option["selected"] for option in others)
        return {**context, "widget": {**widget, "usual": usual, "others": others, "is_open": is_open}}


def method_choices(methods: Iterable[Tournament.Pairing]) -> list[tuple[str, str]]:
    """The drawing methods with their descriptions."""
    sentence = '{} <span class="says">{}</span>'
    return [(each.value, format_html(sentence, each.label, translated(DESCRIPTIONS[each]))) for each in methods]
