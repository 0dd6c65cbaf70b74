"""A cache before Django without a web server: requests as granian has them, and the answers."""

import gzip
from types import SimpleNamespace

from config import wsgi
from tournaments.serving.cache_keys import key_of, public_address
from tournaments.serving.public_cache import PublicCache, make_answer

PAGE, JSON, LIVE = "/tournaments/serata/", "/api/v1/tournaments/serata/standings/", "/api/v1/tournaments/serata/live/"


class Headers(dict):
    """Headers as granian has them: the first of a name, or all of them."""

    def get(self, name, default=None):
        return self[name][0] if name in self else default

    def get_all(self, name):
        return self[name]

    def items(self):
        return [(name, value) for name, values in super().items() for value in values]


def ask(path=PAGE, query="", **headers):
    """A request as granian has it; a header may be given several values."""
    named = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    many = Headers({name: [value] if isinstance(value, str) else value for name, value in named.items()})
    addresses = {"server": "127.0.0.1:8000", "client": "127.0.0.1:5000"}
    return SimpleNamespace(
        method="GET", path=path, query_string=query, scheme="http", http_version="1.1", headers=many, **addresses
    )


class Database:
    """A database in a state that the test chooses."""

    def __init__(self):
        self.changes, self.played = 0, 0

    def stamp(self, _tournament, _now):
        return self.changes, self.played

    async def query(self, tournament):
        return self.stamp(tournament, 0)


class Server:
    """A cache before Django, and how often that was asked."""

    def __init__(self, limit=1 << 20):
        self.asked = 0
        self.database = Database()
        self.cache = PublicCache(self.database, limit, self.make)

    async def make(self, *about):
        self.asked += 1
        return make_answer(wsgi.application, *about)

    async def _answer(self, scope):
        key = key_of(scope)
        if entry := self.cache.find(key):
            return entry.answer(scope)
        return await self.cache.answer(scope, key, public_address(key.path, key.query))

    def get(self, *scopes):
        return [self._at_once(self._answer(scope)) for scope in scopes]

    def _at_once(self, answering):
        """Return its result without an event loop, in which Django would take another connection."""
        try:
            answering.send(None)
        except StopIteration as done:
            return done.value


def content(answer):
    is_zipped = dict(answer.headers).get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.body) if is_zipped else answer.body
