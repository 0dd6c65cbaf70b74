"""Whether what is printed can be opened with a phone."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings


def leads_nowhere() -> bool:
    """Whether the address of this site is one that this machine alone opens."""
    host = urlsplit(settings.TAVOLO_URL).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
