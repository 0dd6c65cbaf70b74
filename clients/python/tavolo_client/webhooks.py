"""Messages of webhooks, which are signed by the specification Standard Webhooks."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

TOLERANCE = 300  # seconds


def read_webhook(secret: str, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    """Return the message of a webhook. Raise ValueError if its signature is wrong or it is older than 5 minutes.

    Store the `webhook-id` of each processed message, because a message may arrive twice.
    """
    given = {name.lower(): value for name, value in headers.items()}
    at = given.get("webhook-timestamp", "")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{given.get('webhook-id', '')}.{at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    signatures = given.get("webhook-signature", "").split()
    if not any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures):
        raise ValueError("The signature is not of this message")
    if not at.isdecimal() or abs(time.time() - int(at)) > TOLERANCE:
        raise ValueError("The message is too old")
    message: dict[str, Any] = json.loads(body)
    return message
