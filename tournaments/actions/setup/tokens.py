"""Create and revoke the API tokens of programs."""

from django.utils import timezone

from tournaments.models import ApiToken, Scope, User

from ..core.actor import new_secret, secret_digest
from ..core.rows import save_fields


def create_token(*, user: User, name: str, scope: Scope) -> tuple[ApiToken, str]:
    """Create a token; return it and its secret, which is shown once and never stored."""
    secret = new_secret()
    token = ApiToken.objects.create(user=user, name=name, scope=scope, digest=secret_digest(secret))
    return token, secret


def create_program(name: str) -> User:
    """Create a user who signs in by token only and has no password.

    Raises Django's ValidationError for an invalid name.
    """
    user = User(username=name)
    user.set_unusable_password()
    user.full_clean()
    user.save(force_insert=True)
    return user


def promote(user: User) -> None:
    """Make this user a superuser, the host of the installation."""
    save_fields(user, is_superuser=True, is_staff=True)


def find_token(secret: str) -> ApiToken | None:
    """Return the usable token with this secret, with its user; None if there is none."""
    return ApiToken.objects.usable().select_related("user").filter(digest=secret_digest(secret)).first()


def revoke_token(token: ApiToken) -> None:
    """Revoke this token."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def revoke_tokens_of(user: User) -> int:
    """Revoke every token of the user; return their number."""
    return user.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
