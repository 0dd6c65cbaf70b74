"""Form fields that accept any text, so that actions report all faults at once, and the inputs of a tally."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.html import format_html

from scoring.fields import Choice, Field, Kind
from tournaments.actions.setup.pairing_methods import DESCRIPTIONS
from tournaments.models import Seat, Tournament
from tournaments.wording.words import translated

from .form import ClubDateTimeField

DIGITS = 18
"""The most digits that are read as a number: few enough for every database, and for errors that name the bounds."""
LARGEST_KEY = 10**9
MAX_TICKED = 4
"""The greatest maximum of a count that is ticked rather than typed."""
MOST_BUTTONS = 6
"""The most choices that are buttons side by side; more choices are a select list."""
NOBODY = "nobody"
"""The value that a form sends for a side field if no side is meant."""


def number(text: str) -> int | str | None:
    """Return the typed number; None for an empty text, the text itself if it is not a number."""
    bare = text.strip().replace("−", "-")
    if not bare:
        return None
    digits = bare.removeprefix("-")
    return int(bare) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else bare


def number_in(sent: QueryDict, name: str) -> int | None:
    """Return the integer sent under this name; None if it is missing, not an integer, or too large to be an id."""
    typed = number(sent.get(name, ""))
    return typed if isinstance(typed, int) and abs(typed) < LARGEST_KEY else None


@dataclass(slots=True)
class Input:
    """A declared field with its name on the form and its typed value.

    `rest` is the amount that is missing from the column's sum, if this is the only empty input of the column.
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
        """The short label, or the label if the field has none."""
        return translated(self.declared.short or self.declared.label)

    @property
    def help(self) -> str:
        """The help text of the field."""
        return translated(self.declared.help)

    @property
    def control(self) -> str:
        """The way to fill in the input: `number`, `count`, `tick` or `choice`."""
        declared = self.declared
        if self.choices:
            return "choice"
        if declared.kind is Kind.BOOLEAN or (declared.minimum, declared.maximum) == (0, 1):
            return "tick"
        return "count" if declared.minimum == 0 and declared.maximum <= MAX_TICKED else "number"

    @property
    def is_long(self) -> bool:
        """Whether a select list shows the choices, because there are more than `MOST_BUTTONS`."""
        return len(self.choices) > MOST_BUTTONS

    @property
    def ticked(self) -> str:
        """The value of a ticked box."""
        return "yes" if self.declared.kind is Kind.BOOLEAN else "1"

    @property
    def counts(self) -> list[str]:
        """The numbers from 0 to the maximum, of which the user ticks one."""
        return [str(number) for number in range(self.declared.maximum + 1)]

    @property
    def value(self) -> Any:
        """The value for the rule set: None if empty (False for a box), or the text itself if it is invalid."""
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
        """The value as text: the typed text, or the label of the chosen value."""
        return dict(self.choices).get(self.typed, self.typed)

    @property
    def is_nobody(self) -> bool:
        """Whether the value says that the field applies to none of the sides."""
        return self.is_side and self.typed == NOBODY

    @property
    def is_side(self) -> bool:
        """Whether the field's value is one of the sides."""
        return self.declared.kind is Kind.SIDE

    @property
    def is_unknown(self) -> bool:
        """Whether the value is not one of the choices."""
        return bool(self.choices and self.typed) and self.typed not in dict(self.choices) and not self.is_nobody

    @property
    def is_usual(self) -> bool:
        """Whether the value is empty or the default."""
        return self.typed in ("", written(self.declared.default))


