"""The installation's key pair for push services (VAPID), and keys in URL-safe base64."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()


def own_public_key() -> str:
    """Return the public key that browsers subscribe with."""
    return written(encoded(own_key(settings.PUSH_KEY).public_key()))


@lru_cache(maxsize=1)
def own_key(key: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key written as this text."""
    return ec.derive_private_key(int.from_bytes(read(key)), CURVE)


def make_key() -> str:
    """Return a new private key in the form that the settings take."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return written(number.to_bytes(32))


def encoded(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def point(key: str) -> ec.EllipticCurvePublicKey:
    """Return a browser's public key. Raises ValueError for anything but an uncompressed point of the curve."""
    raw = read(key)
    if raw[:1] != b"\x04":
        raise ValueError("no uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)


def written(raw: bytes) -> str:
    """Return bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Return the bytes of URL-safe base64. Raises ValueError for anything else."""
    unpadded = text.rstrip("=")
    raw = urlsafe_b64decode(unpadded + "=" * (-len(unpadded) % 4))
    if written(raw) != unpadded:
        raise ValueError("not base64 for addresses")
    return raw
