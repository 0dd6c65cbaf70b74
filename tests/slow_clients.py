"""Clients that open a connection and then keep the server waiting."""

import resource
import socket
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

SCORE = "/api/v1/games/busca-accademia/score/"
HEAD = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
SILENT = ""
HALF_A_HEADER = f"GET / HTTP/1.1\r\n{HEAD}"
HALF_A_BODY = f"POST {SCORE} HTTP/1.1\r\n{HEAD}Content-Length: 100\r\n\r\n{{"
HALF_IN_CHUNKS = f"POST {SCORE} HTTP/1.1\r\n{HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n"
HALF_A_LARGE_BODY = f"POST {SCORE} HTTP/1.1\r\n{HEAD}Content-Length: 9000000\r\n\r\n{{"


def asks_for(path):
    return f"GET {path} HTTP/1.1\r\n{HEAD}\r\n"


def client(address, sends, reads_little=False):
    """A connection that has sent this and no more."""
    connection = socket.socket()
    if reads_little:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    parts = urlsplit(address)
    connection.settimeout(20)
    connection.connect((parts.hostname, parts.port))
    connection.sendall(sends.encode())
    return connection


@contextmanager
def clients(address, number, *kinds, reads_little=False):
    """So many of each kind; all are gone in the end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(soft, min(hard, number * len(kinds) + 500))
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    with ExitStack() as opened:
        yield [opened.enter_context(client(address, sends, reads_little)) for sends in kinds for _ in range(number)]
