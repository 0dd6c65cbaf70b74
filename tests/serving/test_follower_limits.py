"""Limits on followers: no client can use all places."""

import json
import resource
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.fixtures.serving import until

from .test_followers import Evening

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
OF_ONE_CLIENT = 512  # of each process
ENOUGH = 80
"""So many refusals one after the other come from every process, as connections are spread by chance."""


def follow(evening, source="127.0.0.1", forwarded=""):
    """A connection from a source address, and the answer that has begun on it."""
    parts = urlsplit(evening.events)
    connection = HTTPConnection(parts.hostname, parts.port, timeout=20, source_address=(source, 0))
    connection.request("GET", parts.path, headers={"X-Forwarded-For": forwarded})
    return connection, connection.getresponse()


@contextmanager
def all_places(evening, **client):
    """The number of places that a client gets in the end, and the answer when there are no more."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with ExitStack() as opened:
        taken = refused = 0
        while refused < ENOUGH:
            connection, answer = follow(evening, **client)
            if answer.status == 200:
                opened.callback(connection.close)
                opened.callback(answer.close)
                taken, refused = taken + 1, 0
            else:
                refused, last = refused + 1, (answer, json.load(answer))
                connection.close()
        yield taken, *last


def statuses(evening, times, **client):
    found = set()
    for _time in range(times):
        connection, answer = follow(evening, **client)
        found.add(answer.status)
        answer.close()
        connection.close()
    return found


@pytest.mark.parametrize(
    ("proxies", "one", "same", "other"),
    [
        ("", {"source": "127.0.0.2"}, {"source": "127.0.0.2", "forwarded": "192.0.2.2"}, {"source": "127.0.0.3"}),
        ("127.0.0.1", {"forwarded": "2001:db8::1"}, {"forwarded": "2001:db8::2"}, {"forwarded": "2001:db8:0:1::1"}),
    ],
    ids=["directly", "by a proxy"],
)
def test_a_client_gets_a_quarter_of_the_places(serve, proxies, one, same, other):
    evening = Evening(serve(TAVOLO_TRUSTED_PROXIES=proxies), "Affollata")
    processes = len(evening.served.program("web server").children())
    with all_places(evening, **one) as (taken, answer, problem):
        assert taken == OF_ONE_CLIENT * processes
        assert (answer.status, answer.headers["Content-Type"]) == (429, "application/problem+json")
        assert answer.headers["Retry-After"] == "60"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert [error["code"] for error in problem["errors"]] == ["too_many_followers"]
        assert statuses(evening, 10, **same) == {429}
        assert statuses(evening, 10, **other) == {200}
    until(lambda: statuses(evening, 10, **one) == {200})


def test_the_machine_itself_gets_more(serve):
    evening = Evening(serve(), "Misurata")
    wanted = OF_ONE_CLIENT * len(evening.served.program("web server").children()) + 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with ExitStack() as opened:
        for _each in range(wanted):
            connection, answer = follow(evening)
            opened.callback(connection.close)
            opened.callback(answer.close)
            assert answer.status == 200
