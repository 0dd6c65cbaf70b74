"""Rate limits on signing in: they slow down guessing, and no user can lock out another user."""

import ipaddress
import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import ApiToken, Scope, SignInTries, User

from ..core.actor import new_secret, secret_digest
from ..core.rows import save_fields

WINDOW = timedelta(minutes=10)
NAME_TRIES = 8
"""Tries for one name from one address, or from a browser in which this name has signed in before."""
ADDRESS_TRIES = 200
"""Tries for all names from one address, which all people in a hall share."""

Limits = Mapping[str, int]
"""The most tries in a window for each key under which a try is counted."""


def limits(name_key: str, *, address: str, browser: str) -> Limits:
    """Return the keys under which a try is counted: the browser, if this name has signed in there before.

    Otherwise they are the name at this address, and the address.
    """
    if browser:
        return {_digest("browser", browser): NAME_TRIES}
    place = _place(address)
    return {_digest("name", place, name_key): NAME_TRIES, _digest("place", place): ADDRESS_TRIES}


def own_password_limits(name: str) -> Limits:
    """Return the key under which the tries of the old password by the signed-in user of this name are counted."""
    return {_digest("own password", name): NAME_TRIES}


def _place(address: str) -> str:
    """Return the address, or the /64 network of an IPv6 address, all of which one owner can use."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.IPv6Network((int(parsed), 64), strict=False))


def _digest(*parts: str) -> str:
    return salted_hmac("sign-in tries", "\n".join(parts), algorithm="sha256").hexdigest()


def seconds_to_wait(limits: Limits) -> int:
    """Return the seconds until a try is allowed, 0 for now."""
    return _seconds(SignInTries.objects.filter(tried_by__in=limits), limits, timezone.now())


def count_try(limits: Limits) -> int:
    """Count a try before it is made, so that concurrent tries cannot exceed the limits.

    Return the seconds as `seconds_to_wait` does; unless they are 0, nothing is counted.
    """
    now = timezone.now()
    with transaction.atomic():
        SignInTries.objects.filter(since__lte=now - WINDOW).delete()
        for tried_by in sorted(limits):
            SignInTries.objects.get_or_create(tried_by=tried_by, defaults={"since": now})
        ours = SignInTries.objects.filter(tried_by__in=limits)
        seconds = _seconds(ours.select_for_update().order_by("tried_by"), limits, now)
        if not seconds:
            ours.update(tries=F("tries") + 1)
    return seconds


def _seconds(counted: Iterable[SignInTries], limits: Limits, now: datetime) -> int:
    full = [each.since + WINDOW for each in counted if each.tries >= limits[each.tried_by]]
    return max([0, *(math.ceil((end - now).total_seconds()) for end in full)])


def forgive_try(limits: Limits) -> None:
    """Uncount a successful try, and reset the tries for this name or browser."""
    ours = SignInTries.objects.filter(tried_by__in=limits)
    with transaction.atomic():
        ours.filter(tried_by__in=[by for by in limits if limits[by] == NAME_TRIES]).delete()
        ours.filter(tries__gt=0).update(tries=F("tries") - 1)


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
