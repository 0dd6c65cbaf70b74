"""Sending an encrypted message to a push service: one request without redirects, with a short timeout."""

import ssl
from collections import Counter
from threading import Lock

from ..outgoing import GONE, Place, Reply, post
from .encryption import authorization
from .endpoints import place_of

PATIENCE = 5.0  # timeout in seconds
SILENT = 3  # messages without a reply after which a service is skipped until the end of the run
TTL = 30 * 60  # seconds for which a service keeps a message for a phone that is offline
UNKNOWN = 404


def is_gone(answer: Reply) -> bool:
    """Whether the reply says that the subscription no longer exists."""
    return answer.status in (UNKNOWN, GONE)


class Services:
    """The push services during one run. A service that repeatedly does not reply is skipped."""

    def __init__(self) -> None:
        self._silent = Counter[str]()
        self._lock = Lock()
        self._context = ssl.create_default_context()

    def send(self, endpoint: str, body: bytes, topic: str) -> Reply:
        """Send a message and return the reply.

        If the settings do not name the service of this address, the reply says that the subscription is gone.
        """
        place = place_of(endpoint)
        if place is None:
            return Reply(GONE)
        if self._silent[place.host] >= SILENT:
            return Reply(0)
        answer = self._post(place, body, topic)
        if not answer.status:
            with self._lock:
                self._silent[place.host] += 1
        return answer

    def _post(self, place: Place, body: bytes, topic: str) -> Reply:
        """Send the message. The address may be private, because the settings name the service."""
        headers = {
            "Authorization": authorization(place.origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Topic": topic,
            "Urgency": "high",
        }
        return post(place, body, headers, patience=PATIENCE, to_private=True, context=self._context)
