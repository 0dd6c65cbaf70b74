"""The route of a URL, and the URL in the form in which logs may contain it."""

from functools import lru_cache

from django.urls import Resolver404, resolve

from tournaments.api.views.documentation import unknown_address

UNKNOWN = "unknown"
LONGEST = 300  # characters of an address
ADDRESSES = 4096  # addresses whose routes are cached


def route_of(path: str) -> str:
    """Return the pattern of the URL, without values from it; UNKNOWN if no view has it."""
    return _find_route(path) if len(path) <= LONGEST else UNKNOWN


@lru_cache(ADDRESSES)
def _find_route(path: str) -> str:
    try:
        found = resolve(path)
    except Resolver404:
        return UNKNOWN
    return UNKNOWN if found.func == unknown_address else f"/{found.route}"


def loggable(path: str) -> str:
    """Return the path for a log. An unknown URL is left out, because it could be a mistyped secret."""
    return "/…" if route_of(path) == UNKNOWN else path
