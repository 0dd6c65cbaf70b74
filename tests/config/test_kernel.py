"""What is asked of Linux."""

import socket
import sys

import pytest

from config.kernel import close_stalled_connections

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no other system knows who does not read")


def patience(one):
    return one.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)


def test_connections_that_came_before_are_closed_like_those_that_come_after():
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as early:
        before, _address = listener.accept()
        assert close_stalled_connections(30)
        with before, socket.create_connection(listener.getsockname()) as late:
            after, _address = listener.accept()
            with after:
                assert [patience(one) for one in (listener, before, after)] == [30_000] * 3
            assert patience(early) == patience(late) == 0


def test_it_says_when_nobody_listens_yet():
    assert not close_stalled_connections(30)
