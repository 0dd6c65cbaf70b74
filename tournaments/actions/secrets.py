"""Secrets that are shown once and kept as digests."""

import hashlib
import secrets


def new_secret() -> str:
    """A fresh secret of 256 bits, fit for an address."""
    return secrets.token_urlsafe(32)


def secret_digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, too little to guess it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
