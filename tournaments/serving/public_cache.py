"""Answers that are the same for everybody, as bytes in the memory of a web process: decision 90."""

import gzip
from asyncio import Event
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from time import monotonic, thread_time, time
from wsgiref.types import WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.utils.http import parse_etags
from granian.rsgi import Scope

from tournaments.api.conditional import etag_of, reads_gzip
from tournaments.http import ADDRESS, PART, PART_WANTED, PLAYED

from .cache_keys import LONGEST, Key, Place, request_headers
from .changes import BOUND, Changes, Stamp
from .rsgi_to_wsgi import Answer, Headers, answer, environ_of

OF_304 = ("ETag", "Cache-Control", "Vary")  # RFC 9110, 15.4.5: the others came with the content
READS = ("GET", "HEAD", "OPTIONS")
SMALL = 500  # bytes that nobody compresses
OVERHEAD = 4000  # bytes of an entry beside its content
OLDEST = 60
"""Seconds after which an answer is made anew, whatever it is."""
IN_PLAY = (0.25, 4, 0.8)
"""For how many seconds an answer is given that play has overtaken: at least, times the work it was, at most."""
OVERLOADED = 2
"""For how many times the seconds that it took, where that is more: the machine has more to do than it can."""
BEHIND_A_PROXY = bool(settings.TRUSTED_PROXIES)
_remembered = lru_cache(100)(reads_gzip)


@dataclass(slots=True)
class Form:
    """An answer in one encoding, and the 304 for whoever has it."""

    etag: str
    whole: Answer
    unchanged: Answer

    @classmethod
    def of(cls, etag: str, headers: Mapping[str, str], body: bytes) -> "Form":
        """The form with this content and these headers, to which its ETag is added."""
        every = [("ETag", etag), *headers.items()]
        few = [(name, value) for name, value in every if name in OF_304]
        return cls(etag, Answer(200, every, body), Answer(304, few, b""))

    def answer(self, known: str | None) -> Answer:
        """What a client is answered that has these ETags."""
        names_it = known and (
            known == self.etag or not {"*", self.etag, f"W/{self.etag}"}.isdisjoint(parse_etags(known))
        )
        return self.unchanged if names_it else self.whole


def headers_for_proxy(now: float) -> Headers:
    """What lets nginx keep an answer until this second is over.

    Not in its beginning: with the time for which changes are believed to be known, that would be more than a second.
    """
    return [("X-Accel-Expires", f"@{int(now)}")] if now % 1 >= BOUND else []


@dataclass(slots=True)
class Entry:
    """An answer, plain and compressed, and how the database stood before it was made."""

    tournament: str | None
    stamp: Stamp
    made_at: float
    lasts_in_play: float
    plain: Form
    zipped: Form | None

    @property
    def size(self) -> int:
        """The bytes of memory that it takes, roughly."""
        return OVERHEAD + len(self.plain.whole.body) + (len(self.zipped.whole.body) if self.zipped else 0)

    def may_be_shown(self, stamp: Stamp | None, to_who_asked_at: float) -> bool:
        """Whether it holds as the database stands, and was not too old for whoever asked then."""
        if stamp is None or stamp[0] != self.stamp[0]:
            return False
        return to_who_asked_at - self.made_at <= (OLDEST if stamp[1] == self.stamp[1] else self.lasts_in_play)

    def answer(self, scope: Scope) -> Answer:
        """What this client is answered: compressed where it reads that, 304 where it has it."""
        headers = scope.headers
        accepted = headers.get("accept-encoding")
        reads = _remembered if accepted and len(accepted) < LONGEST else reads_gzip
        form = self.zipped if accepted and self.zipped and reads(accepted) else self.plain
        told = form.answer(headers.get("if-none-match"))
        return replace(told, headers=[*told.headers, *headers_for_proxy(time())]) if BEHIND_A_PROXY else told


