"""A club, its people, and the programs that may act for somebody."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

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
