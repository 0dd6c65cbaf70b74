"""Check the addresses and keys that browsers send; only push services named in the settings are contacted."""

import re
from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournaments.models.push_subscription import LONGEST_ENDPOINT

from ..core.refusals import Problem
from . import encryption

ENDPOINT = re.compile(r"https://(?P<host>[a-z0-9]+(?:[.-][a-z0-9]+)*)(?::(?P<port>[0-9]{1,5}))?(?P<path>/[!-~]*)")
NEVER_IN_A_PATH = re.compile(r"[\\\"<>^`{|}#]")
HTTPS_PORT = 443
SECRET_BYTES = 16


def place_of(endpoint: str) -> tuple[str, int, str] | None:
    """Return host, port and path of a push service's address; None unless the settings name the service.

    The port is the port of HTTPS, or the port that the settings name with the host.
    """
    parts = ENDPOINT.fullmatch(endpoint)
    if parts is None or len(endpoint) > LONGEST_ENDPOINT or NEVER_IN_A_PATH.search(parts["path"]):
        return None
    host, port = parts["host"], int(parts["port"] or HTTPS_PORT)
    if not any(_names(service, host, port) for service in settings.PUSH_SERVICES):
        return None
    return host, port, parts["path"]


def _names(service: str, host: str, port: int) -> bool:
    name, _colon, its_port = service.partition(":")
    if port != int(its_port or HTTPS_PORT):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def problems_with(endpoint: str, p256dh: str, auth: str) -> Iterator[Problem]:
    """Yield the faults of a subscription, each with its field."""
    if place_of(endpoint) is None:
        message = _("Tavolo does not send messages to this push service.")
        yield Problem("not_a_push_service", message, pointer=("endpoint",))
    message = _("This is not a key that a browser has made.")
    if not _is_point(p256dh):
        yield Problem("not_a_push_key", message, pointer=("keys", "p256dh"))
    if not _is_secret(auth):
        yield Problem("not_a_push_key", message, pointer=("keys", "auth"))


def _is_point(key: str) -> bool:
    try:
        encryption.point(key)
    except ValueError:
        return False
    return True


def _is_secret(key: str) -> bool:
    try:
        return len(encryption.read(key)) == SECRET_BYTES
    except ValueError:
        return False
