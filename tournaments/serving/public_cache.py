"""The cache of public responses, in the memory of each web process (decision 90)."""

import gzip
from asyncio import Event
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import monotonic, thread_time
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.utils.http import parse_etags
from granian.rsgi import Scope

from tournaments.api.conditional import etag_of, reads_gzip
from tournaments.http import ADDRESS, PART, PART_WANTED, PLAYED

from .cache_keys import LONGEST, Key, PublicAddress, request_headers
from .invalidation import ChangeStamps, Stamp
from .rsgi_to_wsgi import RawResponse, answer, environ_of

OF_304 = ("ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin")
"""The headers of a 304 (RFC 9110, 15.4.5), and the header without which pages of other sites cannot read it."""
READS = ("GET", "HEAD", "OPTIONS")
SMALL = 500  # bytes; less is not worth compressing
OVERHEAD = 4000  # bytes that an entry needs in addition to its content
OLDEST = 60
"""The maximum age of an entry in seconds."""
IN_PLAY = (0.25, 4, 0.8)
"""The time for which an entry may be served after a change in play: least seconds, CPU-time multiple, most seconds."""
OVERLOADED = 2
"""The least lifetime of an entry, as a multiple of the time that making it took, for overloaded machines."""
BEHIND_A_PROXY = bool(settings.TRUSTED_PROXIES)
FOR_PROXY = ("X-Accel-Expires", "1")
"""The header by which nginx caches a response until the end of the second by its own clock (docker/nginx.conf).

It has a number of seconds, not a time, so that clocks need not agree. `Cache-Control: max-age` would also reach
browsers and CDNs."""
_reads_gzip_cache = lru_cache(100)(reads_gzip)


@dataclass(slots=True)
class Representation:
    """A response in one encoding, and the 304 for clients that already have it."""

    etag: str
    whole: RawResponse
    unchanged: RawResponse

    @classmethod
    def of(cls, etag: str, headers: Mapping[str, str], body: bytes) -> "Representation":
        """Return a representation with this content, these headers and this ETag."""
        every = [("ETag", etag), *headers.items()]
        few = [(name, value) for name, value in every if name in OF_304]
        return cls(etag, RawResponse(200, every, body), RawResponse(304, few, b""))

    def answer(self, if_none_match: str | None) -> RawResponse:
        """Return the 304 if the header contains the ETag, else the whole response."""
        matches = if_none_match and (
            if_none_match == self.etag or not {"*", self.etag, f"W/{self.etag}"}.isdisjoint(parse_etags(if_none_match))
        )
        return self.unchanged if matches else self.whole


@dataclass(slots=True)
class CacheEntry:
    """A response, plain and compressed, with the database's stamp from before it was made."""

    tournament: str | None
    stamp: Stamp
    made_at: float
    lasts_in_play: float
    plain: Representation
    zipped: Representation | None

    @property
    def size(self) -> int:
        """How many bytes of memory it needs, approximately."""
        return OVERHEAD + len(self.plain.whole.body) + (len(self.zipped.whole.body) if self.zipped else 0)

    def is_fresh(self, stamp: Stamp | None, at: float) -> bool:
        """Whether the entry is valid for this stamp, and was not too old at this time."""
        if stamp is None or stamp[0] != self.stamp[0]:
            return False
        return at - self.made_at <= (OLDEST if stamp[1] == self.stamp[1] else self.lasts_in_play)

    def answer(self, scope: Scope) -> RawResponse:
        """Return the response for this client: compressed if it accepts gzip; 304 if it has the ETag."""
        headers = scope.headers
        accepted = headers.get("accept-encoding")
        reads = _reads_gzip_cache if accepted and len(accepted) < LONGEST else reads_gzip
        chosen = self.zipped if accepted and self.zipped and reads(accepted) else self.plain
        response = chosen.answer(headers.get("if-none-match"))
        if BEHIND_A_PROXY:
            return replace(response, headers=[*response.headers, FOR_PROXY])
        return response


def make_answer(
    application: WSGIApplication, scope: Scope, key: Key, address: PublicAddress, stamp: Stamp
) -> RawResponse | CacheEntry:
    """Return Django's response to a request that is made from the key alone; if it is public, as a cache entry."""
    environ = environ_of(scope, b"", request_headers(key))
    environ |= {"QUERY_STRING": key.query, "wsgi.url_scheme": "https" if settings.HTTPS else "http"}
    began, began_work = monotonic(), thread_time()
    made = answer(application, environ)
    headers, body = dict(made.headers), made.body
    is_public = made.status == 200 and headers.get("Cache-Control") == "no-cache" and "Set-Cookie" not in headers
    if not is_public or environ.get(ADDRESS, address.text) != address.text or not isinstance(body, bytes):
        return made
    etag = headers.pop("ETag", None) or etag_of(body)
    headers["Vary"] = ", ".join(dict.fromkeys([*headers.get("Vary", "Cookie").split(", "), "Accept-Encoding"]))
    plain, zipped = Representation.of(etag, headers, body), _zipped(etag, headers, body) if len(body) > SMALL else None
    lasts = _lifetime_in_play(monotonic() - began, thread_time() - began_work)
    return CacheEntry(address.tournament, stamp, began, lasts, plain, zipped)


