"""A club, its people, the programs that may act for somebody, and an evening on file."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from scoring.wire import read_json
from tournaments.models import Role, Scope, User
from tournaments.models.club import NAME_LENGTH

from .fields import Text


class ClubForm(forms.Form):
    """A club's name, place and language."""

    name = Text(label=_("Name of the club"))
    city = Text(label=_("City"), max_length=NAME_LENGTH, optional=True)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, initial="it", required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=[(zone, zone) for zone in sorted(available_timezones())],
        initial="Europe/Rome",
        required=False,
    )


class InvitationForm(forms.Form):
    """Whom to invite, and as what."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)
    note = Text(label=_("For whom"), optional=True)


class TokenForm(forms.Form):
    """A program's name and how far it may go."""

    name = forms.CharField(label=_("What the token is for"), max_length=NAME_LENGTH)
    scope = forms.ChoiceField(label=_("What it opens"), choices=Scope.choices, initial=Scope.READ)


class AccountForm(BaseUserCreationForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A new account: a name to sign in with, and a password."""

    class Meta:
        model = User
        fields = ("username",)


class ImportForm(forms.Form):
    """The file, or its text once it has been looked at, and a name for the tournament."""

    name = Text(label=_("Name of the tournament"))
    file = forms.FileField(
        label=_("The file"), help_text=_("A JSON document: players, rounds, tables, hands."), required=False
    )
    text = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """The form with its document, read from the file or from the text looked at before."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        text = file.read().decode("utf-8", "replace") if file else cleaned.get("text", "")
        if not text and "file" not in self.errors:
            self.add_error("file", _("Choose the file."))
            return cleaned
        cleaned["text"] = text
        cleaned["document"] = self._document(text) if "file" not in self.errors else None
        return cleaned

    def _document(self, text: str) -> Any:
        try:
            return read_json(text)
        except ValueError as fault:
            line = getattr(fault, "lineno", 1)
            self.add_error("file", _("This is not JSON: look at line %(line)d.") % {"line": line})
            return None