def make_answer(application: WSGIApplication, scope: Scope, key: Key, place: Place, stamp: Stamp) -> Answer | Entry:
    """What Django answers, as an entry where it is for everybody; it knows nothing but the key."""
    environ = environ_of(scope, b"", request_headers(key))
    environ |= {"QUERY_STRING": key.query, "wsgi.url_scheme": "https" if settings.HTTPS else "http"}
    began, began_work = monotonic(), thread_time()
    made = answer(application, environ)
    headers, body = dict(made.headers), made.body
    is_public = made.status == 200 and headers.get("Cache-Control") == "no-cache" and "Set-Cookie" not in headers
    if not is_public or environ.get(ADDRESS, place.address) != place.address or not isinstance(body, bytes):
        return made
    etag = headers.pop("ETag", None) or etag_of(body)
    headers["Vary"] = ", ".join(dict.fromkeys([*headers.get("Vary", "Cookie").split(", "), "Accept-Encoding"]))
    plain, zipped = Form.of(etag, headers, body), _zipped(etag, headers, body) if len(body) > SMALL else None
    lasts = _lasts_in_play(monotonic() - began, thread_time() - began_work)
    return Entry(place.tournament, stamp, began, lasts, plain, zipped)


def _lasts_in_play(seconds: float, work: float) -> float:
    least, times, most = IN_PLAY
    return max(min(most, max(least, times * work)), OVERLOADED * seconds)


def may_hide(environ: WSGIEnvironment) -> bool:
    """Whether the request may have hidden what was public: it wrote, and not as a table does that plays."""
    return environ["REQUEST_METHOD"] not in READS and PLAYED not in environ


def is_part_missed(environ: WSGIEnvironment) -> bool:
    """Whether the page would have taken what everybody is shown on it, and got nothing."""
    return environ[PART] is None and PART_WANTED in environ


def _zipped(etag: str, headers: Mapping[str, str], body: bytes) -> Form:
    zipped = gzip.compress(body, mtime=0)
    more = {"Content-Encoding": "gzip", "Content-Length": str(len(zipped))}
    return Form.of(f'{etag[:-1]}-gzip"', {**headers, **more}, zipped)


Make = Callable[[Scope, Key, Place, Stamp], Awaitable[Answer | Entry]]


@dataclass(slots=True)
class Making:
    """An answer that is being made, and for all who wait for it the entry that comes of it."""

    done: Event = field(default_factory=Event)
    entry: Entry | None = None


class PublicCache:
    """The entries of a process, those that were asked for last, within so many bytes."""

    def __init__(self, changes: Changes, limit: int, make: Make) -> None:
        """Start empty; `make` is `make_answer` in another thread."""
        self._changes, self._limit, self._make = changes, limit, make
        self._size = 0
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._in_making: dict[Key, Making] = {}

    def find(self, key: Key) -> Entry | None:
        """The entry, where it may still be shown."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        now = monotonic()
        if not entry.may_be_shown(self._changes.stamp(entry.tournament, now), now):
            return None
        self._entries.move_to_end(key)
        return entry

    async def answer(self, scope: Scope, key: Key, place: Place) -> Answer:
        """The entry if the database says that it holds, or one made anew, once for all who ask for it meanwhile."""
        asked_at, stamp = monotonic(), await self._stamp(place)
        while other := self._in_making.get(key):
            await other.done.wait()
            stamp, entry = await self._stamp(place), other.entry
            if entry is None:  # it was for nobody else
                break
            # Begun later, it is new whatever is known; or not too old then, though it may be for who asks now.
            if entry.made_at >= asked_at or entry.may_be_shown(stamp, asked_at):
                return entry.answer(scope)
        if entry := self.find(key):
            return entry.answer(scope)
        return await self._make_for_all(scope, key, place, stamp)

    async def _make_for_all(self, scope: Scope, key: Key, place: Place, stamp: Stamp | None) -> Answer:
        making = self._in_making.setdefault(key, Making())
        try:
            made = await self._make(scope, key, place, stamp or (None, None))
            making.entry = entry = made if isinstance(made, Entry) else None
            self._store(key, entry if stamp else None)
        finally:
            self._in_making.pop(key, None)
            making.done.set()
        return made.answer(scope) if isinstance(made, Entry) else made

    async def _stamp(self, place: Place) -> Stamp | None:
        return self._changes.stamp(place.tournament, monotonic()) or await self._changes.ask(place.tournament)

    async def offer_part(self, environ: WSGIEnvironment, scope: Scope, key: Key, place: Place) -> None:
        """Hand a request what everybody is shown on the page, made anew where there was one; else nothing."""
        entry = self.find(key)
        if entry is None and key in self._entries:
            await self.answer(scope, key, place)
            entry = self.find(key)
        environ[PART] = entry.plain.whole.body if entry else None

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
