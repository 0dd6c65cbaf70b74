"""Send an encrypted message to a push service: one request, without redirects, with a short timeout."""

import ssl
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPSConnection
from threading import Lock
from time import time

from .encryption import authorization
from .endpoints import HTTPS_PORT, place_of

PATIENCE = 5.0  # seconds of timeout
SILENT = 3  # messages without an answer after which a service is skipped for the rest of the run
TTL = 30 * 60  # seconds for which a service keeps a message for a phone that is off
GONE = (404, 410)
BUSY = 429
LATEST = 24 * 3600


@dataclass(frozen=True, slots=True)
class PushResult:
    """A service's answer: `status` is 0 without an answer, `after` the delay in seconds that the service asks for."""

    status: int
    after: int | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the service has accepted the message."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the subscription no longer exists."""
        return self.status in GONE

    @property
    def is_to_be_repeated(self) -> bool:
        """Whether the message may be sent again later."""
        return self.status == 0 or self.status == BUSY or self.status >= 500


class Services:
    """The push services during one run; a service that repeatedly does not answer is skipped."""

    def __init__(self) -> None:
        """Start with no service marked as silent."""
        self._silent = Counter[str]()
        self._lock = Lock()
        self._context = ssl.create_default_context()

    def send(self, endpoint: str, body: bytes, topic: str) -> PushResult:
        """Send a message and return the answer; an address that no setting names counts as gone."""
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
            "TTL": str(TTL),
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
    """Return the delay of a Retry-After header, in seconds or until a date, at most a day; None if it has neither."""
    if retry_after.isascii() and retry_after.isdigit():
        return min(int(retry_after[:9]), LATEST)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    wait = until.replace(tzinfo=until.tzinfo or UTC) - datetime.fromtimestamp(time(), UTC)
    return max(0, min(int(wait.total_seconds()), LATEST))
