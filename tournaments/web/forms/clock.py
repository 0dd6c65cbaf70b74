"""The forms of the clock."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .form import Form
from .inputs import ClubDateTimeField, Number


def whole(typed: object) -> int | None:
    """The number that was typed, None for nothing; refused where it is none."""
    if typed is None or isinstance(typed, int):
        return typed
    raise forms.ValidationError(_("Enter a whole number."))


class StartForm(Form):
    """How long a round takes, and when its time begins."""

    minutes = Number(label=_("Minutes"))
    starts_at = ClubDateTimeField(label=_("Start at"), help_text=_("Leave it empty to start now."))

    def clean_minutes(self) -> int | None:
        """How many minutes."""
        return whole(self.cleaned_data["minutes"])


class MoreTimeForm(Form):
    """How many minutes more, and for which table."""

    minutes = Number(label=_("Minutes more"), help_text=_("With a minus before them they are taken off."))
    table = Number(label=_("Table"), help_text=_("Leave it empty for all tables."), optional=True)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_minutes(self) -> int:
        """How many minutes more."""
        return whole(self.cleaned_data["minutes"]) or 0

    def clean_table(self) -> int | None:
        """For which table, None for all."""
        return whole(self.cleaned_data["table"])
