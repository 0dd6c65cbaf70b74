"""Rate limits of the API, high enough for a hall of a thousand phones."""

import math
import time
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.actions.at_table import throttles
from tournaments.actions.setup.signing_in import network_of
from tournaments.models import ApiToken, TableSession

WINDOW = 60
"""The length of a counting period in seconds."""


class PerCaller(BaseThrottle):
    """A limit of requests per minute: for each token, user and table session, and for each address of other clients.

    Each web process counts for itself. So the limit is approximate, and needs no query. Only changes by tables are
    counted for all processes together.
    """

    def allow_request(self, request: Request, _view: Any) -> bool:
        """Count the request; return False if the limit of this minute is exceeded."""
        caller, limit = _caller(request)
        count = _count(f"api-requests:{caller}")
        request.rate_limits = {"requests": (limit, max(limit - count, 0))}  # type: ignore[attr-defined]  # for the response
        if count > limit:
            return False
        session = request.auth
        if not isinstance(session, TableSession) or request.method in SAFE_METHODS:
            return True
        return throttles.count_table_change(session.digest or session.device)

    def wait(self) -> float:
        """Return the seconds until the next minute."""
        return WINDOW - time.time() % WINDOW


class PerCheck(PerCaller):
    """A lower limit for verifications, exports and imports.

    Each of them reads or writes a whole tournament, or all evenings of a season.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request, also as a check; return False if a limit of this minute is exceeded."""
        is_allowed = super().allow_request(request, view)
        if request.method == "OPTIONS":
            return is_allowed
        caller, _limit = _caller(request)
        most, count = settings.API_CHECKS_PER_MINUTE, _count(f"api-checks:{caller}")
        request.rate_limits["checks"] = (most, max(most - count, 0))  # type: ignore[attr-defined]
        return is_allowed and count <= most


def rate_headers(request: Request, status: int) -> dict[str, str]:
    """Return headers with the client's limits, the remaining requests, and the seconds until counting begins again.

    Return none if the request was not counted, or for a public response, which caches may give to other clients.
    """
    limits: dict[str, tuple[int, int]] = getattr(request, "rate_limits", {})
    if not limits or (status != HTTPStatus.TOO_MANY_REQUESTS and "Authorization" not in request.headers):
        return {}
    reset = math.ceil(WINDOW - time.time() % WINDOW)
    return {
        "RateLimit-Policy": ", ".join(f'"{name}";q={limit};w={WINDOW}' for name, (limit, _left) in limits.items()),
        "RateLimit": ", ".join(f'"{name}";r={left};t={reset}' for name, (_limit, left) in limits.items()),
    }


def _count(what: str) -> int:
    """Count a request in this minute; return the number so far, or 1 if the cache has just removed the count."""
    key = f"{what}:{int(time.time()) // WINDOW}"
    cache.add(key, 0, timeout=2 * WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # the cache removed the count between these two lines
        return 1


def _caller(request: Request) -> tuple[str, int]:
    limits = settings.API_REQUESTS_PER_MINUTE
    if isinstance(request.auth, TableSession):
        return f"table:{request.auth.digest or request.auth.device}", limits["table"]
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}", limits["token"]
    if request.user.is_authenticated:
        return f"user:{request.user.pk}", limits["token"]
    return f"address:{network_of(request.META.get('REMOTE_ADDR', ''))}", limits["address"]
