"""Answers that are the same for everybody, as bytes in the memory of a web process: decision 90."""

import gzip
from asyncio import Event
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic, time

from django.conf import settings
from django.utils.http import parse_etags
from granian.rsgi import Scope

from tournaments.api.conditional import etag_of, reads_gzip
from tournaments.http import ADDRESS

from . import wsgi
from .cache_keys import Key, Place, request_headers
from .changes import Changes, Stamp
from .rsgi_to_wsgi import Answer, answer, environ_of

SMALL = 500  # bytes that nobody compresses
OVERHEAD = 4000  # bytes of an entry beside its content
OLDEST = 60
"""Seconds after which an answer is made anew, whatever it is."""
IN_PLAY = (0.25, 4, 0.8)
"""For how many seconds an answer is given that play has overtaken: at least, as many times as it took, at most."""
_reads_gzip = lru_cache(100)(reads_gzip)


@dataclass(frozen=True, slots=True)
class Entry:
    """An answer, plain and compressed, and how the database stood before it was made."""

    tournament: str | None
    stamp: Stamp
    made_at: float
    lasts_in_play: float
    plain: Answer
    zipped: Answer | None

    @property
    def size(self) -> int:
        """The bytes of memory that it takes, roughly."""
        return OVERHEAD + len(self.plain.body) + (len(self.zipped.body) if self.zipped else 0)

    def answer(self, scope: Scope) -> Answer:
        """What this client is answered: compressed where it reads that, 304 where it has it."""
        accepted = scope.headers.get("accept-encoding")
        chosen = self.zipped if accepted and self.zipped and _reads_gzip(accepted) else self.plain
        headers = chosen.headers
        if settings.TRUSTED_PROXIES:  # nginx may keep it until this second is over
            headers = [*headers, ("X-Accel-Expires", f"@{int(time())}")]
        known = scope.headers.get("if-none-match")
        if known is None or not _names(known, headers[0][1]):
            return Answer(200, headers, chosen.body)
        return Answer(304, [header for header in headers if not header[0].startswith("Content-")], b"")


def _names(known: str, etag: str) -> bool:
    """Whether an If-None-Match names this ETag, weakly or not."""
    return known == etag or not {"*", etag, f"W/{etag}"}.isdisjoint(parse_etags(known))


def make_answer(scope: Scope, key: Key, place: Place, stamp: Stamp) -> Answer | Entry:
    """What Django answers, as an entry where it is for everybody; it knows nothing but the key."""
    environ = environ_of(scope, b"", request_headers(key))
    environ |= {"wsgi.url_scheme": "https" if settings.HTTPS else "http"}
    began, made = monotonic(), answer(wsgi.application, environ)
    headers = dict(made.headers)
    is_public = made.status == 200 and headers.get("Cache-Control") == "no-cache" and "Set-Cookie" not in headers
    if not is_public or environ.get(ADDRESS, place.address) != place.address or not isinstance(made.body, bytes):
        return made
    etag = headers.pop("ETag", None) or etag_of(made.body)
    headers["Vary"] = ", ".join(dict.fromkeys([*headers.get("Vary", "Cookie").split(", "), "Accept-Encoding"]))
    plain, zipped = Answer(200, [("ETag", etag), *headers.items()], made.body), _zipped(etag, headers, made.body)
    least, times, most = IN_PLAY
    lasts = min(most, max(least, times * (monotonic() - began)))
    return Entry(place.tournament, stamp, began, lasts, plain, zipped)


def _zipped(etag: str, headers: dict[str, str], body: bytes) -> Answer | None:
    if len(body) < SMALL:
        return None
    zipped = gzip.compress(body, mtime=0)
    more = {"Content-Encoding": "gzip", "Content-Length": str(len(zipped))}
    return Answer(200, [("ETag", f'{etag[:-1]}-gzip"'), *(headers | more).items()], zipped)


Make = Callable[[Scope, Key, Place, Stamp], Awaitable[Answer | Entry]]


class PublicCache:
    """The entries of a process, those that were asked for last, within so many bytes."""

    def __init__(self, changes: Changes, limit: int, make: Make) -> None:
        """Start empty; `make` is `make_answer` in another thread."""
        self._changes, self._limit, self._make = changes, limit, make
        self._size = 0
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._in_making: dict[Key, Event] = {}

    def find(self, key: Key) -> Entry | None:
        """The entry, where it may still be shown."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        stamp, age = self._changes.stamp(entry.tournament), monotonic() - entry.made_at
        if stamp is None or stamp[0] != entry.stamp[0]:
            return None
        if age > (OLDEST if stamp[1] == entry.stamp[1] else entry.lasts_in_play):
            return None
        self._entries.move_to_end(key)
        return entry

    async def answer(self, scope: Scope, key: Key, place: Place) -> Answer:
        """The answer made anew, once for all who ask for it meanwhile; stored where it is for everybody."""
        while other := self._in_making.get(key):
            await other.wait()
            if entry := self.find(key):
                return entry.answer(scope)
        stamp = self._changes.stamp(place.tournament)
        made_by_me = Event()
        if key in self._entries:  # else it may not be for everybody, and they need not wait for each other
            self._in_making[key] = made_by_me
        try:
            made = await self._make(scope, key, place, stamp or (None, None))
        finally:
            if self._in_making.get(key) is made_by_me:
                del self._in_making[key]
            made_by_me.set()
        self._store(key, made if stamp and isinstance(made, Entry) else None)
        return made.answer(scope) if isinstance(made, Entry) else made

    def _store(self, key: Key, entry: Entry | None) -> None:
        """Replace what is stored, by nothing where there is no entry; those not asked for make room."""
        if former := self._entries.pop(key, None):
            self._size -= former.size
        if entry is None or entry.size > self._limit:
            return
        self._entries[key] = entry
        self._size += entry.size
        while self._size > self._limit:
            _key, oldest = self._entries.popitem(last=False)
            self._size -= oldest.size
