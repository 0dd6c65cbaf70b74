"""What everybody may read is made once for all, from nothing but what makes a difference, within so many bytes."""

import asyncio
import gzip
import json
import tracemalloc
from dataclasses import replace
from time import monotonic
from types import SimpleNamespace

import pytest
from django.urls import reverse

from config.cache_keys import key_of, part_of, place_of
from config.changes import SqliteChanges
from config.public_cache import OLDEST, PublicCache, headers_for_proxy, make_answer
from tests.halls import a_round, a_tournament, play_out
from tournaments.actions import standings
from tournaments.http import PART

pytestmark = pytest.mark.django_db
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
    """How a database stands, as the test says."""

    def __init__(self):
        self.told, self.played = 0, 0

    def stamp(self, _tournament, _now):
        return self.told, self.played

    async def ask(self, tournament):
        return self.stamp(tournament, 0)


class Server:
    """A cache before Django, and how often that was asked."""

    def __init__(self, limit=1 << 20):
        self.asked = 0
        self.database = Database()
        self.cache = PublicCache(self.database, limit, self.make)

    async def make(self, *about):
        self.asked += 1
        return make_answer(*about)

    async def _answer(self, scope):
        key = key_of(scope)
        if entry := self.cache.find(key):
            return entry.answer(scope)
        return await self.cache.answer(scope, key, place_of(key.path, key.query))

    def get(self, *scopes):
        return [self._at_once(self._answer(scope)) for scope in scopes]

    def _at_once(self, answering):
        """What comes of it without a loop, in which Django would take another connection."""
        try:
            answering.send(None)
        except StopIteration as done:
            return done.value


@pytest.fixture
def server(evening):
    return Server()


@pytest.fixture
def evening():
    tournament = a_tournament(players=8)
    play_out(a_round(tournament))
    standings.refresh(tournament.pk)
    return tournament


def content(answer):
    is_zipped = dict(answer.headers).get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.body) if is_zipped else answer.body


def test_it_is_made_once(server):
    first, second = server.get(ask()) + server.get(ask())
    assert (first, server.asked) == (second, 1)
    assert "Player 0001" in content(first).decode()


def test_whoever_has_it_is_told_so(server):
    (answer,) = server.get(ask(JSON))
    etag = dict(answer.headers)["ETag"]
    for known in (etag, f"W/{etag}", f'"else", {etag}', "*"):
        (again,) = server.get(ask(JSON, if_none_match=known))
        assert (again.status, again.body, dict(again.headers)["ETag"]) == (304, b"", etag)
    assert server.get(ask(JSON, if_none_match='"else"'))[0].status == 200


def test_it_is_the_same_as_django_answers(server, client):
    for coding in ("", "gzip"):
        wish = {"accept-encoding": coding} if coding else {}
        (cached,) = server.get(ask(JSON, **({"accept_encoding": coding} if coding else {})))
        direct = client.get(JSON, headers=wish)
        assert cached.body == direct.content
        told = dict(cached.headers)
        assert {name: told.get(name) for name in ("ETag", "Cache-Control", "Content-Encoding", "X-Frame-Options")} == {
            name: direct.get(name) for name in ("ETag", "Cache-Control", "Content-Encoding", "X-Frame-Options")
        }
        assert told["Content-Security-Policy"] == direct["Content-Security-Policy"]
        assert set(told["Vary"].split(", ")) >= {"Accept", "Authorization", "Cookie", "Accept-Encoding"}


def test_each_language_and_appearance_has_its_own(server):
    italian, dark, english = server.get(ask(accept_language="it-IT,it;q=0.9"), ask(cookie="theme=dark"), ask())
    assert b'<html lang="it">' in italian.body
    assert b'<html lang="en" data-theme="dark">' in dark.body
    assert b'<html lang="en">' in english.body
    assert server.get(ask(cookie="django_language=it", accept_language="nl"))[0].body == italian.body
    assert server.asked == 3


def test_the_api_has_one_for_all_languages(server):
    italian, english = server.get(ask(LIVE, accept_language="it")) + server.get(ask(LIVE, accept_language="en"))
    assert (italian, server.asked) == (english, 1)


