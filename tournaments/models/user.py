"""Accounts: users, who sign in, and their API tokens."""

from __future__ import annotations

import unicodedata
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_TAKEN = _("Somebody has this name already; capitals make no difference. Choose another.")


def username_key(username: str) -> str:
    """Return the key of a user's name, which ignores case, and blanks around the name."""
    return unicodedata.normalize("NFKC", username.strip()).casefold()


class UsernameKey(models.CharField):  # type: ignore[type-arg]  # generic for mypy alone
    """The key of a user's name, stored whenever the user is saved."""

    def pre_save(self, instance: Any, add: bool) -> str:  # noqa: ARG002, FBT001 - Django's
        """Set and return the key of the current name."""
        instance.username_key = username_key(instance.username)
        return str(instance.username_key)


class Users(UserManager["User"]):
    """Users, found by name in any case."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name. Raises User.DoesNotExist."""
        return self.get(username_key=username_key(username or ""))

    def named(self, username: str) -> User | None:
        """Return the user with this name, or None."""
        return self.filter(username_key=username_key(username)).first()


class User(AbstractUser):
    """A person with an account: a director, a scorer, an owner or the host of the installation."""

    username_key = UsernameKey(max_length=450, unique=True, editable=False)
    reach: int | None = None
    """The id of the only club in which this user has roles; None for no limit.

    Set for a request with a token of a club.
    """

    objects = Users()  # type: ignore[misc]  # a class variable there, to mypy

    def clean(self) -> None:
        """Raise ValidationError if another user has this name, in any case."""
        super().clean()
        namesake = User.objects.named(self.username)
        if namesake and namesake.pk != self.pk:
            raise ValidationError({"username": NAME_TAKEN})


class Scope(models.TextChoices):
    """What a token may do. Each scope includes the scopes before it."""

    READ = "read", _("Read")
    RESULTS = "results", _("Enter results")
    MANAGE = "manage", _("Manage")


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Tokens by their state."""

    def usable(self) -> Self:
        """Tokens that are neither revoked nor expired, and whose user is active."""
        return self.filter(revoked_at=None, user__is_active=True).exclude(expires_at__lte=timezone.now())


class ApiToken(models.Model):
    """A named and revocable secret of a user, with a scope; only its digest is stored.

    It can be limited to one club or one tournament. While it is in use, `last_used_at` is at most an hour old.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=10, choices=Scope.choices)
    club = models.ForeignKey("Club", models.CASCADE, null=True, related_name="+")
    tournament = models.ForeignKey("Tournament", models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(club=None) | models.Q(tournament=None), name="one_reach")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether the token has expired."""
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def opens(self, scope: Scope) -> bool:
        """Whether the token's scope includes this one."""
        reach = list(Scope)
        return reach.index(Scope(self.scope)) >= reach.index(scope)
