"""Outgoing requests: one POST with a deadline, without redirects or a proxy, by default only to public addresses."""

import re
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from time import monotonic, time

ADDRESS = re.compile(
    r"(?P<scheme>https?)://(?P<host>[a-z0-9_]+(?:[.-][a-z0-9_]+)*)(?::(?P<port>[0-9]{1,5}))?(?P<path>/[!-~]*)?"
)
NEVER_IN_A_PATH = re.compile(r"[\\\"<>^`{|}#]")
PORTS = {"http": 80, "https": 443}
LAST_PORT = 65535
NAT64 = IPv6Network("64:ff9b::/96")
BUSY = 429
GONE = 410
LATEST = 24 * 3600


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a URL."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_encrypted(self) -> bool:
        """Whether requests go over TLS."""
        return self.scheme == "https"

    @property
    def origin(self) -> str:
        """The scheme and host, with the port unless it is the scheme's default."""
        usual = PORTS[self.scheme] == self.port
        return f"{self.scheme}://{self.host}" if usual else f"{self.scheme}://{self.host}:{self.port}"


def read_address(text: str) -> Place | None:
    """Return the parts of a URL, the host in lower case, without user and fragment; None for any other text."""
    parts = ADDRESS.fullmatch(text)
    if parts is None or NEVER_IN_A_PATH.search(path := parts["path"] or "/"):
        return None
    port = int(parts["port"] or PORTS[parts["scheme"]])
    return Place(parts["scheme"], parts["host"], port, path) if 0 < port <= LAST_PORT else None


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a request. `status` is 0 if no reply came; `after` is the delay in seconds that the server asks for.

    If no reply came, `fault` is the reason: `private_address`, `unknown_host`, `bad_certificate` or `no_answer`.
    """

    status: int
    after: int | None = None
    fault: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the server accepted the message."""
        return 200 <= self.status < 300

    @property
    def is_to_be_repeated(self) -> bool:
        """Whether the message may be sent again later."""
        return self.status == 0 or self.status == BUSY or self.status >= 500


class PrivateAddressError(OSError):
    """Raised if the host has an address that is not public."""


def post(
    place: Place, body: bytes, headers: dict[str, str], *, patience: float, to_private: bool, context: ssl.SSLContext
) -> Reply:
    """Send a POST request and return its reply; only the status and the headers are read.

    Each step may take `patience` seconds. Connecting may take twice as long for all of the host's addresses together,
    and so may all steps after connecting. Unless `to_private`, no connection is made to a host that has an address that
    is not public. The connection uses an address that was checked, so that a second look-up cannot give a different
    one.
    """
    connection = _Connection(place, patience, to_private=to_private, context=context)
    try:
        connection.request("POST", place.path, body, headers)
        response = connection.getresponse()
        if connection.is_late:
            return Reply(0, fault="no_answer")
        return Reply(response.status, seconds_in(response.headers.get("Retry-After", "")))
    except (OSError, HTTPException) as fault:
        return Reply(0, fault=_reason(fault))
    finally:
        connection.end()


def _reason(fault: Exception) -> str:
    if isinstance(fault, PrivateAddressError):
        return "private_address"
    if isinstance(fault, socket.gaierror):
        return "unknown_host"
    return "bad_certificate" if isinstance(fault, ssl.SSLCertVerificationError) else "no_answer"


class _Connection(HTTPConnection):
    """A connection for which the host's addresses are checked first, and which is closed at its deadline."""

    def __init__(self, place: Place, patience: float, *, to_private: bool, context: ssl.SSLContext) -> None:
        self.default_port = PORTS[place.scheme]
        super().__init__(place.host, place.port, timeout=patience)
        self._patience, self._to_private = patience, to_private
        self._tls = context if place.is_encrypted else None
        self.is_late = False
        self._deadline = Timer(2 * patience, self._interrupt)
        self._deadline.daemon = True

    def connect(self) -> None:
        """Connect to an address of the host. Raises PrivateAddressError before anything is sent."""
        addresses = addresses_of(self.host, self.port)
        if not self._to_private and not all(is_public(ip) for ip, _port in addresses):
            raise PrivateAddressError
        self.sock = connect_to_any(addresses, self._patience)
        self.sock.settimeout(self._patience)
        self._deadline.start()
        if self._tls:
            self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock.do_handshake()

    def _interrupt(self) -> None:
        self.is_late = True  # because after the shutdown a truncated response looks as if its headers had ended
        with suppress(OSError, AttributeError):  # closed meanwhile
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def end(self) -> None:
        """Close the connection."""
        self._deadline.cancel()
        self.close()


def addresses_of(host: str, port: int) -> list[tuple[str, int]]:
    """Return the IP addresses of a host, with the port. Raises OSError if it has none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as fault:  # a part of the name is longer than 63 characters
        raise socket.gaierror(socket.EAI_NONAME, str(fault)) from fault
    return [(str(where[0]), port) for _family, _kind, _protocol, _name, where in found]


def connect_to_any(addresses: list[tuple[str, int]], patience: float) -> socket.socket:
    """Return a socket connected to the first of the addresses that accepts within `patience` seconds.

    The attempts end after twice `patience`, however many addresses there are. Raises OSError if none accepts.
    """
    until, fault = monotonic() + 2 * patience, OSError()
    for address in addresses:
        try:
            return socket.create_connection(address, patience)
        except OSError as refused:
            fault = refused
        if monotonic() >= until:
            break
    raise fault


def is_public(ip: str) -> bool:
    """Whether an IP address is public; an IPv4 address inside an IPv6 address is judged by itself."""
    address: IPv4Address | IPv6Address = ip_address(ip.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None
        address = inner or address.ipv4_mapped or address.sixtofour or address
    return address.is_global and not (address.is_multicast or address.is_reserved)


def seconds_in(retry_after: str) -> int | None:
    """Return the seconds of a Retry-After header (a number or a date), at most a day; None if it is not valid."""
    if retry_after.isascii() and retry_after.isdigit():
        return min(int(retry_after[:9]), LATEST)
    try:
        until = parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return None
    wait = until.replace(tzinfo=until.tzinfo or UTC) - datetime.fromtimestamp(time(), UTC)
    return max(0, min(int(wait.total_seconds()), LATEST))
