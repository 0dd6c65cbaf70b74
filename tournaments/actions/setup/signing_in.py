"""Rate limits on signing in, which slow down guessing without letting anybody lock out another user."""

import ipaddress
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from tournaments.models import ApiToken, Club, Scope, SignInTries, Tournament, User

from ..core.actor import new_secret, secret_digest
from ..core.refusals import Problem, refuse
from ..core.rows import save_fields, slug_of

WINDOW = timedelta(minutes=10)
NAME_TRIES = 8
"""The most attempts for one name from one address, or from a browser in which this name has signed in before."""
ADDRESS_TRIES = 200
"""The most attempts for all names from one address, which all people in a hall share."""

USE_IS_NOTED = timedelta(hours=1)
"""How long after the last use of a token a new use is not stored."""

Limits = Mapping[str, int]
"""The most attempts in a window, for each key under which an attempt is counted."""


def limits(name_key: str, *, address: str, browser: str) -> Limits:
    """Return the keys under which an attempt to sign in is counted.

    If this name has signed in from this browser before, the browser is the only key. Otherwise there are two: the name
    with the address, and the address alone.
    """
    if browser:
        return {_digest("browser", browser): NAME_TRIES}
    place = network_of(address)
    return {_digest("name", place, name_key): NAME_TRIES, _digest("place", place): ADDRESS_TRIES}


def own_password_limits(name: str) -> Limits:
    """Return the key under which a signed-in user's attempts to give the old password are counted."""
    return {_digest("own password", name): NAME_TRIES}


def network_of(address: str) -> str:
    """Return the address or, for IPv6, its /64 network, whose addresses all belong to one owner."""
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
    """Return the seconds until an attempt is allowed; 0 if it is allowed now."""
    return _seconds(SignInTries.objects.filter(tried_by__in=limits), limits, timezone.now())


def count_try(limits: Limits) -> int:
    """Count an attempt before it is made, so that concurrent attempts cannot exceed the limit.

    Return the seconds to wait, as `seconds_to_wait` does; if they are not 0, the attempt is not allowed and not
    counted.
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
    """Uncount a successful attempt, and reset the counts of this name or browser."""
    ours = SignInTries.objects.filter(tried_by__in=limits)
    with transaction.atomic():
        ours.filter(tried_by__in=[by for by in limits if limits[by] == NAME_TRIES]).delete()
        ours.filter(tries__gt=0).update(tries=F("tries") - 1)


def create_token(
    *, user: User, name: str, scope: Scope, club: str = "", tournament: str = "", expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Create a token; return it and its secret, which is shown once and never stored.

    With the slug of a club or a tournament it gives access to that only. Raises Invalid if both are given, if the user
    has no role there, or for an expiry in the past.
    """
    clubs = Club.objects.of_member(user)
    tournaments = Tournament.objects.filter(club__in=clubs)
    own = {
        "club": clubs.filter(slug=slug_of(club)).first() if club else None,
        "tournament": tournaments.filter(slug=slug_of(tournament)).first() if tournament else None,
    }
    refuse(_token_problems({"club": club, "tournament": tournament}, own, expires_at))
    secret = new_secret()
    digest = secret_digest(secret)
    token = ApiToken.objects.create(user=user, name=name, scope=scope, digest=digest, expires_at=expires_at, **own)
    return token, secret


def _token_problems(
    named: Mapping[str, str], own: Mapping[str, Club | Tournament | None], expires_at: datetime | None
) -> Iterator[Problem]:
    if all(named.values()):
        yield Problem("contradiction", _("Name a club or a tournament, not both."), pointer=("club",))
    for field, slug in named.items():
        if slug and not own[field]:
            yield Problem(
                f"unknown_{field}", _("You have no role in a club or tournament with this address."), pointer=(field,)
            )
    if expires_at and expires_at <= timezone.now():
        yield Problem("in_the_past", _("This time has passed: choose a later one."), pointer=("expires_at",))


def create_program(name: str) -> User:
    """Create a user without a password, who can only use tokens.

    Raises Django's ValidationError for a name that is not valid.
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
    """Return the valid token with this secret, with its user and tournament loaded; None if there is none.

    The time of this use is stored.
    """
    usable = ApiToken.objects.usable().select_related("user", "tournament")
    token = usable.filter(digest=secret_digest(secret)).first()
    if token:
        _note_use(token)
    return token


def _note_use(token: ApiToken) -> None:
    """Store when the token was last used, at most once an hour; a full disk does not prevent reading."""
    now = timezone.now()
    if token.last_used_at and now - token.last_used_at < USE_IS_NOTED:
        return
    with suppress(DatabaseError), transaction.atomic():
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def revoke_token(token: ApiToken) -> None:
    """Revoke this token."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def revoke_tokens_of(user: User) -> int:
    """Revoke every token of the user; return their number."""
    return user.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
