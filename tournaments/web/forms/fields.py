"""Fields that take what was typed, so that an action can name every fault at once."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.html import format_html

from scoring.fields import Choice, Field, Kind
from tournaments.actions.draws.methods import DESCRIPTIONS
from tournaments.models import Tournament
from tournaments.web.words import translated

from .inputs import number


class Number(forms.CharField):
    """A whole number; None where nothing, and the text itself where something else was typed."""

    def __init__(self, *, optional: bool = False, **kwargs: Any) -> None:
        digits = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})  # brings them up on a phone
        super().__init__(required=False, widget=digits, **kwargs)
        self.optional = optional

    def to_python(self, value: Any) -> Any:
        """The number, None, or the text that is none."""
        return number(super().to_python(value) or "")


class Text(forms.CharField):
    """A text whose length and content the action judges."""

    def __init__(self, *, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.optional = optional


class Moment(forms.DateTimeField):
    """A day and a time in the club's zone, or nothing."""

    optional = True

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **kwargs)


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
        made = Moment()
    else:
        made = Number(optional=field.optional)
    made.label, made.help_text = translated(field.label), translated(field.help)
    made.initial = field.default
    return made


def worded(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    """A declaration's choices in the reader's language."""
    return [(str(choice.value), translated(choice.label)) for choice in choices]


def method_choices(methods: Iterable[Tournament.Pairing]) -> list[tuple[str, str]]:
    """Methods of making tables, each with the sentence that says what it does."""
    sentence = '{} <span class="says">{}</span>'
    return [(each.value, format_html(sentence, each.label, translated(DESCRIPTIONS[each]))) for each in methods]
