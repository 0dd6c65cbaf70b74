"""The nginx of docker/ keeps what everybody may read for the rest of a second, where the web server says so."""

import json
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from types import SimpleNamespace

import pytest

from .fixtures.redis_server import free_port
from .fixtures.serving import until
from .test_docker import get, nginx


class Numbered(BaseHTTPRequestHandler):
    """Answers each request with a number of its own; below /public/ as the web server says what it caches."""

    numbers = count()
    seconds = {}
    """In which second a number was given, and until whose end it may be kept."""

    def do_GET(self):
        number, second = next(self.numbers), int(time.time())
        self.seconds[number] = second
        content = str(number).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Vary", "Cookie, Accept-Language, Accept-Encoding")
        if self.path.startswith("/public/"):
            self.send_header("X-Accel-Expires", f"@{second}")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *about):
        """Say nothing."""


@pytest.fixture
def proxied(tmp_path):
    """The address of an nginx before a server that counts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Numbered)
    Thread(target=server.serve_forever, daemon=True).start()
    with nginx(SimpleNamespace(port=server.server_port, folder=tmp_path)) as address:
        until(lambda: get(f"{address}/")[0] == 200)
        yield address
    server.shutdown()


def read(address, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(address, headers=named)) as answer:
        return int(answer.read())


def test_it_is_kept_for_a_second_at_most(proxied):
    asked = []
    while len({number for _second, number in asked}) < 3:
        asked.append((int(time.time()), read(f"{proxied}/public/")))
        time.sleep(0.01)
    assert [each for each in asked if each[0] > Numbered.seconds[each[1]]] == []
    assert len(asked) > 3


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "sessionid=x"},
        {"Authorization": "Token x"},
        {"Accept_Language": "en;q=0.1, it"},
        {"Accept_Language": "de"},
    ],
    ids=str,
)
def test_who_may_differ_is_asked_for_himself(proxied, headers):
    numbers = [read(f"{proxied}/public/", **headers) for _ in range(10)]
    assert len(set(numbers)) == 10
    assert read(f"{proxied}/public/") not in numbers


def test_what_the_web_server_does_not_cache_is_not_kept(proxied):
    assert len({read(f"{proxied}/else/") for _ in range(10)}) == 10


def test_each_language_form_and_coding_has_its_own(proxied):
    wishes = [
        {},
        {"Accept_Language": "it-IT,it;q=0.9"},
        {"Accept_Language": "nl"},
        {"Accept": "text/csv"},
        {"Accept_Encoding": "gzip, br"},
    ]
    numbers = [read(f"{proxied}/public/", **wish) for wish in wishes]
    assert len(set(numbers)) == len(wishes)


def refused(address, **headers):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        read(address, **headers)
    answer = refusal.value
    return answer.code, answer.headers["Content-Type"], answer.headers["Retry-After"], answer.read().decode()


def test_while_the_web_server_is_away_people_and_programs_are_told(tmp_path):
    with nginx(SimpleNamespace(port=free_port(), folder=tmp_path)) as address:
        until(lambda: get(f"{address}/")[0] == 503)
        status, kind, again, page = refused(f"{address}/tv/", Accept_Language="it-IT,it;q=0.9")
        assert (status, kind, again) == (503, "text/html; charset=utf-8", "5")
        found = [words in page for words in ('<html lang="it">', "torna fra un momento", 'http-equiv="refresh"')]
        assert found == [True] * 3
        status, kind, again, problem = refused(f"{address}/api/v1/clubs/")
        assert (status, kind, again) == (503, "application/problem+json", "5")
        assert json.loads(problem)["errors"][0]["code"] == "busy"
