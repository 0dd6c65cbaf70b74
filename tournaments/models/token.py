"""Secrets that let a program in."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token opens; each opens what those before it do."""

    READ = "read", _("Read")
    RESULTS = "results", _("Enter results")
    MANAGE = "manage", _("Manage")


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Tokens by their state."""

    def usable(self) -> Self:
        """Those that nobody has revoked and whose user is active."""
        return self.filter(revoked_at=None, user__is_active=True)


class ApiToken(models.Model):
    """A named, scoped and revocable secret of a user; only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=10, choices=Scope.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name

    def opens(self, scope: Scope) -> bool:
        """Whether this token's scope reaches that far."""
        reach = list(Scope)
        return reach.index(Scope(self.scope)) >= reach.index(scope)
