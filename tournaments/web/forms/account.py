"""Signing in, an account with its password, and the tokens of programs."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import Scope, User
from tournaments.models.club import NAME_LENGTH

from .form import Form, MendableFaults

UNTRANSLATED = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)
"""A message of Django that it does not translate into each of our languages."""
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


class TokenForm(Form):
    """The name and the scope of a program's token."""

    name = forms.CharField(label=_("What the token is for"), max_length=NAME_LENGTH)
    scope = forms.ChoiceField(label=_("What it gives access to"), choices=Scope.choices, initial=Scope.READ)
