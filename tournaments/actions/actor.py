"""Who does something, by which road it came, and the secrets by which phones and programs are known again."""

import hashlib
import secrets
from dataclasses import dataclass

from tournaments.models import User


@dataclass(frozen=True, slots=True)
class Actor:
    """A user, or nobody for what the clock does, with the road taken: web, api, command, clock."""

    user: User | None
    source: str
    device: str = ""

    @property
    def personal(self) -> dict[str, object]:
        """What the ledger keeps of this actor in its erasable part."""
        about = {"user": self.user.pk if self.user else None, "device": self.device}
        return {key: value for key, value in about.items() if value}


CLOCK = Actor(user=None, source="clock")


def new_secret() -> str:
    """A fresh secret of 256 bits, fit for an address."""
    return secrets.token_urlsafe(32)


def secret_digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, too little to guess it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
