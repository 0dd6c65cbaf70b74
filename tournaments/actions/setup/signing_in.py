"""Limits on signing in: guessers are slowed down, and nobody is locked out by others."""

import ipaddress
import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import SignInTries

WINDOW = timedelta(minutes=10)
NAME_TRIES = 8
"""Wrong passwords for one name from one address, or from a browser that this name came in by."""
ADDRESS_TRIES = 200
"""Wrong passwords for all names from one address: a hall shares one."""

Limits = Mapping[str, int]
"""How many tries are left to each of those that a try is counted for."""


def limits(name_key: str, *, address: str, browser: str) -> Limits:
    """What a try is counted for: the browser where this name came in by it before.

    Else the name at this address, and the address.
    """
    if browser:
        return {_digest("browser", browser): NAME_TRIES}
    place = _place(address)
    return {_digest("name", place, name_key): NAME_TRIES, _digest("place", place): ADDRESS_TRIES}


def _place(address: str) -> str:
    """The address, or the network of an IPv6 address: its owner has them all."""
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
    """Seconds until this try may be made, 0 for now."""
    return _seconds(SignInTries.objects.filter(tried_by__in=limits), limits, timezone.now())


def count_try(limits: Limits) -> int:
    """Count a try before it is made, so that tries at once cannot pass the limits together.

    The answer is as `seconds_to_wait`; nothing is counted where it is not 0.
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
    """Take back a try that was right; the tries for this name or browser begin anew."""
    ours = SignInTries.objects.filter(tried_by__in=limits)
    with transaction.atomic():
        ours.filter(tried_by__in=[by for by in limits if limits[by] == NAME_TRIES]).delete()
        ours.filter(tries__gt=0).update(tries=F("tries") - 1)
