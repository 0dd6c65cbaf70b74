"""Forms for a person's name and its public form."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import ShownAs
from tournaments.models.club import NAME_LENGTH

from .form import Form
from .inputs import PlainTextField


class NameForm(Form):
    """A person's name, as it should be."""

    name = PlainTextField(
        label=gettext_lazy("Name"),
        widget=forms.TextInput(
            attrs={"autofocus": True, "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
    )


class ShownForm(Form):
    """The public form of a person's name."""

    shown_as = forms.ChoiceField(
        label=gettext_lazy("How the name is shown"), choices=ShownAs.choices, widget=forms.RadioSelect
    )
    code_name = PlainTextField(
        label=gettext_lazy("Code name"),
        optional=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "maxlength": NAME_LENGTH}),
    )
