"""Encryption of a message for one browser (RFC 8291), and the sender's signature (VAPID, RFC 8292)."""

import json
import os
from dataclasses import dataclass
from time import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from .vapid_keys import CURVE, encoded, own_key, own_public_key, point, read, written

RECORD = 4096
SALT_BYTES = 16
VALID = 12 * 3600
"""The lifetime of a token in seconds; services refuse more than a day."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A key pair and a salt for one message."""

    key: ec.EllipticCurvePrivateKey
    salt: bytes


def fresh() -> Fresh:
    """Return a new key pair and salt."""
    return Fresh(ec.generate_private_key(CURVE), os.urandom(SALT_BYTES))


def seal(text: bytes, p256dh: str, auth: str, made: Fresh) -> bytes:
    """Return the body encrypted for the browser with these keys, as one record of `aes128gcm`."""
    theirs, ours = point(p256dh), encoded(made.key.public_key())
    shared = made.key.exchange(ec.ECDH(), theirs)
    secret = _derive(read(auth), shared, b"WebPush: info\0" + encoded(theirs) + ours, 32)
    key = _derive(made.salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(made.salt, secret, b"Content-Encoding: nonce\0", 12)
    head = made.salt + RECORD.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def authorization(origin: str) -> str:
    """Return the header that identifies the sender to the service at this origin, with the operator's contact."""
    claims = {"aud": origin, "exp": int(time()) + VALID, "sub": settings.PUSH_CONTACT}
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    signature = own_key(settings.PUSH_KEY).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = decode_dss_signature(signature)
    return f"vapid t={signed}.{written(r.to_bytes(32) + s.to_bytes(32))}, k={own_public_key()}"


def _part(value: dict[str, object]) -> str:
    return written(json.dumps(value, separators=(",", ":")).encode())
