"""The nginx of docker/ caches public responses for the rest of a second."""

import json
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread

import pytest

from tournaments.serving.public_cache import FOR_PROXY

from .fixtures.nginx import nginx
from .fixtures.redis_server import free_port
from .fixtures.serving import until
from .processes import HOME
from .test_docker import get


class Numbered(BaseHTTPRequestHandler):
    """Sends a new number in each response; below /public/ with the web server's caching headers."""

    numbers = count()
    seconds = {}
    """In which second a number was given, until whose end it may be kept, whatever the clock of the web server says."""

    def do_GET(self):
        number, second = next(self.numbers), int(time.time())
        self.seconds[number] = second
        content = str(number).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Vary", "Cookie, Accept-Language, Accept-Encoding")
        if self.path.startswith("/public/"):
            self.send_header(*FOR_PROXY)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *about):
        """Say nothing."""


@pytest.fixture
def proxied(tmp_path):
    """The address of an nginx before a server that counts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Numbered)
    Thread(target=server.serve_forever, daemon=True).start()
    with nginx(tmp_path, [server.server_port]) as address:
        until(lambda: get(f"{address}/")[0] == 200)
        yield address
    server.shutdown()


def read(address, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(address, headers=named)) as answer:
        return int(answer.read())


def test_answer_is_cached_for_a_second_at_most(proxied):
    asked = []

    def some_are_cached():
        asked.append((int(time.time()), read(f"{proxied}/public/")))
        return 3 <= len({number for _second, number in asked}) < len(asked)

    until(some_are_cached)
    assert [each for each in asked if each[0] > Numbered.seconds[each[1]]] == []


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
def test_requests_with_credentials_are_not_cached(proxied, headers):
    numbers = [read(f"{proxied}/public/", **headers) for _ in range(10)]
    assert len(set(numbers)) == 10
    assert read(f"{proxied}/public/") not in numbers


def test_nginx_caches_only_marked_answers(proxied):
    assert len({read(f"{proxied}/else/") for _ in range(10)}) == 10


def test_cache_depends_on_language_format_and_encoding(proxied):
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
    with nginx(tmp_path, [free_port()]) as address:
        until(lambda: get(f"{address}/")[0] == 503)
        status, kind, again, page = refused(f"{address}/tv/", Accept_Language="it-IT,it;q=0.9")
        assert (status, kind, again) == (503, "text/html; charset=utf-8", "5")
        found = [words in page for words in ('<html lang="it">', "torna fra un momento", 'http-equiv="refresh"')]
        assert found == [True] * 3
        status, kind, again, problem = refused(f"{address}/api/v1/clubs/")
        assert (status, kind, again) == (503, "application/problem+json", "5")
        assert json.loads(problem)["errors"][0]["code"] == "busy"


class RecordedRequests(BaseHTTPRequestHandler):
    """Notes which request came with which headers."""

    paths = []

    def do_HEAD(self):
        """Respond to the probe that precedes a long request."""
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        self.paths.append((self.path, self.headers["X-Forwarded-For"], self.headers["X-Forwarded-Proto"]))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *about):
        """Say nothing."""


PATHS = ["/short/", "/api/v1/clubs/c/imports/", "/large/"]


def test_the_web_server_hears_of_the_client_at_every_address(tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), RecordedRequests)
    Thread(target=server.serve_forever, daemon=True).start()
    with nginx(tmp_path, [server.server_port]) as address:
        until(lambda: get(f"{address}/")[0] == 501)
        for path in PATHS:
            headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
            body = b"x" * (6 << 20 if path == "/large/" else 1)
            with suppress(ConnectionError, BrokenPipeError, urllib.error.URLError):  # closed before all of it was sent
                urllib.request.urlopen(urllib.request.Request(address + path, body, headers), timeout=20).close()
    server.shutdown()
    assert RecordedRequests.paths == [(path, "127.0.0.1", "https") for path in PATHS]


def test_failed_web_servers_stay_in_the_upstream():
    text = (HOME / "docker" / "web-servers.conf").read_text()
    servers = [line for line in text.splitlines() if line.startswith("server ")]
    assert servers
    assert all(line.endswith(" max_fails=0;") for line in servers)
