"""Network addresses: the one to listen on, and the one that phones in the hall can open."""

import fcntl
import http.client
import socket
import ssl
import struct
import sys
from argparse import ArgumentTypeError
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.core.management import CommandError

SIOCGIFADDR = 0x8915
LAST_PORT = 65_535
EVERYWHERE = "0.0.0.0"  # noqa: S104 - what --lan is for


@dataclass(frozen=True, kw_only=True)
class ServerAddress:
    """The web server's host and port, with certificate and key if it serves TLS itself."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None

    @property
    def is_everywhere(self) -> bool:
        """Whether the web server listens on all addresses of the machine."""
        return self.host in {EVERYWHERE, "::"}

    @property
    def host_in_url(self) -> str:
        """The host as in a URL and in the header Host: an IPv6 address in brackets."""
        return f"[{self.host}]" if ":" in self.host else self.host

    def options(self) -> list[str]:
        """Return the command-line options for this address."""
        tls = [f"--tls-cert={self.certificate}", f"--tls-key={self.key}"] if self.certificate else []
        return [f"--host={self.host}", f"--port={self.port}", *tls]


def port_number(text: str) -> int:
    """Return the port in a command-line argument. Raises ArgumentTypeError: a socket would truncate larger numbers."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= LAST_PORT):
        raise ArgumentTypeError(f"a port is a number from 0 to {LAST_PORT}, not {text!r}")
    return int(text)


def numeric(host: str) -> str:
    """Return the numeric address of a host, which the web server needs. Raises CommandError if there is none."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as fault:
        raise CommandError(f"{host!r} is not an address of this machine. --host names one.") from fault
    return str(min(found, key=lambda each: each[0] != socket.AF_INET)[4][0])


def free_port(host: str, port: int) -> int:
    """Return this port, or a free one if it is 0. Raises CommandError if the port is not free.

    This check is needed because the web server lets other processes share its port: a second server would start, and
    get half of the visitors.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, where = addresses[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
            return int(probe.getsockname()[1])
    except OSError as fault:
        message = f"Port {port} of {host} cannot be used: {fault.strerror or fault}. --port chooses another."
        raise CommandError(message) from fault


def lan_address() -> str:
    """Return this machine's address on its network. Raises CommandError if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # this sends nothing: with UDP it only selects the route
        return str(probe.getsockname()[0])
    for address in _interface_addresses():
        if not address.startswith("127."):
            return address
    raise CommandError("This machine is on no network; TAVOLO_URL can name its address.")


def _interface_addresses() -> list[str]:
    """Return the addresses of the interfaces.

    They are needed on a machine without a default route, such as a hotspot.
    """
    if sys.platform != "linux":
        return socket.gethostbyname_ex(socket.gethostname())[2]
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode())
            with suppress(OSError):  # the interface has no address
                answer = fcntl.ioctl(probe, SIOCGIFADDR, request)
                addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses


def answers(server_address: ServerAddress) -> bool:
    """Whether the web server responds with a status below 500."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(server_address.host, server_address.host)  # noqa: S104
    connection = http.client.HTTPConnection(host, server_address.port, timeout=10)
    if server_address.certificate:
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE  # it is our own server, and its certificate may have another name
        connection = http.client.HTTPSConnection(host, server_address.port, timeout=10, context=trusting)
    try:
        connection.request("GET", "/", headers={"Host": "localhost"})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
