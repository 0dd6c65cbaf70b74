"""Live parts of pages: a browser sends the digests of the parts that it shows, and gets those that have changed."""

import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template import engines
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

MOST_AT_ONCE = 4_500
"""The most compressed bytes of one response; further changed parts follow with the next request."""
UNTOLD = 10
"""Seconds after which an ETag changes even without a known change, because it may not cover every change."""
BETWEEN_PARTS, BEFORE_DIGEST = "_", "."


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of a page, with a digest of its content."""

    name: str
    html: SafeString
    digest: str

    @property
    def element(self) -> SafeString:
        """The HTML element whose content a browser replaces."""
        return self.placed(None)

    def placed(self, after: str | None) -> SafeString:
        """Return the element with a position, for pages that lack it: after the part `after`, or first if None."""
        place = format_html(' data-after="{}"', after) if after else ""
        return format_html('<div data-part="{}" data-digest="{}"{}>{}</div>', self.name, self.digest, place, self.html)


class PartRenderer:
    """Renders the parts of one page. The CSRF token does not change their digests."""

    def __init__(self, request: HttpRequest, context: Mapping[str, Any]) -> None:
        self._request, self._token = request, get_token(request)
        self._context = {**context, "csrf_token": self._token}

    def part(self, name: str, template: str, *, without: Callable[[str], str] = str, **more: Any) -> Part:
        """Return a part rendered from its template, with the context of the page and `more`.

        Templates of long lists use Jinja2. The digest is that of `without(html)`: `without` can remove what a script
        updates by itself.
        """
        context = {**self._context, **more}
        if template.startswith("long/"):
            html = engines["jinja2"].get_template(template).render(context).strip()
        else:
            html = render_to_string(template, context, self._request).strip()
        return Part(name, mark_safe(html), _digest(without(html.replace(self._token, ""))))  # noqa: S308 - by a template


class PartsCache:
    """A cache of rendered parts that several users see in the same way. The least recently used are removed."""

    def __init__(self, most: int = 1_000) -> None:
        """Create an empty cache for at most `most` parts."""
        self._most = most
        self._cache: OrderedDict[Hashable, tuple[Sequence[object], Part]] = OrderedDict()
        self._lock = Lock()

    def part(self, key: Hashable, shown: Sequence[object], render: Callable[[], Part]) -> Part:
        """Return the cached part if it was rendered from the same objects (`shown`); otherwise render and cache it."""
        before, part = self._cache.get(key, ((), None))
        if part is None or len(before) != len(shown) or not all(map(is_, before, shown)):
            part = render()
        with self._lock:
            self._cache[key] = shown, part
            self._cache.move_to_end(key)
            while len(self._cache) > self._most:
                self._cache.popitem(last=False)
        return part


def mark_of(request: HttpRequest, *facts: object, timeless: bool = False) -> str:
    """Return an ETag that depends on these facts, the user, the language and the CSRF cookie.

    Unless `timeless`, it also changes every `UNTOLD` seconds.
    """
    shown_to = [request.user.pk, get_language(), request.META.get("CSRF_COOKIE")]
    since = 0 if timeless else int(time.time()) // UNTOLD
    return f'W/"{_digest(repr([*facts, shown_to, since]))}"'


def not_modified(request: HttpRequest, mark: str) -> HttpResponse | None:
    """Return a 304 if the browser has this ETag, else None."""
    if "If-None-Match" not in request.headers:
        return None
    response = HttpResponse(headers={"ETag": mark})
    conditional = get_conditional_response(request, etag=mark, response=response)
    return None if conditional is response else conditional


def changed_parts(request: HttpRequest, parts: Sequence[Part], mark: str) -> HttpResponse:
    """Return the changed parts that fit into one response.

    For each part that the browser should remove, there is an element that says so.
    """
    shown = dict(_pairs(request.GET.get("known", "")))
    names = [part.name for part in parts]
    gone = [format_html('<div data-part="{}" data-gone></div>', name) for name in shown.keys() - set(names)]
    changed = [
        part.placed(after)
        for after, part in zip([None, *names], parts, strict=False)
        if shown.get(part.name) != part.digest
    ]
    sent = _fitting(changed)
    headers = {"ETag": mark} if len(sent) == len(changed) else {}
    return HttpResponse("".join([*gone, *sent]), headers=headers)


def _fitting(changed: Sequence[SafeString]) -> Sequence[SafeString]:
    """Return the first elements that fit into `MOST_AT_ONCE`; at least one."""
    room = MOST_AT_ONCE
    for count, html in enumerate(changed):
        room -= len(gzip.compress(html.encode(), 1))
        if room < 0:
            return changed[: max(count, 1)]
    return changed


def _pairs(known: str) -> list[tuple[str, str]]:
    """Return (name, digest) of each part that the browser shows."""
    pairs = (pair.partition(BEFORE_DIGEST) for pair in known.split(BETWEEN_PARTS))
    return [(name, digest) for name, _dot, digest in pairs if name]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
