"""How many requests one may make: as many as a hall of a thousand phones needs, and no more."""

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.actions.at_table import throttles
from tournaments.models import ApiToken, TableSession

WINDOW = 60
"""Seconds that a count lasts."""


class PerCaller(BaseThrottle):
    """So many requests a minute for a token, a user, a table's key, or an address without any.

    Counted in each web process for itself, which makes the limit a rough one and costs no query;
    what a table changes is counted for all processes together.
    """

    def allow_request(self, request: Request, _view: Any) -> bool:
        """Count the request; False once there are too many in this minute."""
        caller, limit = _caller(request)
        if _count(f"api-requests:{caller}") > limit:
            return False
        session = request.auth
        if not isinstance(session, TableSession) or request.method in SAFE_METHODS:
            return True
        return throttles.count_table_change(session.digest or session.device)

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return WINDOW - time.time() % WINDOW


class PerCheck(PerCaller):
    """So few checks of a ledger a minute: each reads a whole tournament and ranks it again."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the check beside the requests; False once there are too many in this minute."""
        caller, _limit = _caller(request)
        checks = _count(f"api-checks:{caller}")
        return super().allow_request(request, view) and checks <= settings.API_CHECKS_PER_MINUTE


def _count(what: str) -> int:
    """How often in this minute, this time included."""
    key = f"{what}:{int(time.time()) // WINDOW}"
    cache.add(key, 0, timeout=2 * WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # culled between the two lines
        return 1


def _caller(request: Request) -> tuple[str, int]:
    limits = settings.API_REQUESTS_PER_MINUTE
    if isinstance(request.auth, TableSession):
        return f"table:{request.auth.digest or request.auth.device}", limits["table"]
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}", limits["token"]
    if request.user.is_authenticated:
        return f"user:{request.user.pk}", limits["token"]
    return f"address:{request.META.get('REMOTE_ADDR', '')}", limits["address"]
