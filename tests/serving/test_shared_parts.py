"""The cached public part of a page, offered to signed-in readers."""

import pytest
from django.urls import reverse

from tournaments.http import PART
from tournaments.serving.cache_keys import part_of

from .public_answers import ask

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["tournament", "standings-after", "pictures", "entry", "round", "table"])
def test_a_part_is_the_page_without_its_frame(server, evening, name):
    more = {"standings-after": [1], "entry": [evening.entries.first().pk], "round": [1], "table": [1, 1]}
    where = reverse(name, args=["serata", *more.get(name, [])])
    part, page = server.get(ask(where, query="part=live"), ask(where))
    assert part.body.strip() in page.body
    assert b' id="live"' in part.body
    assert b"<html" not in part.body
    assert f'data-part="{where}?part=live"'.encode() in page.body


def part(server, scope):
    """Return what the server offers for the requested page."""
    environ = {}
    server._at_once(server.cache.offer_part(environ, scope, *part_of(scope)))
    return environ[PART]


def test_whoever_is_known_is_offered_what_everybody_was_shown(server):
    known = ask(cookie="sessionid=x; theme=dark", accept_language="it")
    assert part(server, known) is None
    (everybodys,) = server.get(ask(query="part=live", accept_language="it"))
    assert part(server, known) == everybodys.body
    assert part(server, ask(cookie="sessionid=y", accept_language="nl")) is None
    server.database.changes += 1
    assert part(server, known) == everybodys.body
    assert server.asked == 2


def test_a_part_that_may_not_be_shown_any_longer_is_not_offered(server, evening):
    known = ask(cookie="sessionid=x")
    server.get(ask(query="part=live"))
    type(evening).objects.update(visibility="private")
    server.database.changes += 1
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
