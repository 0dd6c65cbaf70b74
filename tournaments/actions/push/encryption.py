"""Encryption for push services: the installation's keys and signature (VAPID, RFC 8292), and messages (RFC 8291)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from time import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()


def own_public_key() -> str:
    """Return the installation's public key, with which browsers subscribe."""
    return written(encoded(own_key(settings.PUSH_KEY).public_key()))


@lru_cache(maxsize=1)
def own_key(key: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key that this text encodes."""
    return ec.derive_private_key(int.from_bytes(read(key)), CURVE)


def make_key() -> str:
    """Return a new private key in the format of the settings."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return written(number.to_bytes(32))


def encoded(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as the bytes of an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def point(key: str) -> ec.EllipticCurvePublicKey:
    """Return a browser's public key. Raises ValueError if it is not an uncompressed point of the curve."""
    raw = read(key)
    if raw[:1] != b"\x04":
        raise ValueError("no uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)


def written(raw: bytes) -> str:
    """Return bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Return the bytes of URL-safe base64. Raises ValueError for any other text."""
    unpadded = text.rstrip("=")
    raw = urlsafe_b64decode(unpadded + "=" * (-len(unpadded) % 4))
    if written(raw) != unpadded:
        raise ValueError("not base64 for addresses")
    return raw


RECORD = 4096
SALT_BYTES = 16
VALID = 12 * 3600
"""The lifetime of a token in seconds; services refuse more than a day."""


@dataclass(frozen=True, slots=True)
class MessageKeys:
    """A key pair and a salt for one message."""

    key: ec.EllipticCurvePrivateKey
    salt: bytes


def fresh() -> MessageKeys:
    """Return a new key pair and salt."""
    return MessageKeys(ec.generate_private_key(CURVE), os.urandom(SALT_BYTES))


def seal(text: bytes, p256dh: str, auth: str, made: MessageKeys) -> bytes:
    """Return a text encrypted for the browser that has these keys, as a body with one record of `aes128gcm`.

    `made` is the key pair and salt of this message.
    """
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
    """Return the Authorization header for the push service at this origin, with the operator's contact."""
    claims = {"aud": origin, "exp": int(time()) + VALID, "sub": settings.PUSH_CONTACT}
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    signature = own_key(settings.PUSH_KEY).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = decode_dss_signature(signature)
    return f"vapid t={signed}.{written(r.to_bytes(32) + s.to_bytes(32))}, k={own_public_key()}"


def _part(value: dict[str, object]) -> str:
    return written(json.dumps(value, separators=(",", ":")).encode())
