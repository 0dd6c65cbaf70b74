"""The secret of a webhook and the signatures of its messages, in the format of Standard Webhooks."""

import hmac
from base64 import b64encode

from tournaments.models import Webhook

from ..at_table.lasting_pins import derived

SECRET_PREFIX = "whsec_"  # noqa: S105 - of every secret


def key_of(webhook: Webhook) -> bytes:
    """Return the key that signs a webhook's messages."""
    return derived("webhook", f"{webhook.pk}/{webhook.salt}")


def secret_of(webhook: Webhook) -> str:
    """Return the secret in the format that libraries of receivers read."""
    return SECRET_PREFIX + b64encode(key_of(webhook)).decode()


def signature(key: bytes, message: str, at: int, body: bytes) -> str:
    """Return the signature of a message that is sent at this Unix time."""
    signed = f"{message}.{at}.".encode() + body
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
