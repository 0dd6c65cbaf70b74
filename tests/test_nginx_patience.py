"""Timeouts of the nginx of docker/ for web servers that do not respond, and its retries."""

import re
import socket
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from .fixtures.nginx import nginx
from .fixtures.serving import until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]
FIRST_LINE = re.compile(rb"(\w+) (\S+) HTTP")
PROBE = ("HEAD", "/static/tavolo/icon.svg")
ASKED = {  # how many web servers are asked
    ("GET", "/read"): 2,
    ("PUT", "/hand"): 2,
    ("DELETE", "/token"): 2,
    ("POST", "/keyed"): 2,
    ("POST", "/once"): 1,
    ("POST", "/draw/"): 0,  # two are asked by PROBE first
    ("PUT", "/rounds/12/results/"): 0,
}


@pytest.fixture
def silent(tmp_path):
    """Return the address of an nginx before three suspended web servers, and their sockets."""
    with ExitStack() as stack:
        servers = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        address = stack.enter_context(nginx(tmp_path, [server.getsockname()[1] for server in servers]))
        until(lambda: is_open(address))
        yield address, servers


def is_open(address):
    host, port = address.removeprefix("http://").split(":")
    with suppress(OSError), socket.create_connection((host, int(port))):
        return True
    return False


def answer_to(address, method, path):
    """Return the status, when to try again, and the seconds that it took."""
    headers = {"Idempotency-Key": "of-this-test"} if path == "/keyed" else {}
    request = urllib.request.Request(f"{address}{path}", method=method, headers=headers)
    began = time.monotonic()
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request, timeout=20)
    return refusal.value.code, refusal.value.headers["Retry-After"], time.monotonic() - began


def requests_at(server):
    """Yield the requests sent to a web server: method and path of each."""
    server.settimeout(0.2)
    with suppress(TimeoutError):
        while True:
            connection, _address = server.accept()
            with connection:
                yield tuple(part.decode() for part in FIRST_LINE.match(connection.recv(10_000)).groups())


def test_nobody_waits_for_five_seconds_and_what_is_done_once_is_sent_once(silent):
    address, servers = silent
    with ThreadPoolExecutor(len(ASKED)) as clients:
        answers = list(clients.map(lambda each: answer_to(address, *each), ASKED))
    print(answers)
    assert {(status, again) for status, again, _took in answers} == {(503, "5")}
    assert max(took for *_answer, took in answers) < 5
    assert min(took for *_answer, took in answers) > 2
    assert Counter(each for server in servers for each in requests_at(server)) == Counter({PROBE: 4, **ASKED})


class Waiting(BaseHTTPRequestHandler):
    """Responds later than the time given to clients that did not ask to wait."""

    def do_GET(self):
        time.sleep(3)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *about):
        """Say nothing."""


def test_who_asks_to_wait_for_standings_is_answered(tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Waiting)
    Thread(target=server.serve_forever, daemon=True).start()
    with nginx(tmp_path, [server.server_port]) as address, ThreadPoolExecutor(2) as clients:
        until(lambda: is_open(address))
        asked = [(f"{address}/standings/?min_revision=7", {}), (f"{address}/standings/", {"Prefer": "wait=3"})]
        requests = [urllib.request.Request(url, headers=headers) for url, headers in asked]
        answers = clients.map(lambda request: urllib.request.urlopen(request, timeout=20).status, requests)
        assert list(answers) == [204, 204]
    server.shutdown()
    server.server_close()