@dataclass(slots=True)
class SideInputs:
    """The inputs of one side; no inputs if the side is out of the game."""

    side: int
    seats: tuple[Seat, ...]
    plays: bool
    inputs: dict[str, Input] = field(default_factory=dict)

    @property
    def names(self) -> str:
        """The names of the side's players."""
        return " – ".join(seat.name for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Total:
    """The required sum of a column's inputs, from which the value of the fact `less` is subtracted.

    If `by` names an input, the value of this input selects one of `sums`. `sum` is None if it selects none. If the
    input `unless` is filled in, the sum is not fixed.
    """

    name: str
    sum: int | None
    less: str = ""
    unless: str = ""
    by: str = ""
    sums: Mapping[str, int] = field(default_factory=dict)

    @property
    def query(self) -> str:
        """`sums` as a query string for the page's script."""
        return urlencode(self.sums)


def written(value: object) -> str:
    """Return a value as the text of a form: "yes" or "" for a boolean, and "" for None."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)


def values(inputs: Iterable[Input]) -> dict[str, Any]:
    """Return the values for the rule set, without empty inputs."""
    by_name = {one.declared.name: one.value for one in inputs}
    return {name: value for name, value in by_name.items() if value is not None}


class Number(forms.CharField):
    """A field for an integer. Its value is None if empty, and the text itself if it is not an integer.

    A phone's numeric keypad has no minus sign, so a `signed` field shows the full keyboard.
    """

    def __init__(self, *, optional: bool = False, signed: bool = False, **kwargs: Any) -> None:
        keys = {} if signed else {"inputmode": "numeric"}
        digits = forms.TextInput(attrs={**keys, "autocomplete": "off"})
        super().__init__(required=False, widget=digits, **kwargs)
        self.optional = optional

    def to_python(self, value: Any) -> Any:
        """Return the number; None for an empty text, the text itself if it is not a number."""
        return number(super().to_python(value) or "")


class PlainTextField(forms.CharField):
    """A field for a text; the action checks its length and content."""

    def __init__(self, *, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.optional = optional


def form_field(field: Field) -> forms.Field:
    """Return the form field for a declared field."""
    made: forms.Field
    if field.choices:
        values = {str(choice.value): choice.value for choice in field.choices}
        empty: Any = field.default
        widget = forms.RadioSelect if field.asked else forms.Select
        made = forms.TypedChoiceField(
            choices=worded(field.choices), coerce=values.get, empty_value=empty, required=field.asked, widget=widget
        )
    elif field.kind is Kind.BOOLEAN:
        made = forms.BooleanField(required=False)
    elif field.kind is Kind.MOMENT:
        made = ClubDateTimeField()
    else:
        made = Number(optional=field.optional, signed=field.minimum < 0)
    made.label, made.help_text = translated(field.label), translated(field.help)
    made.initial = None if field.asked else field.default
    return made


def typed_value(field: Field, typed: str | None) -> object:
    """Return the value typed for a declared field; None for an empty text or an unknown choice."""
    if field.kind is Kind.BOOLEAN:
        return typed is not None
    if field.choices:
        return {str(choice.value): choice.value for choice in field.choices}.get(typed or "")
    return number(typed or "")


def worded(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    """Return the choices of a declaration in the reader's language."""
    return [(str(choice.value), translated(choice.label)) for choice in choices]


class MethodSelect(forms.RadioSelect):
    """Radio buttons for the drawing methods. Methods outside `USUAL` are collapsed unless one of them is chosen."""

    template_name = "django/forms/widgets/methods.html"
    USUAL = (Tournament.Pairing.RANDOM, Tournament.Pairing.SWISS)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context of the radio buttons, with the usual options and the others in separate lists."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        widget = context["widget"]
        options = [option for _name, group, _index in widget["optgroups"] for option in group]
        usual = [option for option in options if option["value"] in self.USUAL] or options[: len(self.USUAL)]
        others = [option for option in options if option not in usual]
        is_open = any(option["selected"] for option in others)
        return {**context, "widget": {**widget, "usual": usual, "others": others, "is_open": is_open}}


def method_choices(methods: Iterable[Tournament.Pairing]) -> list[tuple[str, str]]:
    """Return the drawing methods with their descriptions."""
    sentence = '{} <span class="says">{}</span>'
    return [(each.value, format_html(sentence, each.label, translated(DESCRIPTIONS[each]))) for each in methods]
