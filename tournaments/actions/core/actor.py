"""Actors (a user and an interface), and the secrets that identify phones and programs."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import User

from .refusals import AgreementNeeded, Problem


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of an action: a user (None for a table, a command or the clock), and the interface that was used.

    `source` is web, api, table, command or clock. `agreed` contains the user's confirmations of changes to published
    standings, `reason` the reason for these changes.
    """

    user: User | None
    source: str
    device: str = ""
    agreed: str = ""
    reason: str = ""

    @property
    def personal(self) -> dict[str, object]:
        """The erasable data that a ledger entry has about the actor: the user's id and the device, if known."""
        about = {"user": self.user.pk if self.user else None, "device": self.device}
        return {key: value for key, value in about.items() if value}

    def require_agreement(self, problems: Iterable[Problem], agreement: str, words: str) -> None:
        """Raise AgreementNeeded with these problems and words unless `agreed` contains this confirmation."""
        sent = self.agreed.split()
        if agreement not in sent:
            raise AgreementNeeded(problems, " ".join([*sent, agreement]), words)


CLOCK = Actor(user=None, source="clock")


def new_secret() -> str:
    """Return a new random secret of 256 bits, safe in a URL."""
    return secrets.token_urlsafe(32)


def secret_digest(secret: str) -> str:
    """Return the SHA-256 digest of a secret; the digest is stored, the secret is not."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
