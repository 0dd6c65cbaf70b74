"""Sending an encrypted message to a push service: one request, without redirects, with a short timeout."""

import ssl
from collections import Counter
from threading import Lock

from ..outgoing import GONE, Place, Reply, post
from .encryption import authorization
from .endpoints import place_of

PATIENCE = 5.0  # seconds of timeout
SILENT = 3  # after this many messages without a reply, a service is skipped for the rest of the run
TTL = 30 * 60  # seconds for which a service keeps a message for a phone that is offline
UNKNOWN = 404


def is_gone(answer: Reply) -> bool:
    """Whether the subscription no longer exists."""
    return answer.status in (UNKNOWN, GONE)


class Services:
    """The push services during one run; a service that repeatedly does not reply is skipped."""

    def __init__(self) -> None:
        """Start with no service marked as silent."""
        self._silent = Counter[str]()
        self._lock = Lock()
        self._context = ssl.create_default_context()

    def send(self, endpoint: str, body: bytes, topic: str) -> Reply:
        """Send a message and return the reply; an address that no setting names counts as gone."""
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
        """Send the message; the settings name the service, so its address may be private."""
        headers = {
            "Authorization": authorization(place.origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Topic": topic,
            "Urgency": "high",
        }
        return post(place, body, headers, patience=PATIENCE, to_private=True, context=self._context)
