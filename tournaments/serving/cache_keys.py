"""Keys of the public cache: everything in a request on which public responses depend.

A key has the URL with its query, the language and theme of a page, or below /api/v1/ the media type. A cached response
is made from its key alone, so that no other header of a request can change what other readers see.
"""

from collections.abc import Mapping
from functools import lru_cache
from re import fullmatch
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language_from_request
from granian.rsgi import Scope

from tournaments.api.urls import POLLED_BY_HALL
from tournaments.http import DEVICE, SESSION
from tournaments.web.public_urls import public_pages
from tournaments.web.requests.access import LIVE_PART

from .rsgi_to_wsgi import Headers

PERSONAL = {settings.SESSION_COOKIE_NAME, "messages", SESSION, DEVICE}
FOR_ONE_CLIENT = ("authorization", "content-length", "transfer-encoding", "prefer")
DATA = "/api/v1/"
FORMS = ("*/*", "application/json", "text/csv")
THEMES = ("light", "dark")
LONGEST = 200  # characters of a URL, or of a header on which the key depends
QUERIES = {
    **dict.fromkeys((str(pattern.name) for pattern in public_pages), ""),
    **dict.fromkeys(("tournament", "standings-after", "pictures", "entry", "round", "table"), f"({LIVE_PART})?"),
    "teams": rf"(after=[1-9]\d{{0,3}}|{LIVE_PART})?",
    **dict.fromkeys(("teams-csv", "print-teams"), r"(after=[1-9]\d{0,3})?"),
    **dict.fromkeys(("season-csv", "print-season"), r"(after=[-\w]{1,80})?"),
    "season": r"(page=[1-9]\d{0,2}(&after=[-\w]{1,80})?|after=[-\w]{1,80})?",
    "club-frame": f"({LIVE_PART}|theme=(light|dark))?",
    "season-frame": "(theme=(light|dark))?",
    "api:guide": "",
    **POLLED_BY_HALL,
}
"""The views whose responses may be cached, each with the pattern of its cached queries."""
OF_SEVERAL = ("stages", "stages-csv", "print-stages", "prizes-csv")
"""Views below a tournament's address that also show other tournaments, so that any change invalidates them."""
HTTPS, HOST = settings.HTTPS, settings.TAVOLO_URL.partition("://")[2]
LANGUAGE_COOKIE = settings.LANGUAGE_COOKIE_NAME


class Key(NamedTuple):
    """A key; `form` is the language of a page, or the media type below /api/v1/."""

    path: str
    query: str
    form: str
    theme: str = ""


def key_of(scope: Scope) -> Key | None:
    """Return the key for a request; None if the response may depend on the user."""
    if not is_plain(scope):
        return None
    cookies = _cookies(scope) if "cookie" in scope.headers else {}
    if cookies and not PERSONAL.isdisjoint(cookies):
        return None
    if scope.path.startswith(DATA):
        form = scope.headers.get("accept", "*/*")
        return Key(scope.path, scope.query_string, form) if form in FORMS else None
    return _page_key(scope, scope.query_string, cookies)


def is_plain(scope: Scope) -> bool:
    """Whether the request can have a public response, if its cookies are ignored.

    It must be short, for our host, by HTTPS if the site has HTTPS, and without a token, a body, or a `Prefer` header.
    """
    headers = scope.headers
    if any(name in headers for name in FOR_ONE_CLIENT):
        return False
    host = headers.get("host", "")
    if len(scope.path) + len(scope.query_string) > LONGEST or len(host) > LONGEST:
        return False
    return _is_own_host(host) and (not HTTPS or "https" in (scope.scheme, scope.headers.get("x-forwarded-proto")))


def _page_key(scope: Scope, query: str, cookies: Mapping[str, str]) -> Key | None:
    wish, chosen, theme = scope.headers.get("accept-language", ""), "", ""
    if cookies:
        chosen, theme = cookies.get(LANGUAGE_COOKIE, ""), cookies.get("theme", "")
    if len(wish) > LONGEST or len(chosen) > LONGEST:
        return None
    is_whole = query != LIVE_PART  # a part of a page has no theme of its own
    return Key(scope.path, query, _language(chosen, wish), theme if is_whole and theme in THEMES else "")


def _cookies(scope: Scope) -> dict[str, str]:
    sent: list[str] = scope.headers.get_all("cookie")  # type: ignore[attr-defined]  # forgotten in its stubs
    return parse_cookie("; ".join(sent))


@lru_cache(100)
def _is_own_host(host: str) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


@lru_cache(500)
def _language(chosen: str, wish: str) -> str:
    request = HttpRequest()
    request.COOKIES[LANGUAGE_COOKIE] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = wish
    return get_language_from_request(request)


class PublicAddress(NamedTuple):
    """A public URL. `text` is the tournament's part of it, with the key of its link.

    It is None for a page that belongs to no tournament.
    """

    text: str | None

    @property
    def tournament(self) -> str | None:
        """The tournament's slug, or None."""
        return self.text and self.text.partition("~")[0]


@lru_cache(1000)
def public_address(path: str, query: str) -> PublicAddress | None:
    """Return the public URL with this path and query.

    Return None if it is not in its standard form, or its view is not cached.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return None
    pattern = QUERIES.get(match.view_name)
    if pattern is None or not fullmatch(pattern, query):
        return None
    if path != reverse(match.view_name, args=match.args, kwargs=match.kwargs):
        return None
    is_of_one = "/tournaments/" in path and match.view_name not in OF_SEVERAL
    return PublicAddress(match.kwargs.get("slug") if is_of_one else None)


def part_of(scope: Scope) -> tuple[Key, PublicAddress] | None:
    """Return the key and the URL of the public part of a page, which is cached also for readers with a cookie.

    Return None if the page has no such part, or if the request has no cookie.
    """
    if scope.method != "GET" or "cookie" not in scope.headers or scope.query_string not in ("", LIVE_PART):
        return None
    key = _page_key(scope, LIVE_PART, _cookies(scope)) if settings.PUBLIC_CACHE and is_plain(scope) else None
    address = key and public_address(key.path, key.query)
    return (key, address) if key and address else None


def request_headers(key: Key) -> Headers:
    """Return the headers of the request that is made from a key."""
    wish = ("accept" if key.path.startswith(DATA) else "accept-language", key.form)
    return [("host", HOST), wish, *([("cookie", f"theme={key.theme}")] if key.theme else [])]
