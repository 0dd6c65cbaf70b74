"""Check that phones can open the site's address that is printed on cards."""

from ipaddress import ip_address
from urllib.parse import urlsplit

OWN_NAMES = ("localhost", "localdomain", "invalid", "test")
"""Top-level names that no network resolves: the reserved names of RFC 6761, and default names of machines."""


def is_unreachable(address: str) -> bool:
    """Whether phones cannot open an address: loopback, unspecified, link-local, or a name only this machine knows."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    try:
        number = ip_address(host)
    except ValueError:
        return "." not in host or host.rsplit(".", 1)[1] in OWN_NAMES
    return number.is_loopback or number.is_unspecified or number.is_link_local
