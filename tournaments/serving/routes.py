"""The route of a request's address, and the address as logs may show it."""

from functools import lru_cache

from django.urls import Resolver404, resolve

from tournaments.api.views.documentation import anything_else

UNKNOWN = "unknown"
LONGEST = 300  # characters of an address
ADDRESSES = 4096  # addresses whose routes are cached


def route_of(path: str) -> str:
    """Return the pattern of the address, without any value from it, or UNKNOWN."""
    return _find_route(path) if len(path) <= LONGEST else UNKNOWN


@lru_cache(ADDRESSES)
def _find_route(path: str) -> str:
    try:
        found = resolve(path)
    except Resolver404:
        return UNKNOWN
    return UNKNOWN if found.func == anything_else else f"/{found.route}"


def loggable(path: str) -> str:
    """Return the path for a log; for an unknown address not the path, because it may be a mistyped secret."""
    return "/…" if route_of(path) == UNKNOWN else path
