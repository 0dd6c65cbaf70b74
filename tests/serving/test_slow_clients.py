"""Clients that send slowly, read slowly or do nothing, and those beside them."""

import json
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest

from tests.fixtures.redis_server import free_port
from tests.fixtures.serving import until
from tests.processes import HOME
from tests.slow_clients import (
    HALF_A_BODY,
    HALF_A_HEADER,
    HALF_A_LARGE_BODY,
    HALF_IN_CHUNKS,
    HEAD,
    SCORE,
    SILENT,
    asks_for,
    client,
    clients,
)

HAND = b'{"lines": [{"points": 13}, {"points": 13}, {"points": 13}, {"points": 1}]}'
ITALIAN = f"{HEAD}Accept-Language: it\r\n"
SCORES = b'{"scores":[3,3,3,0]}'


def a_large_file(served):
    """The address of the largest static file, which fits into no buffer of a connection."""
    static = served.data_dir / "static"
    largest = max((f for f in static.rglob("*") if f.is_file()), key=lambda f: f.stat().st_size)
    return f"/static/{largest.relative_to(static)}"


def post(served, body):
    """Send a hand to be scored; bytes go with their length, and an iterator of them in chunks."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(served.address + SCORE, body, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def answers(served):
    """That pages, files and forms are answered."""
    return served.get("/healthz") == served.get(a_large_file(served)) == 200 and (post(served, HAND) == SCORES)


@pytest.mark.parametrize(
    "sends",
    [
        pytest.param(SILENT, id="nothing"),
        pytest.param(HALF_A_HEADER, id="half a header"),
        pytest.param(HALF_A_BODY, id="half a body"),
        pytest.param(HALF_IN_CHUNKS, id="half in chunks"),
        pytest.param(HALF_A_LARGE_BODY, id="half a large body"),
        pytest.param(asks_for("/healthz"), id="idle after its answer"),
    ],
)
def test_server_answers_beside_slow_senders(served, sends):
    with clients(served.address, 200, sends):
        assert answers(served)


def test_server_answers_beside_clients_that_do_not_read(served):
    with clients(served.address, 60, asks_for(a_large_file(served)), reads_little=True):
        assert answers(served)


@pytest.mark.slow
def test_server_answers_beside_two_thousand_slow_clients(served):
    kinds = SILENT, HALF_A_HEADER, HALF_A_BODY, asks_for("/healthz"), asks_for("/")
    with (
        clients(served.address, 400, *kinds),
        clients(served.address, 100, asks_for(a_large_file(served)), reads_little=True),
    ):
        assert answers(served)


def closed_at(connection):
    """Return when it was closed, and what it said before."""
    connection.settimeout(60)
    said = b"".join(iter(lambda: received(connection), b""))
    return time.monotonic(), said


def received(connection):
    try:
        return connection.recv(1 << 16)
    except ConnectionResetError:
        return b""


def is_connected(one):
    """Whether the other end of this connection is still there, be it without a process."""
    return one.getsockname() in [end.raddr for end in psutil.net_connections("tcp")]


def first_client(address):
    """A connection as soon as anybody listens there."""
    while True:
        with suppress(ConnectionRefusedError):
            return client(address, SILENT, reads_little=True)
        time.sleep(0.005)


@pytest.mark.slow
def test_idle_connection_is_closed_after_half_a_minute(serve):
    port = free_port()
    with ThreadPoolExecutor(1) as beside:
        connecting = beside.submit(first_client, f"http://127.0.0.1:{port}")
        served = serve("--port", str(port))
        early = connecting.result()
    kinds = SILENT, HALF_A_HEADER, HALF_A_BODY, HALF_IN_CHUNKS, asks_for("/healthz")
    path = a_large_file(served)
    before = time.monotonic()
    with (
        clients(served.address, 1, *kinds) as connections,
        early,
        client(served.address, asks_for(path), reads_little=True) as unread,
        ThreadPoolExecutor(5) as each,
    ):
        started = time.monotonic()
        early.sendall(asks_for(path).encode())
        assert is_connected(early)
        assert is_connected(unread)
        ends = list(each.map(closed_at, connections))
        if sys.platform == "linux":  # no other system knows who does not read
            until(lambda: not is_connected(early) and not is_connected(unread), 40 - (time.monotonic() - started))
            unread.settimeout(20)
            read = b"".join(iter(lambda: received(unread), b""))
            assert len(read) < (served.data_dir / path.lstrip("/")).stat().st_size
    late, ok = b"HTTP/1.1 408 Request Timeout", b"HTTP/1.1 200 OK"
    assert [said.split(b"\r\n")[0] for _end, said in ends] == [b"", b"", late, late, ok]
    assert [b"application/problem+json" in said for _end, said in ends] == [0, 0, 1, 1, 0]
    assert min(end for end, _said in ends) - before > 28
    assert max(end for end, _said in ends) - started < 40


def test_a_body_in_chunks_is_read_like_others(served):
    assert post(served, HAND) == SCORES
    assert post(served, iter([HAND[:10], HAND[10:]])) == SCORES


@pytest.mark.parametrize(
    "start",
    [
        f"POST {SCORE} HTTP/1.1\r\n{ITALIAN}Content-Length: 500\r\n\r\n{HAND.decode()}",
        f"POST {SCORE} HTTP/1.1\r\n{ITALIAN}Transfer-Encoding: chunked\r\n\r\n{len(HAND):x}\r\n{HAND.decode()}\r\n",
    ],
    ids=["with its length", "in chunks"],
)
def test_a_body_that_breaks_off_is_not_taken_for_a_whole_one(served, start):
    with client(served.address, start) as connection:
        time.sleep(0.5)  # what has come so far would be a body
        connection.shutdown(1)
        head, _, body = b"".join(iter(lambda: received(connection), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json")
    (error,) = json.loads(body)["errors"]
    assert error["message"].startswith("Quello che è arrivato")


@pytest.mark.parametrize("address", ["a b", "a\x01b", "a\x7fb", "<", ">", "a`b", '?x="', "?x=<", "?x=\xff"])
def test_an_address_that_is_not_http_is_refused_by_the_web_server_itself(served, address):
    with client(served.address, "") as connection:
        connection.sendall(f"GET /api/v1/clubs/{address} HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n".encode("latin-1"))
        head, _, body = b"".join(iter(lambda: received(connection), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert body == b""


def test_a_header_with_an_underscore_does_not_pass_for_the_one_with_a_dash(served):
    request = urllib.request.Request(served.address, headers={"Accept_Language": "it"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert answer.headers["Content-Language"] == "en"


def test_a_secret_that_is_not_ascii_does_not_pass_for_none(served):
    asks = f"GET /api/v1/tournaments/ HTTP/1.1\r\n{HEAD}Authorization: Token più\r\n\r\n"
    with client(served.address, asks) as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 401 Unauthorized")


ROOM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
from tournaments.serving.supervisor.web_server import count_connections
print(count_connections(), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "said", "complaint"),
    [
        (1024, 16000, "4096 16000 16000", ""),
        (
            1024,
            4096,
            "1920 4096 4096",
            "Only 4096 files may be open at once (ulimit -n): each web process holds "
            "1920 connections instead of 4096.\n",
        ),
    ],
)
def test_the_limit_of_open_files_is_raised_as_far_as_allowed(soft, hard, said, complaint):
    done = subprocess.run(
        [sys.executable, "-c", ROOM, str(soft), str(hard)], check=False, cwd=HOME, capture_output=True, text=True
    )
    assert (done.stdout.strip(), done.stderr) == (said, complaint)