@pytest.mark.parametrize(
    "personal",
    [
        {"authorization": "Token x"},
        {"cookie": "sessionid=x"},
        {"cookie": ["theme=dark", "sessionid=x"]},
        {"cookie": "messages=x"},
        {"host": "elsewhere.example"},
        {"host": ""},
        {"content_length": "3"},
        {"accept_language": "en," * 100},
    ],
    ids=str,
)
def test_what_may_depend_on_who_asks_is_left_to_django(personal):
    assert key_of(ask(**personal)) is None


def test_what_a_stranger_sends_gets_into_nobody_elses_answer(server):
    sent = {"accept_language": ["en", "it"], "x_forwarded_host": "evil.example", "cookie": "x=1; theme=<b>"}
    poisoned = server.get(ask(**sent, x_forwarded_for="6.6.6.6", hx_request="true"))
    assert poisoned == server.get(ask(accept_language="en"))
    assert server.asked == 1


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (PAGE, "x=1"),
        (PAGE, "part=live&x=1"),
        (PAGE, "part=all"),
        ("/tournaments/serata~key/players/x/", ""),
        ("/tournaments/serata/rounds/01/", ""),
        ("/tournaments/serata/rounds/1/", "q=anna"),
        (JSON, "after_round=01"),
        (JSON, "format=csv&after_round=1"),
        (JSON, "after_round=1&"),
        (LIVE, "now"),
        ("/sign-in/", ""),
        ("/tournaments/serata/desk/", ""),
        ("/t/serata", ""),
        ("/api/v1/tournaments/serata/", ""),
        ("/nothing/", ""),
    ],
)
def test_no_other_spelling_and_nothing_personal_has_a_place(path, query):
    assert place_of(path, query) is None


@pytest.mark.parametrize("query", ["", "after_round=1", "format=csv", "after_round=0&format=json"])
def test_what_the_view_knows_has_one(server, query):
    server.get(ask(JSON, query))
    assert server.get(ask(JSON, query))[0].status == 200
    assert server.asked == 1


def test_a_needless_key_in_the_address_makes_no_entry(server):
    where = "/tournaments/serata~key/players/"
    assert [answer.status for answer in server.get(ask(where)) + server.get(ask(where))] == [200, 200]
    assert server.asked == 2


def test_what_is_not_there_makes_no_entry(server):
    gone = ask("/tournaments/nothing/")
    assert [answer.status for answer in server.get(gone) + server.get(gone)] == [404, 404]
    assert server.asked == 2


def test_what_must_not_be_shown_is_made_anew_at_once(server, evening):
    server.get(ask())
    type(evening).objects.update(visibility="private")
    server.database.told += 1
    assert server.get(ask())[0].status == 404


def test_play_is_followed_within_a_moment(server, monkeypatch):
    server.get(ask())
    server.database.played += 1
    server.get(ask())
    assert server.asked == 1
    monkeypatch.setattr("config.public_cache.monotonic", later(1))
    server.get(ask())
    assert server.asked == 2


def test_nothing_is_older_than_a_minute(server, monkeypatch):
    server.get(ask())
    monkeypatch.setattr("config.public_cache.monotonic", later(OLDEST + 1))
    server.get(ask())
    assert server.asked == 2


def later(seconds):
    return lambda: monotonic() + seconds


@pytest.mark.parametrize("is_known", [True, False])
def test_all_who_ask_together_wait_for_one(server, is_known):
    server.get(ask())
    known = server.cache.find(key_of(ask()))
    server.database.told += 1

    async def make(_scope, _key, _place, stamp):
        server.asked += 1
        await asyncio.sleep(0.01)
        return replace(known, stamp=stamp)

    async def together():
        return await asyncio.gather(*[server._answer(ask()) for _ in range(20)])

    server.cache._make = make
    if not is_known:
        server.cache._entries.clear()
    assert {answer.body for answer in asyncio.run(together())} == {known.plain.whole.body}
    assert server.asked == 2


