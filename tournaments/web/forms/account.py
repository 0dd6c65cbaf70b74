"""The forms to sign in, to create an account, to change a password, and to create an API token."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, PasswordChangeForm, SetPasswordForm
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import Club, Scope, Tournament, User
from tournaments.models.club import NAME_LENGTH

from .form import Form, MendableFaults

UNTRANSLATED = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)
"""A message of Django that it does not translate into each of our languages."""
MOST_TOURNAMENTS = 20
WITHOUT_SPACES = _("Without spaces: letters, digits and the signs @ . + - _")


class SignInForm(MendableFaults, AuthenticationForm):
    """A name and a password."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("No account has this name and this password. In the password capitals count."),
    }


class AccountForm(MendableFaults, BaseUserCreationForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A new account: a name to sign in with, and a password."""

    class Meta:
        model = User
        fields = ("username",)
        help_texts = {"username": WITHOUT_SPACES}
        error_messages = {"username": {"invalid": WITHOUT_SPACES}}


class NewPasswordForm(MendableFaults, SetPasswordForm):  # type: ignore[type-arg]  # generic for mypy alone
    """A new password, typed twice."""


class ChangePasswordForm(MendableFaults, PasswordChangeForm):
    """The old password, and a new password typed twice."""


DAYS = [(0, _("Until it is revoked")), (1, _("One day")), (30, _("30 days")), (365, _("One year"))]


class TokenForm(Form):
    """The form of an API token: name, scope, the club or tournament it is for, and expiry."""

    name = forms.CharField(label=_("What the token is for"), max_length=NAME_LENGTH)
    scope = forms.ChoiceField(label=_("What it gives access to"), choices=Scope.choices, initial=Scope.READ)
    reach = forms.ChoiceField(label=_("Where"), required=False)
    days = forms.ChoiceField(label=_("How long"), choices=DAYS, required=False)

    def __init__(self, user: User, data: Any = None) -> None:
        """Offer the user's clubs, and the latest tournaments of these clubs."""
        super().__init__(data)
        clubs = Club.objects.of_member(user).order_by("name")
        latest = Tournament.objects.filter(club__in=clubs).latest_first()[:MOST_TOURNAMENTS]
        self.fields["reach"].choices = [  # type: ignore[attr-defined]
            ("", _("All my clubs")),
            *((f"club {club.slug}", club.name) for club in clubs),
            *((f"tournament {each.slug}", each.name) for each in latest),
        ]

    def clean(self) -> dict[str, Any]:
        """Return the values with the arguments of a new token."""
        field, _blank, slug = self.cleaned_data.pop("reach", "").partition(" ")
        days = int(self.cleaned_data.pop("days", "") or 0)
        end = {"expires_at": timezone.now() + timedelta(days=days)} if days else {}
        return {**self.cleaned_data, **({field: slug} if slug else {}), **end}
