"""Asking a push service to hand a sealed message to a phone: one request, no redirects, never for long."""

import ssl
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPSConnection
from threading import Lock
from time import time

from .endpoints import HTTPS_PORT, place_of
from .sealing import authorization

PATIENCE = 5.0  # seconds that a service may be silent
SILENT = 3  # messages after which a service that does not answer is left alone for now
KEPT = 30 * 60  # seconds for which a service keeps a message for a phone that is off
GONE = (404, 410)
BUSY = 429
LATEST = 24 * 3600


@dataclass(frozen=True, slots=True)
class PushResult:
    """What became of a message: `status` is 0 where nobody answered, `after` the seconds that the service asks for."""

    status: int
    after: int | None = None

    @property
    def is_told(self) -> bool:
        """Whether the service has taken it."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether there is no such phone any more."""
        return self.status in GONE

    @property
    def is_to_be_repeated(self) -> bool:
        """Whether the same may be taken later."""
        return self.status == 0 or self.status == BUSY or self.status >= 500


class Services:
    """The push services as they answer the messages of one run; each is left alone once it is silent."""

    def __init__(self) -> None:
        """Begin with none known to be silent."""
        self._silent = Counter[str]()
        self._lock = Lock()
        self._context = ssl.create_default_context()

    def send(self, endpoint: str, body: bytes, topic: str) -> PushResult:
        """Send it and wait for the answer; an address that no setting names is gone."""
        place = place_of(endpoint)
        if place is None:
            return PushResult(GONE[-1])
        host, port, path = place
        if self._silent[host] >= SILENT:
            return PushResult(0)
        try:
            return self._post(host, port, path, body, topic)
        except (OSError, HTTPException):
            with self._lock:
                self._silent[host] += 1
            return PushResult(0)

    def _post(self, host: str, port: int, path: str, body: bytes, topic: str) -> PushResult:
        origin = f"https://{host}" if port == HTTPS_PORT else f"https://{host}:{port}"
        headers = {
            "Authorization": authorization(origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": topic,
            "Urgency": "high",
        }
        connection = HTTPSConnection(host, port, timeout=PATIENCE, context=self._context)
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            return PushResult(response.status, seconds_in(response.headers.get("Retry-After", "")))
        finally:
            connection.close()


def seconds_in(retry_after: str) -> int | None:
    """How long the service asks to wait, in seconds or until a date; None where it says nothing of use."""
    if retry_after.isascii() and retry_after.isdigit():
        return min(int(retry_after[:9]), LATEST)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    wait = until.replace(tzinfo=until.tzinfo or UTC) - datetime.fromtimestamp(time(), UTC)
    return max(0, min(int(wait.total_seconds()), LATEST))
