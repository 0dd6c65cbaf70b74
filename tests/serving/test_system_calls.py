"""System calls."""

import os
import socket
import subprocess
import sys

import psutil
import pytest

from tests.fixtures.serving import until
from tests.processes import HOME, is_gone
from tournaments.serving.system_calls import close_stalled_connections, refuse_connections

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


def test_closing_stalled_connections_without_a_listener_is_false():
    assert not close_stalled_connections(30)


def test_what_has_begun_to_connect_is_accepted_and_nothing_after_it():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = listener.getsockname()
        with socket.create_connection(address) as early:
            early.sendall(b"sent before")
            refuse_connections()
            with pytest.raises(TimeoutError):
                socket.create_connection(address, timeout=0.3)
            accepted, _address = listener.accept()
            with accepted:
                assert accepted.recv(20) == b"sent before"
                early.sendall(b"and after")
                assert accepted.recv(20) == b"and after"


STOPPING = """
import socket
from tournaments.serving.system_calls import refuse_connections
with socket.create_server(("127.0.0.1", 0)) as listener:
    address = listener.getsockname()
    with socket.create_connection(address) as early:
        early.sendall(b"sent before")
        refuse_connections()
        try:
            socket.create_connection(address, timeout=0.3)
        except OSError:
            print(listener.accept()[0].recv(20).decode())
"""


def test_who_has_no_rights_can_refuse_connections_too():
    """Some kernels keep the filters of sockets for root."""
    without_rights = [] if os.geteuid() else ["setpriv", "--bounding-set=-all"]
    command = [*without_rights, sys.executable, "-c", STOPPING]
    done = subprocess.run(command, check=True, cwd=HOME, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("sent before\n", "")


STANDS_STILL = """
import ctypes, os, signal, sys
from tournaments.serving import system_calls
signal.signal(signal.SIGTERM, signal.SIG_IGN)
system_calls.{means}
print(os.getpid(), flush=True)
if {holds}:
    ctypes.PyDLL(None).sleep(100)  # with the interpreter's lock
signal.pause()
"""
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]])
child.wait()
"""


@pytest.mark.parametrize(
    ("means", "holds"),
    [
        ("end_with_parent(os.getppid())", True),
        ("end_with_parent(0)", True),  # as when the parent ended before this was asked for
        ("Thread(target=system_calls.watch_parent, args=(os.getppid(),)).start()", False),  # on other systems
    ],
)
def test_a_process_ends_with_its_parent_whatever_it_is_at(means, holds):
    script = STANDS_STILL.format(means=means, holds=holds)
    command = [sys.executable, "-c", PARENT, script]
    with subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, text=True) as parent:
        pid = parent.stdout.readline()
        child = psutil.Process(int(pid)) if pid else None
        parent.kill()
        if child:
            until(lambda: is_gone(child), 10)
    assert bool(pid) == ("(0)" not in means)
