"""Fields that take what was typed, so that an action can name every fault at once."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.html import format_html

from scoring.fields import Choice
from tournaments.actions.draws.ways import SAYS
from tournaments.models import Tournament
from tournaments.web.words import translated

DIGITS = 9


class Number(forms.CharField):
    """A whole number; None where nothing, and the text itself where something else was typed."""

    def __init__(self, *, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(required=False, widget=number_input(), **kwargs)
        self.optional = optional

    def to_python(self, value: Any) -> Any:
        """The number, None, or the text that is none."""
        return number(super().to_python(value) or "")


def number_input() -> forms.TextInput:
    """A field for a number that brings up the digits on a phone."""
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


def number(text: str) -> int | str | None:
    """The number that was typed, None for nothing, the text itself where it is no number."""
    bare = text.strip()
    if not bare:
        return None
    digits = bare.removeprefix("-")
    return int(bare) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else bare


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


def worded(choices: Iterable[Choice]) -> list[tuple[str, str]]:
    """A declaration's choices in the reader's language."""
    return [(str(choice.value), translated(choice.label)) for choice in choices]


def way_choices(ways: Iterable[Tournament.Pairing]) -> list[tuple[str, str]]:
    """Ways of making tables, each with the sentence that says what it does."""
    return [
        (
            way.value,
            format_html('{} <span class="says">{}</span>', way.label, translated(SAYS[way])),
        )
        for way in ways
    ]
