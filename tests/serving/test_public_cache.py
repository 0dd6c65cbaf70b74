"""The public cache: each response is made once for all readers, within a limit of bytes."""

import asyncio
import json
import tracemalloc
from dataclasses import replace
from time import monotonic

import pytest

from tournaments.serving import public_cache
from tournaments.serving.cache_keys import key_of, public_address
from tournaments.serving.invalidation import SqliteStamps
from tournaments.serving.public_cache import OLDEST

from .public_answers import JSON, LIVE, Server, ask, content

pytestmark = pytest.mark.django_db


def test_cached_page_is_made_once(server):
    first, second = server.get(ask()) + server.get(ask())
    assert (first, server.asked) == (second, 1)
    assert "Player 0001" in content(first).decode()


def test_matching_etag_gets_304(server):
    (answer,) = server.get(ask(JSON))
    etag = dict(answer.headers)["ETag"]
    for known in (etag, f"W/{etag}", f'"else", {etag}', "*"):
        (again,) = server.get(ask(JSON, if_none_match=known))
        assert (again.status, again.body, dict(again.headers)["ETag"]) == (304, b"", etag)
    assert server.get(ask(JSON, if_none_match='"else"'))[0].status == 200


def test_cached_answer_equals_the_answer_of_django(server, client):
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


def test_hidden_page_is_made_again_at_once(server, evening):
    server.get(ask())
    type(evening).objects.update(visibility="private")
    server.database.changes += 1
    assert server.get(ask())[0].status == 404


@pytest.fixture
def passed(monkeypatch):
    """Return the seconds that have passed for the cache: set by the test, however slow the machine is."""
    seconds = [monotonic()]
    monkeypatch.setattr("tournaments.serving.public_cache.monotonic", lambda: seconds[0])
    return seconds


def test_play_is_followed_within_a_moment(server, passed):
    server.get(ask())
    server.database.played += 1
    server.get(ask())
    assert server.asked == 1
    passed[0] += 1
    server.get(ask())
    assert server.asked == 2


def test_nothing_is_older_than_a_minute(server, passed):
    server.get(ask())
    passed[0] += OLDEST + 1
    server.get(ask())
    assert server.asked == 2


@pytest.mark.parametrize("is_known", [True, False])
def test_simultaneous_requests_wait_for_one_answer(server, is_known):
    server.get(ask())
    known = server.cache.find(key_of(ask()))
    server.database.changes += 1

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


@pytest.mark.parametrize("says", [True, False])
def test_requests_during_a_slow_answer_wait_for_two_at_most(server, says, passed, monkeypatch):
    """On an overloaded machine a response may be outdated when it is ready, but not for requests made before.

    The database may answer too late, too.
    """
    server.get(ask())
    known, at_once = server.cache.find(key_of(ask())), 0

    async def make(_scope, _key, _place, stamp):
        nonlocal at_once
        server.asked, at_once = server.asked + 1, at_once + 1
        assert at_once == 1
        began = passed[0]
        while passed[0] < began + 0.2:
            await asyncio.sleep(0)
        server.database.played += 1
        at_once -= 1
        return replace(known, stamp=stamp, made_at=began, lasts_in_play=0.1)

    async def one_after_another():
        asking = []
        while len(asking) < 20 or not all(task.done() for task in asking):
            if len(asking) < 20:
                asking.append(asyncio.create_task(server._answer(ask())))
            for _step in range(20):  # whoever can go on does
                await asyncio.sleep(0)
            passed[0] += 0.009
        return [task.result() for task in asking]

    server.cache._make = make
    server.database.changes += 1
    if not says:  # how it stands: then nothing is kept
        monkeypatch.setattr(server.database, "stamp", lambda _tournament, _now: None)
    assert {answer.body for answer in asyncio.run(one_after_another())} == {known.plain.whole.body}
    assert server.asked <= 4  # for 20 who asked


@pytest.mark.slow
def test_many_addresses_take_no_more_memory(evening):
    few = Server(limit=100_000)
    for number in range(1, 9):
        few.get(ask(f"/tournaments/serata/players/{evening.entries.get(number=number).pk}/", accept_language="it"))
        few.get(ask(f"/tournaments/serata/players/{evening.entries.get(number=number).pk}/", accept_language="nl"))
    entries = few.cache._entries.values()
    assert 0 < sum(entry.size for entry in entries) == few.cache._size <= 100_000
    assert len(entries) < 16 == few.asked


@pytest.mark.slow
def test_a_flood_of_distinct_addresses_leaves_memory_where_it_was(server):
    database, headers = SqliteStamps(), ("host", "accept_language", "accept_encoding", "accept", "cookie")
    (entry,) = [server.get(ask(JSON)), server.cache.find(key_of(ask(JSON)))][1:]

    tracemalloc.start()
    for number in range(1200):  # more than any of the caches holds
        sent = dict.fromkeys(headers, f"x={number}" + "x" * 150) | {headers[number % 3]: f"{number}" * 10_000}
        key_of(ask(f"/tournaments/none-{number}/", **sent))
        key = key_of(ask(f"/tournaments/none-{number}/", f"a={number}"))
        database.stamp(public_address(key.path, "").tournament, monotonic())
        entry.answer(ask(JSON, accept_encoding=sent["accept_encoding"]))
    grown, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 3 << 20
    assert len(database._stamps) <= 1001


def test_live_tells_in_less_than_300_bytes(server):
    (answer,) = server.get(ask(LIVE))
    assert len(answer.body) < 300
    assert json.loads(answer.body)["round"] == 1


def test_only_a_proxy_is_told_that_it_may_keep_the_answer(server, monkeypatch):
    told = []
    for behind_a_proxy in (False, True):
        monkeypatch.setattr(public_cache, "BEHIND_A_PROXY", behind_a_proxy)
        told.append([header for header in server.get(ask(JSON))[0].headers if header[0] == "X-Accel-Expires"])
    assert told == [[], [("X-Accel-Expires", "1")]]