def _lifetime_in_play(seconds: float, work: float) -> float:
    least, times, most = IN_PLAY
    return max(min(most, max(least, times * work)), OVERLOADED * seconds)


def may_hide(environ: WSGIEnvironment) -> bool:
    """Whether the request may have made public data private: it wrote something other than a hand at a table."""
    return environ["REQUEST_METHOD"] not in READS and PLAYED not in environ


def is_part_missed(environ: WSGIEnvironment) -> bool:
    """Whether the page needed its public part from the cache, and the cache did not have it."""
    return environ[PART] is None and PART_WANTED in environ


def _zipped(etag: str, headers: Mapping[str, str], body: bytes) -> Representation:
    zipped = gzip.compress(body, mtime=0)
    more = {"Content-Encoding": "gzip", "Content-Length": str(len(zipped))}
    return Representation.of(f'{etag[:-1]}-gzip"', {**headers, **more}, zipped)


Make = Callable[[Scope, Key, PublicAddress, Stamp], Awaitable[RawResponse | CacheEntry]]


@dataclass(slots=True)
class PendingEntry:
    """A response that is being made; requests for the same key wait for its entry."""

    done: Event = field(default_factory=Event)
    entry: CacheEntry | None = None


class PublicCache:
    """A cache of entries with a limit in bytes; the least recently used ones are removed."""

    def __init__(self, stamps: ChangeStamps, limit: int, make: Make) -> None:
        """Begin empty, with at most `limit` bytes; `make` calls `make_answer` in a thread."""
        self._stamps, self._limit, self._make = stamps, limit, make
        self._size = 0
        self._entries: OrderedDict[Key, CacheEntry] = OrderedDict()
        self._in_making: dict[Key, PendingEntry] = {}

    def find(self, key: Key) -> CacheEntry | None:
        """Return the entry if it is fresh, else None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        now = monotonic()
        if not entry.is_fresh(self._stamps.stamp(entry.tournament, now), now):
            return None
        self._entries.move_to_end(key)
        return entry

    async def answer(self, scope: Scope, key: Key, address: PublicAddress) -> RawResponse:
        """Return the cached response if it is fresh, else a new one, which concurrent requests share."""
        asked_at, stamp = monotonic(), await self._stamp(address)
        while other := self._in_making.get(key):
            await other.done.wait()
            stamp, entry = await self._stamp(address), other.entry
            if entry is None:  # the response was not public
                break
            # An entry is good if its making began after this request came, or if it was fresh at that time.
            if entry.made_at >= asked_at or entry.is_fresh(stamp, asked_at):
                return entry.answer(scope)
        if entry := self.find(key):
            return entry.answer(scope)
        return await self._make_for_all(scope, key, address, stamp)

    async def _make_for_all(self, scope: Scope, key: Key, address: PublicAddress, stamp: Stamp | None) -> RawResponse:
        making = self._in_making.setdefault(key, PendingEntry())
        try:
            made = await self._make(scope, key, address, stamp or (None, None))
            making.entry = entry = made if isinstance(made, CacheEntry) else None
            self._store(key, entry if stamp else None)
        finally:
            self._in_making.pop(key, None)
            making.done.set()
        return made.answer(scope) if isinstance(made, CacheEntry) else made

    async def _stamp(self, address: PublicAddress) -> Stamp | None:
        return self._stamps.stamp(address.tournament, monotonic()) or await self._stamps.query(address.tournament)

    async def offer_part(self, environ: WSGIEnvironment, scope: Scope, key: Key, address: PublicAddress) -> None:
        """Put the page's public part into the environ; if it is stale, make it again first.

        Put None if it is not in the cache.
        """
        entry = self.find(key)
        if entry is None and key in self._entries:
            await self.answer(scope, key, address)
            entry = self.find(key)
        environ[PART] = entry.plain.whole.body if entry else None

    def _store(self, key: Key, entry: CacheEntry | None) -> None:
        """Replace the entry, or remove it if `entry` is None; remove the least recently used ones beyond the limit."""
        if former := self._entries.pop(key, None):
            self._size -= former.size
        if entry is None or entry.size > self._limit:
            return
        self._entries[key] = entry
        self._size += entry.size
        while self._size > self._limit:
            _key, oldest = self._entries.popitem(last=False)
            self._size -= oldest.size
