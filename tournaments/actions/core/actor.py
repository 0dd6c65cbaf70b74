"""Who acts and through which interface, and the secrets that identify phones and programs."""

import hashlib
import secrets
from dataclasses import dataclass

from tournaments.models import User


@dataclass(frozen=True, slots=True)
class Actor:
    """A user, or none for the clock, and the interface used: web, api, command, clock.

    `agreed` names the changes of published standings that the user has agreed to, `reason` says why they are made.
    """

    user: User | None
    source: str
    device: str = ""
    agreed: str = ""
    reason: str = ""

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
    """The digest of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
