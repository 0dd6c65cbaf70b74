"""The key pair by which push services know whoever runs this, and keys as they are written: base64 for addresses."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()


def own_public_key() -> str:
    """The public key that browsers subscribe with."""
    return written(encoded(own_key(settings.PUSH_KEY).public_key()))


@lru_cache(maxsize=1)
def own_key(key: str) -> ec.EllipticCurvePrivateKey:
    """The private key that is written so."""
    return ec.derive_private_key(int.from_bytes(read(key)), CURVE)


def make_key() -> str:
    """A fresh private key, as settings have it."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return written(number.to_bytes(32))


def encoded(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it goes over the network: an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def point(key: str) -> ec.EllipticCurvePublicKey:
    """A browser's public key; ValueError for what is no uncompressed point of the curve."""
    raw = read(key)
    if raw[:1] != b"\x04":
        raise ValueError("no uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw)


def written(raw: bytes) -> str:
    """These bytes in base64 for addresses, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """The bytes that are written so; ValueError for anything else."""
    unpadded = text.rstrip("=")
    raw = urlsafe_b64decode(unpadded + "=" * (-len(unpadded) % 4))
    if written(raw) != unpadded:
        raise ValueError("not base64 for addresses")
    return raw