def test_many_addresses_take_no_more_memory(evening):
    few = Server(limit=100_000)
    for number in range(1, 9):
        few.get(ask(f"/tournaments/serata/players/{evening.entries.get(number=number).pk}/", accept_language="it"))
        few.get(ask(f"/tournaments/serata/players/{evening.entries.get(number=number).pk}/", accept_language="nl"))
    entries = few.cache._entries.values()
    assert 0 < sum(entry.size for entry in entries) == few.cache._size <= 100_000
    assert len(entries) < 16 == few.asked


def test_a_flood_of_distinct_addresses_leaves_memory_where_it_was(server):
    database, headers = SqliteChanges(), ("host", "accept_language", "accept_encoding", "accept", "cookie")
    (entry,) = [server.get(ask(JSON)), server.cache.find(key_of(ask(JSON)))][1:]

    tracemalloc.start()
    for number in range(1200):  # more than any of the caches holds
        sent = dict.fromkeys(headers, f"x={number}" + "x" * 150) | {headers[number % 3]: f"{number}" * 10_000}
        key_of(ask(f"/tournaments/none-{number}/", **sent))
        key = key_of(ask(f"/tournaments/none-{number}/", f"a={number}"))
        database.stamp(place_of(key.path, "").tournament, monotonic())
        entry.answer(ask(JSON, accept_encoding=sent["accept_encoding"]))
    grown, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 3 << 20
    assert len(database._stamps) <= 1001


@pytest.mark.parametrize("name", ["tournament", "standings-after", "entry", "round", "table"])
def test_a_part_is_the_page_without_its_frame(server, evening, name):
    more = {"standings-after": [1], "entry": [evening.entries.first().pk], "round": [1], "table": [1, 1]}
    where = reverse(name, args=["serata", *more.get(name, [])])
    part, page = server.get(ask(where, query="part=live"), ask(where))
    assert part.body.strip() in page.body
    assert b' id="live"' in part.body
    assert b"<html" not in part.body
    assert f'hx-get="{where}?part=live"'.encode() in page.body


def test_live_tells_in_less_than_300_bytes(server):
    (answer,) = server.get(ask(LIVE))
    assert len(answer.body) < 300
    assert json.loads(answer.body)["round"] == 1


def part(server, scope):
    """What the server offers to the page that is asked for."""
    environ = {}
    server._at_once(server.cache.offer_part(environ, scope, *part_of(scope)))
    return environ[PART]


def test_whoever_is_known_is_offered_what_everybody_was_shown(server):
    known = ask(cookie="sessionid=x; theme=dark", accept_language="it")
    assert part(server, known) is None
    (everybodys,) = server.get(ask(query="part=live", accept_language="it"))
    assert part(server, known) == everybodys.body
    assert part(server, ask(cookie="sessionid=y", accept_language="nl")) is None
    server.database.told += 1
    assert part(server, known) == everybodys.body
    assert server.asked == 2


def test_a_part_that_may_not_be_shown_any_longer_is_not_offered(server, evening):
    known = ask(cookie="sessionid=x")
    server.get(ask(query="part=live"))
    type(evening).objects.update(visibility="private")
    server.database.told += 1
    assert part(server, known) is None
    assert server.cache._entries == {}


def test_a_part_has_one_appearance(server):
    server.get(ask(query="part=live", cookie="theme=dark"), ask(query="part=live"))
    assert server.asked == 1


@pytest.mark.parametrize(
    "scope",
    [
        ask(cookie="sessionid=x", query="q=ada"),
        ask("/tournaments/serata/players/", cookie="sessionid=x"),
        ask(cookie="sessionid=x", authorization="Token x"),
        ask(cookie="sessionid=x", content_length="3"),
        ask(cookie="sessionid=x", host="elsewhere.example"),
        ask("//tournaments/serata/", cookie="sessionid=x"),
        ask(),
    ],
    ids=lambda scope: scope.path + scope.query_string,
)
def test_no_part_is_looked_for_elsewhere(scope):
    assert part_of(scope) is None


@pytest.mark.parametrize(("now", "kept"), [(100.1, []), (100.2, ["@100"]), (100.99, ["@100"]), (101.0, [])])
def test_a_proxy_keeps_it_until_the_second_is_over_but_for_its_beginning(now, kept):
    assert headers_for_proxy(now) == [("X-Accel-Expires", until) for until in kept]
