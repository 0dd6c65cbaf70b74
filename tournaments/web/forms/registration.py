"""A name at the registration."""

from django import forms
from django.utils.translation import gettext_lazy

from .inputs import Text


class NameForm(forms.Form):
    """A person's name, as it should be."""

    name = Text(
        label=gettext_lazy("Name"),
        widget=forms.TextInput(
            attrs={"autofocus": True, "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
    )
