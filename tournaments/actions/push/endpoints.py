"""Checks of the addresses and keys that browsers send. Only push services named in the settings are contacted."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournaments.models.push_subscription import LONGEST_ENDPOINT

from ..core.refusals import Problem
from ..outgoing import PORTS, Place, read_address
from . import encryption

HTTPS_PORT = PORTS["https"]
SECRET_BYTES = 16


def place_of(endpoint: str) -> Place | None:
    """Return the parts of a push service's address; None if the settings do not name the service.

    The address must be https with a path. The port must be 443, or the port that the settings name with the host.
    """
    place = read_address(endpoint)
    if place is None or not place.is_encrypted or place.path == "/" or len(endpoint) > LONGEST_ENDPOINT:
        return None
    named = any(_names(service, place.host, place.port) for service in settings.PUSH_SERVICES)
    return place if named else None


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
    if not _is_curve_point(p256dh):
        yield Problem("not_a_push_key", message, pointer=("keys", "p256dh"))
    if not _is_secret(auth):
        yield Problem("not_a_push_key", message, pointer=("keys", "auth"))


def _is_curve_point(key: str) -> bool:
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
